/** An account's keys: make, rotate, revoke. */
import type { RefObject } from 'preact';
import { useState } from 'preact/hooks';
import { Button, Choice, Field } from '../parts/controls.js';
import { Notice } from '../parts/Notice.js';
import { Confirm } from './Confirm.js';
import { post, useDeed } from './service.js';
import type { AccountView, KeyView, MadeKey } from './types.js';
import { day, moment } from './words.js';

interface KeysProps {
  account: AccountView;
  /** Of the heading, which is given the focus where what had it is gone. */
  title: RefObject<HTMLHeadingElement | null>;
  /** A key was made or rotated, and has to be shown. */
  onKey: (made: MadeKey) => void;
  onRevoked: (id: string) => void;
  onRefused: () => void;
}

/** Minutes for which the old secret is good, too. */
const GRACES = [
  { value: '0', text: 'At once' },
  { value: '60', text: 'In an hour' },
  { value: '1440', text: 'In a day' },
] as const;

export function Keys({ account, title, onKey, onRevoked, onRefused }: KeysProps) {
  const [asked, setAsked] = useState<{ deed: 'rotate' | 'revoke'; key: KeyView } | null>(null);
  const live = account.keys.filter(({ revoked }) => revoked === null);
  const gone = account.keys.filter(({ revoked }) => revoked !== null);
  const close = (lost: boolean): void => {
    setAsked(null);
    // what was pressed is gone with a key that was revoked in another window
    if (lost) title.current?.focus();
  };
  return (
    <section aria-labelledby="keys-title">
      <h2 id="keys-title" ref={title} tabIndex={-1}>
        API keys
      </h2>
      {account.plan === null && live.length > 0 && (
        <Notice kind="warning">These keys do not work while you have no plan. With a new plan they work again.</Notice>
      )}
      {account.keys.length === 0 && <p>No keys yet.</p>}
      {live.length > 0 && (
        <ul class="keys">
          {live.map((key) => (
            <li key={key.id} class="card key">
              <div class="key-about">
                <p class="key-name">
                  <code>{key.prefix}…</code> {key.note}
                </p>
                <p class="muted small">
                  Created {day(key.created)}
                  {key.rotated !== null && `, rotated ${day(key.rotated)}`} ·{' '}
                  {key.last_used === null ? 'never used' : `last used ${moment(key.last_used)}`}
                  {key.previous_until !== null && ` · the previous secret works until ${moment(key.previous_until)}`}
                </p>
              </div>
              <div class="row">
                <Button label={`Rotate ${key.prefix}`} onClick={() => setAsked({ deed: 'rotate', key })}>
                  Rotate
                </Button>
                <Button look="danger" label={`Revoke ${key.prefix}`} onClick={() => setAsked({ deed: 'revoke', key })}>
                  Revoke
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {account.plan !== null && live.length < account.most_keys && <Create onKey={onKey} />}
      {account.plan !== null && live.length >= account.most_keys && (
        <p class="muted small">You have {live.length} keys, the most there can be: revoke one to create another.</p>
      )}
      {gone.length > 0 && (
        <details>
          <summary>Revoked keys ({gone.length})</summary>
          <ul class="small muted">
            {gone.map((key) => (
              <li key={key.id}>
                <code>{key.prefix}…</code> {key.note} created {day(key.created)}, revoked {moment(key.revoked ?? '')}
              </li>
            ))}
          </ul>
        </details>
      )}
      {asked?.deed === 'rotate' && <Rotate asked={asked.key} onKey={onKey} onRefused={onRefused} onClose={close} />}
      {asked?.deed === 'revoke' && (
        <Confirm
          title="Revoke this key?"
          action="Revoke it"
          danger
          onClose={close}
          onConfirm={() => post('/keys/revoke', { id: asked.key.id })}
          onDone={() => onRevoked(asked.key.id)}
          onRefused={onRefused}
        >
          <p>
            <code>{asked.key.prefix}…</code> {asked.key.note} stops working within a second, for good.
          </p>
        </Confirm>
      )}
    </section>
  );
}

interface RotateProps {
  asked: KeyView;
  onKey: KeysProps['onKey'];
  onRefused: () => void;
  onClose: (lost: boolean) => void;
}

function Rotate({ asked: { id, prefix, note }, onKey, onRefused, onClose }: RotateProps) {
  const [grace, setGrace] = useState<(typeof GRACES)[number]['value']>('0');
  return (
    <Confirm
      title="Give this key a new secret?"
      action="Rotate"
      onClose={onClose}
      onConfirm={() => post<MadeKey>('/keys/rotate', { id, grace_minutes: Number(grace) })}
      onDone={onKey}
      onRefused={onRefused}
    >
      <p>
        <code>{prefix}…</code> {note} gets a new secret, shown once.
      </p>
      <Choice label="The old one stops working" value={grace} options={GRACES} onChange={setGrace} />
    </Confirm>
  );
}

function Create({ onKey }: Pick<KeysProps, 'onKey'>) {
  const [note, setNote] = useState('');
  const { busy, fault, run } = useDeed();
  return (
    <form
      class="create-key"
      onSubmit={(event) => {
        event.preventDefault();
        run(async () => {
          const made = await post<MadeKey>('/keys/create', { note });
          setNote('');
          onKey(made);
        });
      }}
    >
      <Field label="New key" hint="What it is for, in your own words; use one key per program." fault={fault}>
        {(control) => (
          <input
            {...control}
            type="text"
            maxLength={200}
            value={note}
            onInput={(e) => setNote(e.currentTarget.value)}
          />
        )}
      </Field>
      <Button type="submit" disabled={busy}>
        Create key
      </Button>
    </form>
  );
}
