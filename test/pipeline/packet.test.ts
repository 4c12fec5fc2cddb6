/** A batch's answer survives its journey between threads. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PacketWriter, readPacket, type Outcome } from '../../src/pipeline/packet.js';
import { TAG_COLUMNS } from '../../src/store/rows.js';

const bytes = (max: number): fc.Arbitrary<Uint8Array> => fc.uint8Array({ maxLength: max });

describe('a packet', () => {
  const plies = fc.array(fc.integer({ min: 0, max: 65535 }), { maxLength: 300 });
  const found = fc.record({
    ply: fc.integer({ min: 1, max: 65535 }),
    fen: fc.string({ unit: 'grapheme-ascii', maxLength: 100 }),
    records: bytes(300),
  });
  const scanned = fc.record({
    kind: fc.constant('scanned' as const),
    digest: fc.uint8Array({ minLength: 16, maxLength: 16 }),
    tags: fc.array(fc.option(fc.string({ unit: 'binary' })), {
      minLength: TAG_COLUMNS.length,
      maxLength: TAG_COLUMNS.length,
    }),
    startFen: fc.option(fc.string()),
    moves: plies,
    candidates: fc.nat(),
    found: fc.array(found, { maxLength: 5 }),
    deepened: fc.boolean(),
  });
  const filtered = fc.record({ kind: fc.constant('filtered' as const), reason: fc.string() });
  const quarantined = fc.record({
    kind: fc.constant('quarantined' as const),
    fault: fc.record({
      reason: fc.string(),
      message: fc.string(),
      faultOffset: fc.nat(),
      line: fc.nat(),
      column: fc.nat(),
    }),
  });

  test('gives back a position that begins where the first 64 kB end', () => {
    const tags = TAG_COLUMNS.map(() => null);
    const [moves, masks] = [new Uint16Array(), Uint16Array.of(0)];
    for (let left = 0; left <= 12; left++) {
      // digest, masks, and the first position with its head and FEN
      const long = { ply: 1, fen: 'f', records: new Uint8Array(64 * 1024 - 16 - 2 - 9 - left).fill(7) };
      const found = [long, { ply: 2, fen: 'g', records: Uint8Array.of(1, 2, 3) }];
      const packet = new PacketWriter();
      packet.scanned(new Uint8Array(16), tags, null, { ok: true, moves, masks, candidates: 0, found });
      const [outcome] = readPacket(packet.finish());
      expect(outcome, `${left} bytes left`).toMatchObject({
        kind: 'scanned',
        game: { found: [{ ply: 1 }, { ply: 2, fen: 'g' }] },
      });
    }
  });

  test('gives back what went in, in order', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(scanned, filtered, quarantined), { maxLength: 20 }), (outcomes) => {
        const packet = new PacketWriter();
        const expected = outcomes.map((outcome): Outcome => {
          if (outcome.kind === 'filtered') packet.filtered(outcome.reason);
          else if (outcome.kind === 'quarantined') packet.quarantined(outcome.fault);
          if (outcome.kind !== 'scanned') return outcome;
          const { kind, digest, tags, startFen, candidates, found, deepened } = outcome;
          const moves = Uint16Array.from(outcome.moves);
          const masks = Uint16Array.from([...outcome.moves, 1023]);
          packet.scanned(digest, tags, startFen, { ok: true, moves, masks, candidates, found }, deepened);
          const game = {
            digest,
            tags,
            startFen,
            candidates,
            found,
            moves: new Uint8Array(moves.buffer),
            masks: new Uint8Array(masks.buffer),
            ...(deepened && { depth: 'l2' as const }),
          };
          return { kind, game };
        });
        expect(plain(readPacket(packet.finish()))).toEqual(plain(expected));
      }),
      { numRuns: 200 },
    );
  });

  /** Byte arrays as plain ones: views into a packet are Buffers. */
  function plain(outcomes: Outcome[]): unknown {
    return JSON.parse(
      JSON.stringify(outcomes, (_, value: unknown) => (value instanceof Uint8Array ? [...value] : value)).replaceAll(
        /\{"type":"Buffer","data":(\[[^\]]*\])\}/g,
        '$1',
      ),
    );
  }

  test('grows with what it holds', () => {
    const packet = new PacketWriter();
    const moves = new Uint16Array(100_000).fill(7);
    const scan = { ok: true as const, moves, masks: new Uint16Array(100_001), candidates: 0, found: [] };
    packet.scanned(new Uint8Array(16), [], null, scan);
    packet.scanned(new Uint8Array(16), [], null, scan);
    const [first, second] = readPacket(packet.finish());
    expect(first).toEqual(second);
    expect(first?.kind === 'scanned' && first.game.moves.every((byte, at) => byte === (at % 2 ? 0 : 7))).toBe(true);
  });
});
