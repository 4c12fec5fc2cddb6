/**
 * `npm run bench:api`: how the service answers under load, over the loopback interface, with limits off: answers that it has against a
 * bare server that sends the same bytes, positions and games that it has not, and its memory over many requests.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT, newCommand, runCommand, wholeNumber, writeLine } from '../../jobs/cli.js';
import { loadEngine } from '../../src/tactics/kernel.js';
import { startChild } from './api/child.js';
import { load, type Measured } from './api/load.js';
import { readCorpus, SAMPLE, Sampler } from './corpus.js';
import { grouped, markdownTable } from './markdown.js';
import { median } from './measure.js';
import { makeScratch } from './scratch.js';

/** What the service promises. */
const FLOORS = { cached: 0.7, positionP50: 5, positionP99: 40, gameP99: 300, delayP99: 20 };
/** Plies of the games that are sent. */
const PLIES = { from: 72, to: 88 };
/** Rounds of bare and cached in turn, of which the median counts. */
const ROUNDS = 3;
const PUZZLE = '6k1/5p1p/4p3/4q3/3n4/2Q3P1/PP1N1P1P/6K1 b - - 3 37';

const HELP = `
Takes about a minute and a half. The load runs beside the server on the same machine, so figures are worth most where little else runs.

Examples:
  $ npm run bench:api
  $ npm run bench:api -- --seconds 10 --archive games.zip
  $ npm run bench:api -- --mixed 600 --archive games.zip   # ten minutes

Exit codes: 0 every promise is kept, 1 one is not (or it could not be measured), 2 wrong command line.`;

interface Flags {
  archive: string;
  seconds: number;
  requests: number;
  mixed: number;
}

const command = newCommand('bench:api', 'The service under load.', HELP)
  .option('--archive <file>', 'where positions and games come from', SAMPLE)
  .option('--seconds <n>', 'how long each measurement takes', wholeNumber(1, 600), 8)
  .option('--mixed <n>', 'seconds of mixed requests, 200 a second', wholeNumber(1, 36_000), 15)
  .option('--requests <n>', 'requests between two looks at the memory', wholeNumber(1_000, 10_000_000), 100_000);

interface Row {
  what: string;
  value: string;
  floor: string;
  kept: boolean;
  all: Measured;
}

await runCommand(command, async () => {
  const { archive, seconds, requests, mixed: long } = command.opts<Flags>();
  const { positions, games } = await material(archive, Math.max(100 * seconds + 1_000, 120 * long));
  if (games.length === 0) throw new Error(`${archive} has no game of ${PLIES.from} to ${PLIES.to} plies`);
  const folder = makeScratch();
  const rows = [
    ...(await cached(folder, seconds)),
    ...(await live(folder, seconds, positions, games)),
    ...(await mixed(folder, long, positions, games)),
    ...(await memory(folder, requests, positions.slice(0, 1_000))),
  ];
  const table = rows.map(({ what, value, floor, kept, all }) => [
    what,
    value,
    floor,
    `${grouped(all.requestsPerSecond)}/s, p50 ${all.p50} ms, p99 ${all.p99} ms, ${grouped(all.sent)} sent, ${all.failed} failed` +
      (kept ? '' : ': NOT KEPT'),
  ]);
  await writeLine(markdownTable(['', 'measured', 'promised', 'in all'], table, true));
  return rows.every(({ kept, all }) => kept && all.failed === 0) ? EXIT.ok : EXIT.failure;
});

/** Distinct positions, and games, as bodies. */
async function material(archive: string, count: number): Promise<{ positions: string[]; games: string[] }> {
  const fens = new Sampler<string>(count, 1);
  const texts: string[] = [];
  const seen = new Set<string>();
  for await (const { raw, moves, fens: all } of readCorpus(await loadEngine(), [archive])) {
    for (const fen of all.slice(12)) {
      const place = fen.split(' ', 4).join(' ');
      if (!seen.has(place)) fens.offer(fen);
      seen.add(place);
    }
    if (moves.length >= PLIES.from && moves.length <= PLIES.to) texts.push(Buffer.from(raw.bytes).toString());
  }
  return {
    positions: fens.shuffled().map((fen) => JSON.stringify({ fen })),
    games: texts.map((pgn) => JSON.stringify({ pgn })),
  };
}

/** The same answer again and again, from us and from a server that does nothing else. */
async function cached(folder: string, seconds: number): Promise<Row[]> {
  const body = JSON.stringify({ fen: PUZZLE });
  const motif = await startChild('motif', join(folder, 'cached.db'));
  await ask(motif.url, body);
  const file = join(folder, 'answer.json');
  writeFileSync(file, await ask(motif.url, body));
  const bare = await startChild('bare', file);
  const rounds: { ours: Measured; theirs: Measured }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const on = (url: string) => load({ url: `${url}/api/v1/extract`, bodies: [body], connections: 20, seconds });
    rounds.push({ theirs: await on(bare.url), ours: await on(motif.url) });
  }
  await Promise.all([motif.stop(), bare.stop()]);
  const share = median(rounds.map(({ ours, theirs }) => ours.requestsPerSecond / theirs.requestsPerSecond));
  const [first] = rounds;
  if (first === undefined) throw new Error('nothing was measured');
  const value = `${(100 * share).toFixed(0)} % of ${grouped(median(rounds.map(({ theirs }) => theirs.requestsPerSecond)))}/s`;
  const kept = share >= FLOORS.cached;
  return [{ what: 'cached, against a bare server', value, floor: '70 %', kept, all: first.ours }];
}

async function live(folder: string, seconds: number, positions: string[], games: string[]): Promise<Row[]> {
  const server = await startChild('motif', join(folder, 'live.db'));
  const one = `${server.url}/api/v1/extract`;
  await load({ url: one, bodies: positions.slice(0, 1_000), connections: 10, requests: 1_000 });
  await server.health();
  const live = await load({ url: one, bodies: positions.slice(1_000), connections: 10, seconds, rate: 100 });
  const { delayP99 } = await server.health();
  const whole = await load({
    url: `${one}_game`,
    bodies: games,
    connections: 1,
    requests: Math.min(games.length, 200),
  });
  await server.stop();
  return [
    {
      what: 'live l2, distinct positions, 100/s: p50',
      value: `${live.p50} ms`,
      floor: `${FLOORS.positionP50} ms`,
      kept: live.p50 <= FLOORS.positionP50,
      all: live,
    },
    {
      what: 'the same: p99',
      value: `${live.p99} ms`,
      floor: `${FLOORS.positionP99} ms`,
      kept: live.p99 <= FLOORS.positionP99,
      all: live,
    },
    {
      what: 'the same: delay of the event loop, p99',
      value: `${delayP99.toFixed(1)} ms`,
      floor: `${FLOORS.delayP99} ms`,
      kept: delayP99 <= FLOORS.delayP99,
      all: live,
    },
    {
      what: `games of ${PLIES.from}-${PLIES.to} plies, l2, played: p99`,
      value: `${whole.p99} ms`,
      floor: `${FLOORS.gameP99} ms`,
      kept: whole.p99 <= FLOORS.gameP99,
      all: whole,
    },
  ];
}

/** Of twenty requests fourteen for positions that came before, five for others, one for a game: what the service lives with. */
async function mixed(folder: string, seconds: number, positions: string[], games: string[]): Promise<Row[]> {
  // What is remembered is bounded, and memory can only be flat once that is full: of positions that the run does not ask about.
  const others = positions.slice(0, 60 * seconds);
  const asked = positions.slice(others.length);
  const bodies = Array.from({ length: 200 * seconds }, (_, index) => {
    if (index % 20 === 0) return games[(index / 20) % games.length] ?? '';
    return asked[index % 4 === 1 ? (index >> 2) % asked.length : index % 100] ?? '';
  });
  const server = await startChild('motif', join(folder, 'mixed.db'));
  const url = `${server.url}/api/v1/extract`;
  const send = (part: string[]) => load({ url, bodies: part, connections: 20, seconds: part.length / 200, rate: 200 });
  await load({ url, bodies: others, connections: 20, requests: others.length });
  await send(bodies.slice(0, 400));
  const before = await server.health();
  const all = await send(bodies);
  const after = await server.health();
  await server.stop();
  const grown = after.rss - before.rss;
  return [
    {
      what: 'mixed, 200/s: delay of the event loop, p99',
      value: `${after.delayP99.toFixed(1)} ms`,
      floor: `${FLOORS.delayP99} ms`,
      kept: after.delayP99 <= FLOORS.delayP99,
      all,
    },
    {
      what: 'the same: memory',
      value: `${grown.toFixed(0)} MB on ${before.rss.toFixed(0)} MB`,
      floor: '10 %',
      kept: grown < 0.1 * before.rss,
      all,
    },
  ];
}

/** Positions in turn, as fast as they go; what the process has grown by once it is warm. */
async function memory(folder: string, requests: number, bodies: string[]): Promise<Row[]> {
  const server = await startChild('motif', join(folder, 'memory.db'));
  const send = () => load({ url: `${server.url}/api/v1/extract`, bodies, connections: 20, requests });
  await send();
  const before = await server.health();
  const all = await send();
  const after = await server.health();
  await server.stop();
  const grown = after.rss - before.rss;
  const value = `${grown.toFixed(0)} MB on ${before.rss.toFixed(0)} MB`;
  const kept = grown < 0.1 * before.rss;
  return [{ what: `memory over ${grouped(requests)} requests`, value, floor: '10 %', kept, all }];
}

async function ask(url: string, body: string): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  return (await fetch(`${url}/api/v1/extract`, { method: 'POST', headers, body })).text();
}
