import { describe, expect, it, vi } from 'vitest';
import { hashKey, makeKey, makeKeyId } from '../../src/api/key.js';
import { KeyRing } from '../../src/api/key-ring.js';
import { BusyError } from '../../src/api/queue.js';
import { openStore } from '../../src/store/open.js';

/** A ring over a real table, with a clock by hand. */
function ringOver() {
  const { keys } = openStore(':memory:');
  const find = vi.spyOn(keys, 'find');
  const touch = vi.spyOn(keys, 'touch');
  const clock = { now: 1_000_000 };
  const onStoreError = vi.fn();
  const ring = new KeyRing({ store: keys, now: () => clock.now, onStoreError });
  const id = makeKeyId();
  const key = makeKey(id);
  keys.create({ id, plan: 'builder', note: '', hash: hashKey(key), created: 0 });
  return { keys, find, touch, clock, ring, id, key, header: `Bearer ${key}`, onStoreError };
}

describe('a key ring', () => {
  it('knows the holder of a key', () => {
    const { ring, id, header } = ringOver();
    expect(ring.holder(header)).toEqual({ id, plan: 'builder', account: null });
    // the name of the scheme is the same in any case (RFC 9110, 11.1)
    expect(ring.holder(header.replace('Bearer', 'bearer'))).not.toBeNull();
  });

  it('looks a busy key up once a second', () => {
    const { ring, find, clock, header } = ringOver();
    for (let ms = 0; ms < 3000; ms += 10) {
      expect(ring.holder(header)).not.toBeNull();
      clock.now += 10;
    }
    expect(find).toHaveBeenCalledTimes(3);
  });

  it('looks nothing up for what is mistyped or no key', () => {
    const { ring, find, key } = ringOver();
    const mistyped = key.slice(0, 20) + (key[20] === '0' ? '1' : '0') + key.slice(21);
    for (const header of [undefined, '', 'Bearer', 'Bearer hello', `Basic ${key}`, key, `Bearer ${mistyped}`]) {
      expect(ring.holder(header)).toBeNull();
    }
    expect(find).not.toHaveBeenCalled();
  });

  it('knows within a second that a key was made, rotated or revoked elsewhere', () => {
    const { ring, keys, clock, id, header } = ringOver();
    expect(ring.holder(header)).not.toBeNull();
    const next = makeKey(id);
    keys.rotate(id, hashKey(next), clock.now, null);
    clock.now += 1000;
    expect(ring.holder(header)).toBeNull();
    expect(ring.holder(`Bearer ${next}`)).toEqual({ id, plan: 'builder', account: null });
    keys.revoke(id, clock.now);
    clock.now += 1000;
    expect(ring.holder(`Bearer ${next}`)).toBeNull();

    const made = makeKeyId();
    const key = makeKey(made);
    expect(ring.holder(`Bearer ${key}`)).toBeNull();
    keys.create({ id: made, plan: 'scale', note: '', hash: hashKey(key), created: 0 });
    expect(ring.holder(`Bearer ${key}`)).toEqual({ id: made, plan: 'scale', account: null }); // at once: what is not there is not remembered
  });

  it('takes a new secret at once, though the old one was used a moment ago', () => {
    const { ring, keys, clock, find, id, header } = ringOver();
    expect(ring.holder(header)).not.toBeNull();
    const next = makeKey(id);
    clock.now += 10;
    keys.rotate(id, hashKey(next), clock.now, clock.now + 60_000);
    expect(ring.holder(`Bearer ${next}`)).toEqual({ id, plan: 'builder', account: null });
    expect(ring.holder(header)).not.toBeNull();
    expect(find).toHaveBeenCalledTimes(2);
  });

  it('looks once for a secret that never was one', () => {
    const { ring, find, id } = ringOver();
    expect(ring.holder(`Bearer ${makeKey(id)}`)).toBeNull();
    expect(find).toHaveBeenCalledTimes(1);
  });

  it('does not believe a row for longer where the clock is set back', () => {
    const { ring, keys, clock, id, header } = ringOver();
    ring.holder(header);
    keys.revoke(id, clock.now);
    clock.now -= 3_600_000;
    expect(ring.holder(header)).toBeNull();
  });

  it('takes the secret before a rotation to the end of its time of grace, and no longer', () => {
    const { ring, keys, clock, id, header } = ringOver();
    const next = makeKey(id);
    keys.rotate(id, hashKey(next), clock.now, clock.now + 60_000);
    expect(ring.holder(header)).not.toBeNull();
    expect(ring.holder(`Bearer ${next}`)).not.toBeNull();
    clock.now += 59_999;
    expect(ring.holder(header)).not.toBeNull();
    clock.now += 1;
    expect(ring.holder(header)).toBeNull();
    expect(ring.holder(`Bearer ${next}`)).not.toBeNull();
  });

  it('notes uses together, not one by one, and nothing where there were none', () => {
    const { ring, keys, touch, clock, id, header } = ringOver();
    ring.flush();
    for (let i = 0; i < 1000; i++) ring.holder(header);
    clock.now += 500;
    ring.holder(header);
    expect(touch).not.toHaveBeenCalled();
    ring.flush();
    ring.flush();
    expect(touch).toHaveBeenCalledTimes(1);
    expect(keys.find(id)?.lastUsed).toBe(1_000_500);
  });

  it('keeps uses for the next time where the database is busy', () => {
    const { ring, keys, touch, id, header, onStoreError } = ringOver();
    ring.holder(header);
    touch.mockImplementationOnce(() => {
      throw new Error('locked');
    });
    ring.flush();
    expect(onStoreError).toHaveBeenCalledTimes(1);
    ring.flush();
    expect(keys.find(id)?.lastUsed).toBe(1_000_000);
  });

  it('goes on with the keys that it knows where the database fails, and refuses none of the others for good', () => {
    const { ring, find, clock, header, onStoreError } = ringOver();
    ring.holder(header);
    find.mockImplementation(() => {
      throw new Error('disk I/O error');
    });
    clock.now += 5000;
    expect(ring.holder(header)).not.toBeNull();
    expect(() => ring.holder(`Bearer ${makeKey(makeKeyId())}`)).toThrow(BusyError);
    expect(onStoreError).toHaveBeenCalledTimes(2);
  });

  it('does not go on with one that was deleted before the database failed', () => {
    const { ring, find, clock, header } = ringOver();
    expect(ring.holder(header)).not.toBeNull();
    find.mockReturnValueOnce(undefined);
    clock.now += 1000;
    expect(ring.holder(header)).toBeNull();
    find.mockImplementation(() => {
      throw new Error('disk I/O error');
    });
    expect(() => ring.holder(header)).toThrow(BusyError);
  });

  it('is not used by what it refuses', () => {
    const { ring, touch, id } = ringOver();
    ring.holder(`Bearer ${makeKey(id)}`);
    ring.flush();
    expect(touch).not.toHaveBeenCalled();
  });
});
