/** `npm run keys`: makes, lists, rotates and revokes the API keys of the paid door. */
import { statSync } from 'node:fs';
import { InvalidArgumentError, type Command } from 'commander';
import { hashKey, hideKeys, makeKey, makeKeyId, readKeyId } from '../src/api/key.js';
import { loadPlans, PlanPathError } from '../src/api/plan-file.js';
import { BUILT_IN_PLANS, describePlan, paidPlans, type PlanTable } from '../src/api/plans.js';
import { jsonLine } from '../src/pgn/json-line.js';
import { shown } from '../src/pgn/shown.js';
import { isThere } from '../src/store/errors.js';
import type { KeyRow } from '../src/store/keys.js';
import { dbFlag } from '../src/store/shell.js';
import { openStore } from '../src/store/open.js';
import type { Store } from '../src/store/store.js';
import {
  align,
  dbOption,
  EXIT,
  newCommand,
  readBy,
  refuse,
  runCommand,
  wholeNumber,
  writeLine,
  writeOnce,
} from './cli.js';

const HELP = `
A key is shown only once, when it is created or rotated; the database holds only its hash. ID is the part of a key after "motif_", as list
shows it; a whole key is accepted too. A running service sees changes within a second. A new key that cannot be shown is revoked again.

rotate gives a key a new secret; its ID and plan stay. The old secret ends at once, or after --grace minutes. revoke ends a key for good.
--json prints one object: id, key, plan for create and rotate (with --grace also previous_until); id, plan, revoked for revoke; list
prints one array.

Examples:
  $ npm run keys -- create --plan builder --note 'Chess club Hastings'
  $ npm run -s keys -- create --plan scale --json | jq -r .key
  $ npm run keys -- list
  $ npm run keys -- rotate 7h3k9q2m --grace 60
  $ npm run keys -- revoke 7h3k9q2m --db /var/lib/motif/motif.db

Exit codes: 0 done; 1 failed, or there is no such key; 2 wrong command line`;

/** Of all subcommands; each reads its own. */
interface Flags {
  db: string;
  json?: true;
  plan: string;
  note: string;
  plans?: PlanTable;
  grace?: number;
}

const MINUTE = 60_000;

const plansOf = readBy(loadPlans, PlanPathError);

const command = newCommand('keys', 'Manages API keys for the paid interface of the service (/v1).', HELP)
  // flags are the subcommands' own: `keys --db x.db list` is refused
  .usage('<command> [options]');
let work = (): Promise<void> => Promise.resolve();

/** A subcommand: parsed first, then run where its errors are caught. */
function subcommand(usage: string, summary: string, run: (flags: Flags, id: string) => Promise<void>): Command {
  const sub = command
    .command(usage)
    .description(summary)
    .addOption(dbOption('the database'))
    .option('--json', 'print JSON');
  sub.action(() => {
    work = () => run(sub.opts<Flags>(), sub.args[0] ?? '');
  });
  return sub;
}

subcommand('create', 'create a key, and show it', create)
  .requiredOption('--plan <name>', 'builder, scale, custom, or a plan of your own from --plans')
  .option('--plans <file>', 'the JSON file of plans that the service was started with', plansOf)
  .option('--note <text>', 'whose key it is, for list', note, '');
subcommand('list', 'list all keys: ID, plan, and when created, last used, rotated or revoked', list);
subcommand('rotate <id>', 'give a key a new secret, and show it', rotate).option(
  '--grace <minutes>',
  'how long the old secret stays valid (default: it ends at once)',
  wholeNumber(1, 60 * 24 * 365),
);
subcommand('revoke <id>', 'end a key for good', revoke);

await runCommand(command, async () => {
  await work();
  return EXIT.ok;
});

async function create({ db, json, plan: name, plans: table = BUILT_IN_PLANS, note }: Flags): Promise<void> {
  const plan = table.plans.get(name);
  if (plan === undefined || !paidPlans(table).includes(name)) {
    const why = plan === undefined ? 'there is no such plan' : 'it needs no key';
    refuse(command, `--plan ${name}: ${why}; plans for keys: ${paidPlans(table).join(', ')}`);
  }
  await withStore(db, false, (store) => {
    let id: string;
    let key: string;
    do {
      id = makeKeyId();
      key = makeKey(id);
    } while (!store.keys.create({ id, plan: name, note, hash: hashKey(key), created: Date.now() }));
    show({ id, key, plan: name }, json, `This key is shown only now. Plan ${name}: ${describePlan(plan)}.`, () => {
      store.keys.revoke(id, Date.now());
      return `key ${id} was revoked, for nobody has seen it`;
    });
  });
}

async function list({ db, json }: Flags): Promise<void> {
  await withStore(db, true, async (store) => {
    const rows = store.keys.list();
    if (json) await writeLine(jsonLine(rows.map(describe)));
    else if (rows.length === 0)
      process.stderr.write(
        `There are no keys in ${db}. To create one: npm run keys -- create --plan builder${dbFlag(db)}\n`,
      );
    else for (const line of tableOf(rows)) await writeLine(line);
  });
}

async function rotate({ db, json, grace }: Flags, given: string): Promise<void> {
  await withStore(db, true, (store) => {
    const row = find(store, given);
    const key = makeKey(row.id);
    const now = Date.now();
    const until = grace === undefined ? null : now + grace * MINUTE;
    if (!store.keys.rotate(row.id, hashKey(key), now, until)) {
      throw new Error(
        `key ${row.id} has been revoked for good; create another one: npm run keys -- create --plan ${row.plan}${dbFlag(db)}`,
      );
    }
    const end = until === null ? 'has ended' : `stays valid until ${timeText(until)}`;
    const answer = { id: row.id, key, plan: row.plan, ...(until !== null && { previous_until: timeText(until) }) };
    show(answer, json, `This key is shown only now. The previous one ${end}.`, () => {
      return `key ${row.id} has a new secret that nobody has seen, and the previous one ${end}: rotate it again`;
    });
  });
}

async function revoke({ db, json }: Flags, given: string): Promise<void> {
  await withStore(db, true, async (store) => {
    const { id, plan } = find(store, given);
    const done = store.keys.revoke(id, Date.now());
    const revoked = timeText(store.keys.find(id)?.revoked ?? null);
    if (json) await writeLine(JSON.stringify({ id, plan, revoked }));
    else await writeLine(done ? `Key ${id} is revoked.` : `Key ${id} was revoked already, at ${revoked}.`);
  });
}

/** @param given an id, or a whole key; blanks around it come along where it is copied */
function find(store: Store, given: string): KeyRow {
  const text = given.trim();
  if (text === '') refuse(command, 'the ID of a key is missing');
  const id = readKeyId(text) ?? text;
  const row = store.keys.find(id);
  if (row === undefined) {
    throw new Error(
      `there is no key ${hideKeys(id)} in ${store.file}; to list all keys: npm run keys -- list${dbFlag(store.file)}`,
    );
  }
  return row;
}

/** Commits reach the disk before a key is shown: one that a power cut takes back would be a key that never was. */
async function withStore(db: string, mustExist: boolean, use: (store: Store) => Promise<void> | void): Promise<void> {
  const info = isThere(db) ? statSync(db) : undefined;
  if (mustExist && (info === undefined || (info.isFile() && info.size === 0))) {
    const why =
      info === undefined ? `there is no database ${db}, and so no key` : `the database ${db} is empty, and has no key`;
    throw new Error(`${why}; to create one: npm run keys -- create --plan builder${dbFlag(db)}`);
  }
  const store = openStore(db, { mustExist, durable: true });
  try {
    await use(store);
  } finally {
    store.close();
  }
}

/** @param onUnseen what becomes of a key that could not be shown, in words */
function show(
  answer: Record<string, string | null>,
  json: true | undefined,
  remark: string,
  onUnseen: () => string,
): void {
  const lines = json
    ? [JSON.stringify(answer)]
    : Object.entries(answer).map(([name, value]) => `${name.padEnd(5)} ${String(value)}`);
  try {
    writeOnce(`${lines.join('\n')}\n`);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`standard output cannot be written (${why}); ${onUnseen()}`, { cause: error });
  }
  if (!json) process.stderr.write(`${remark}\n`);
}

/** A row for programs: names as everywhere in the interface, times in ISO 8601. */
function describe(row: KeyRow): Record<string, string | null> {
  const graceful = row.previousUntil !== null && row.previousUntil > Date.now();
  return {
    id: row.id,
    plan: row.plan,
    note: row.note,
    created: timeText(row.created),
    rotated: timeText(row.rotated),
    previous_until: graceful ? timeText(row.previousUntil) : null,
    revoked: timeText(row.revoked),
    last_used: timeText(row.lastUsed),
  };
}

function tableOf(rows: readonly KeyRow[]): string[] {
  return align([
    ['id', 'plan', 'created', 'last used', 'state', 'note'],
    ...rows.map((row) => [
      row.id,
      row.plan,
      shortTime(row.created),
      row.lastUsed === null ? 'never' : shortTime(row.lastUsed),
      stateOf(row),
      shown(row.note),
    ]),
  ]);
}

function stateOf({ revoked, rotated, paidUntil }: KeyRow): string {
  if (revoked !== null) return `revoked ${shortTime(revoked)}`;
  if (paidUntil !== null && Date.now() >= paidUntil) return 'not paid for';
  return rotated === null ? 'valid' : `valid, rotated ${shortTime(rotated)}`;
}

/** To the minute, UTC. */
function shortTime(time: number): string {
  return new Date(time).toISOString().slice(0, 16).replace('T', ' ');
}

function timeText(time: number): string;
function timeText(time: number | null): string | null;
function timeText(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}

/** A line of plain text. */
function note(text: string): string {
  if (/[\x00-\x1f\x7f]/.test(text) || text.length > 200) {
    throw new InvalidArgumentError('Give one line of up to 200 characters.');
  }
  return text;
}
