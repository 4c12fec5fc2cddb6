/** `npm run query`: lists the tactics that scans have found, by everything that can be asked of them. */
import { resolve } from 'node:path';
import { InvalidArgumentError, Option } from 'commander';
import { Findings, type Finding } from '../src/explore/finding.js';
import { jsonLine } from '../src/pgn/json-line.js';
import { plain, occasionWords, outcomeWords, playersWords, worthWords } from '../src/explore/words.js';
import type { DaySpan } from '../src/pgn/filter/dates.js';
import { parseDate } from '../src/pgn/filter/dates.js';
import { FilterError } from '../src/pgn/filter/errors.js';
import { shownLines } from '../src/pgn/shown.js';
import { ORDERS, SearchError, type Order, type Side, type Wish } from '../src/store/search/wish.js';
import { openStore } from '../src/store/open.js';
import type { Search } from '../src/store/search.js';
import type { Store } from '../src/store/store.js';
import { loadEngine } from '../src/tactics/kernel.js';
import { given } from '../src/given.js';
import { settle } from '../src/tactics/options.js';
import { inWords, numberedLine } from '../src/tactics/words.js';
import {
  asCalled,
  dbOption,
  EXIT,
  newCommand,
  patternList,
  readBy,
  refuse,
  runCommand,
  wholeNumber,
  writeLine,
} from './cli.js';
import { behindRemark, countRemark, whyNothing } from './remarks.js';

const HELP = `
A tactic is listed once for every game in which its position occurred: with the game, the ply and move number, the line that proves it, and the
position. A tactic must match all flags. A game that lacks a tag does not match a filter on it: --min-elo leaves out games without ratings, and
--since and --until leave out partial dates unless every day that they may mean fits.

A mate counts as more than any gain: it matches every --min-gain and no --max-gain (--no-mate leaves mates out). Names, events and archives
match by any part of them, ignoring case and accents: --player tal matches "Tal, Mikhail", and "Natalia" too; of several words of a player all
must occur, in any order, so --player "tal, m" is more exact. An umlaut may be written as one letter or as two: "mueller" and "muller" find
"Müller", and "müller" finds all three. --side player lists the player's own tactics, --side opponent those against the player.

--played lists tactics whose first move was played, --missed those where another move was played; at the end of a game it is neither.

Without --json the first 20 are shown, in blocks of four lines; --limit changes that. With --json all are written, one object a line: the
fields of the service's answers, and ply, move_number, outcome, move_played, game. Orders: gain (mates first, then the largest gain; of equal
ones that whose position was stored last), date (the latest first, games without a date last), store (as scanned).

Tactics found by any version of the engine are listed, each with its version (engine_signature); a note on standard error says how many games
are not up to date. Games that were scanned at l1 have no tactics.

Examples:
  $ npm run query -- --pattern smothered_mate --min-gain 300 --player "Tal"
  $ npm run query -- --pattern fork,pin --missed --min-elo 2500 --since 2020 --limit 5
  $ npm run query -- --player carlsen --side player --played --order date
  $ npm run query -- --eco B90 --event candidates --mate
  $ npm run -s query -- --pattern skewer --json | jq -r .fen
  $ npm run -s query -- --archive january.zip --count

Exit codes: 0 done, even if nothing was found; 1 failed; 2 wrong command line`;

/** What is shown where nobody asks for more. */
const SHOWN = 20;

interface Flags {
  db: string;
  patterns?: string[];
  minGain?: number;
  maxGain?: number;
  mate?: boolean;
  side?: Side;
  player?: string;
  white?: string;
  black?: string;
  minElo?: number;
  maxElo?: number;
  since?: DaySpan;
  until?: DaySpan;
  event?: string;
  eco?: string;
  archive?: string;
  played?: true;
  missed?: true;
  order?: Order;
  limit?: number;
  json?: true;
  count?: true;
}

const gain = wholeNumber(0, 32_767);
const elo = wholeNumber(1, 4_000);
const date = readBy(parseDate, FilterError);

const command = newCommand('query', 'Lists the tactics that scans have found.', HELP)
  .addOption(dbOption('the database'))
  .addOption(patternList('--pattern, --patterns <a,b>'))
  .option('--min-gain <n>', 'only those that win this many centipawns or more, or mate', gain)
  .option('--max-gain <n>', 'only those that win this many centipawns or fewer, and no mates', gain)
  .option('--mate', 'only mates')
  .option('--no-mate', 'no mates')
  .addOption(
    new Option(
      '--side <side>',
      'whose tactics: those of White, of Black, of the --player, or of the opponents',
    ).choices(['white', 'black', 'player', 'opponent']),
  )
  .option('--player <name>', 'in games of this player', text)
  .option('--white <name>', 'in games in which this player has White', text)
  .option('--black <name>', 'in games in which this player has Black', text)
  .option('--min-elo <n>', 'in games whose players both have this rating or more', elo)
  .option('--max-elo <n>', 'in games whose players both have this rating or less', elo)
  .option('--since <date>', 'in games of this day, month or year (2024-01-31, 2024-01, 2024) and later', date)
  .option('--until <date>', 'in games of this day, month or year and earlier', date)
  .option('--event <text>', 'in games whose event has this in its name', text)
  .option('--eco <code>', 'in games of this opening: B90, or all of B9 or B', eco)
  .option('--archive <text>', 'from the archive with this path, or archives whose path or entry contains this', text)
  .option('--played', 'only those whose first move was played in the game')
  .option('--missed', 'only those where another move was played')
  .addOption(new Option('--order <order>', 'what comes first').choices(ORDERS).default('gain'))
  .option('--limit <n>', `list at most so many (default: ${SHOWN}; with --json all)`, wholeNumber(1, 1_000_000_000))
  .option('--json', 'one JSON object a line')
  .option('--count', 'only print how many there are; with --json as {"count":N}');

await runCommand(command, async () => {
  const flags = command.opts<Flags>();
  const wish = wishOf(flags);
  if (flags.count) refuseListing();
  const store = openStore(flags.db, { mustExist: true, cache: 64 });
  try {
    if (wish.archive !== undefined) wish.archive = storedPath(store.search, wish.archive);
    if (flags.count) {
      const count = store.search.count(wish);
      await writeLine(flags.json ? JSON.stringify({ count }) : String(count));
      sayBehind(store);
    } else await list(store, wish, flags);
  } catch (error) {
    if (error instanceof SearchError) refuse(command, error.message);
    throw error;
  } finally {
    store.close();
  }
  return EXIT.ok;
});

/**
 * The path under which a scan has stored an archive that is named by another, such as `./games.zip` for `games.zip`, here or in the folder where
 * npm was called; the text itself where it names none.
 */
function storedPath(search: Search, text: string): string {
  const paths = search.archives();
  if (paths.includes(text)) return text;
  const stored = (file: string): string | undefined => paths.find((path) => resolve(path) === file);
  return stored(resolve(text)) ?? stored(asCalled(text)) ?? text;
}

/** Ends where flags say how to list what is only to be counted. */
function refuseListing(): void {
  for (const flag of ['limit', 'order'] as const)
    if (command.getOptionValueSource(flag) === 'cli')
      refuse(command, `--count lists nothing: leave out --${flag}, or --count`);
}

function wishOf(flags: Flags): Wish {
  const { minGain, maxGain, mate, side, player, minElo, maxElo, since, until, played, missed } = flags;
  if (minGain !== undefined && maxGain !== undefined && minGain > maxGain)
    refuse(command, `--min-gain ${minGain} is above --max-gain ${maxGain}: no tactic can match both`);
  if (mate === true && maxGain !== undefined)
    refuse(
      command,
      '--mate and --max-gain contradict each other, for a mate counts as more than any gain: leave one of them out',
    );
  if (minElo !== undefined && maxElo !== undefined && minElo > maxElo)
    refuse(command, `--min-elo ${minElo} is above --max-elo ${maxElo}: no game can match both`);
  if (since !== undefined && until !== undefined && since.first > until.last)
    refuse(command, '--since lies after --until: no game can match both');
  if (played && missed)
    refuse(command, '--played and --missed contradict each other: leave out both to list all tactics');
  if ((side === 'player' || side === 'opponent') && player === undefined)
    refuse(command, `--side ${side} needs --player NAME`);
  const { white, black, event, archive } = flags;
  return given({
    patterns: flags.patterns && settle({ patterns: flags.patterns }).mask,
    minGain,
    maxGain,
    mate,
    side,
    player,
    white,
    black,
    minElo,
    maxElo,
    since: since?.first,
    until: until?.last,
    event,
    eco: flags.eco,
    archive,
    outcome: played ? 'played' : missed && 'missed',
  });
}

async function list(store: Store, wish: Wish, { order = 'gain', limit, json }: Flags): Promise<void> {
  const findings = new Findings(await loadEngine());
  const most = limit ?? (json ? Infinity : SHOWN);
  let written = 0;
  for (const found of store.search.all(wish, order)) {
    if (written === most) break;
    const finding = findings.read(found);
    written++;
    if (json) await writeLine(jsonLine(finding));
    else await writeBlock(written, finding);
  }
  if (written === 0) say(whyNothing(store.search, store.file, wish));
  else if (written === most) say(countRemark(store.search, wish, written, json));
  if (written > 0) sayBehind(store);
}

/** What is not up to date, where anything is. */
function sayBehind(store: Store): void {
  const behind = behindRemark(store.search, store.file);
  if (behind !== null) say(behind);
}

/** Four lines: what and whose, where, the line, the position. */
async function writeBlock(number: number, finding: Finding): Promise<void> {
  const { pattern, fen, ply, move_number, trigger_san = '', sequence_san, game } = finding;
  const indent = ' '.repeat(6);
  const head = [
    `${String(number).padStart(4)}. ${inWords(pattern).padEnd(17)}`,
    worthWords(finding).padEnd(9),
    `${move_number} ${trigger_san}`.padEnd(14),
    `ply ${ply}`.padEnd(8),
    outcomeWords(finding),
  ];
  const occasion = occasionWords(finding);
  await writeLine(head.join(' ').trimEnd());
  await writeLine(`${indent}${playersWords(finding)}${occasion === '' ? '' : `, ${occasion}`} [${place(game)}]`);
  await writeLine(`${indent}${numberedLine(fen, sequence_san ?? [trigger_san])}`);
  await writeLine(`${indent}${fen}`);
}

/** Archive and entry; a plain file is its own only entry. */
function place({ archive, entry }: Finding['game']): string {
  const [path, name] = [plain(archive), plain(entry)];
  return path.endsWith(name) ? path : `${path}: ${name}`;
}

function say(words: string): void {
  process.stderr.write(`query: ${shownLines(words)}\n`);
}

function text(value: string): string {
  if (value.trim() === '') throw new InvalidArgumentError('Give at least a part of a name.');
  return value.trim();
}

function eco(value: string): string {
  if (!/^[A-Ea-e]\d{0,2}$/.test(value.trim()))
    throw new InvalidArgumentError('Give an ECO code, such as B90, B9 or B.');
  return value.trim().toUpperCase();
}
