/** An explanation as people read it: the position, what became of every trigger and every candidate, and the tactics with their lines. */
import { Chess } from 'chess.js';
import { given } from '../src/given.js';
import { jsonLine } from '../src/pgn/json-line.js';
import { shown } from '../src/pgn/shown.js';
import {
  loadExplainer,
  type ExplainedCandidate,
  type ExplainedTactic,
  type ExplainedTrigger,
  type Explanation,
  type Play,
} from '../src/tactics/explain.js';
import { count } from '../src/tactics/figures.js';
import { loadEngine } from '../src/tactics/kernel.js';
import { answerLines, badLine } from '../src/tactics/stream.js';
import type { PatternMask, Target } from '../src/tactics/types.js';
import { align, EXIT, writeLine } from './cli.js';

/**
 * Explains one position a line on standard output. A line that holds no legal position is named on standard error, with the reason.
 * @param mask the patterns whose candidates and tactics are wanted
 * @param json one object a line instead of text; a refused line then is one as well
 * @returns the exit code
 */
export async function explainFens(fens: AsyncIterable<Uint8Array>, mask: PatternMask, json: boolean): Promise<number> {
  const explainer = await loadExplainer();
  const engine = await loadEngine();
  let done = 0;
  let refused = 0;
  for await (const item of answerLines(engine, fens, (fen) => explainer.explain(fen, mask))) {
    const { line, id } = item;
    if ('fault' in item) {
      refused++;
      const name = id === undefined ? '' : ` (${shown(id)})`;
      if (json) await writeLine(jsonLine(badLine(item)));
      else process.stderr.write(`analyze: line ${line}${name}: ${shown(item.fault.message)}\n`);
      continue;
    }
    if (json) await writeLine(jsonLine({ ...item.answer, ...given({ id }) }));
    else {
      const over = engine.legalMoves(item.answer.fen).length === 0;
      await writeLine(`${done > 0 ? '\n\n' : ''}${layOut(item.answer, id, over)}`);
    }
    done++;
  }
  process.stderr.write(`analyze: positions explained: ${done}, refused: ${refused}\n`);
  return refused > 0 ? EXIT.badInput : EXIT.ok;
}

/**
 * The text of one explanation, without a last line end.
 * @param id what EPD calls the position
 * @param over whether there is no legal move
 */
function layOut(explanation: Explanation, id: string | undefined, over: boolean): string {
  const { triggers, candidates, tactics } = explanation;
  const byMove = new Map(triggers.map((trigger) => [trigger.uci, trigger]));
  return [
    explanation.fen,
    ...(id === undefined ? [] : [shown(id)]),
    '',
    ...layOutPosition(explanation),
    ...(over ? ['', endOf(explanation.fen)] : []),
    ...section('triggers, best first', triggers, triggerRow),
    ...section('candidates of l1', candidates, (candidate) => candidateRow(candidate, byMove)),
    ...section('tactics', tactics, tacticRow),
  ].join('\n');
}

/** How a game ended that has no legal move left. */
function endOf(fen: string): string {
  const mated = new Chess(fen.trim(), { skipValidation: true }).inCheck();
  return `the game is over: ${mated ? 'checkmate' : 'stalemate'}, there is no move to explain`;
}

/** A heading with the number of items, and an aligned row for each. */
function section<Item>(title: string, items: readonly Item[], row: (item: Item) => string[]): string[] {
  return ['', `${title} (${items.length})`, ...align(items.map(row)).map((line) => `  ${line}`)];
}

/** The board, White below, and beside it the figures. */
function layOutPosition({ fen, side, material, bar, nodes, triggers }: Explanation): string[] {
  const plain = Math.max(0, ...triggers.map((trigger) => trigger.plain_gain));
  const facts = [
    `${side === 'white' ? 'White' : 'Black'} to move`,
    `material       ${signed(material)}`,
    `bar            ${bar}`,
    `plain capture  ${plain === 0 ? 'wins nothing' : `wins ${plain}`}`,
    `nodes          ${count(nodes)}`,
  ];
  const ranks = (fen.trim().split(/\s+/)[0] ?? '').split('/');
  const board = ranks.map((rank, i) => {
    const squares = rank.replace(/\d/g, (gap) => '.'.repeat(Number(gap)));
    return `${8 - i}  ${[...squares].join(' ')}`;
  });
  return align([...board, '   a b c d e f g h'].map((row, i) => [`  ${row}`, '', facts[i - 1] ?? '']));
}

function signed(gain: number): string {
  return gain > 0 ? `+${gain}` : String(gain);
}

function triggerRow(trigger: ExplainedTrigger): string[] {
  const { san, uci, forcing, depth, verdict, patterns, plain } = trigger;
  const reason = plain ? 'a plain capture' : 'no pattern in it';
  const silent = verdict === 'proven' && patterns.length === 0 ? ` (${reason})` : '';
  return [san, uci, forcing, `depth ${depth}`, `${wordsOf(trigger)}${silent}`];
}

function candidateRow(candidate: ExplainedCandidate, byMove: ReadonlyMap<string, ExplainedTrigger>): string[] {
  const { pattern, san, trigger_move, key_squares, targets, gain } = candidate;
  const trigger = byMove.get(trigger_move);
  const evidence = `${key_squares.join(' ')} -> ${targets.map(nameOf).join(' ')}`;
  return [pattern, san, evidence, `static ${gain}`, trigger === undefined ? '' : outcomeWords(candidate, trigger)];
}

function outcomeWords({ outcome }: ExplainedCandidate, trigger: ExplainedTrigger): string {
  const words = wordsOf(trigger);
  switch (outcome) {
    case 'confirmed':
      return 'confirmed';
    case 'later':
      return 'confirmed, but later in the line';
    case 'not_in_line':
      return trigger.plain
        ? `not confirmed: the capture wins as much without it; the trigger ${words}`
        : `not confirmed: the line does not cash in on it; the trigger ${words}`;
    case 'trigger_fails':
      return `not confirmed: the trigger ${words}`;
  }
}

function tacticRow({ pattern, key_squares, targets, gain, is_mate, san, pattern_ply = 0 }: ExplainedTactic): string[] {
  const line = san.map((move, ply) => (ply === pattern_ply ? `[${move}]` : move)).join(' ');
  const worth = is_mate ? `mates in ${Math.ceil(san.length / 2)}` : `wins ${gain}`;
  const evidence = `${key_squares.join(' ')} -> ${targets.map(nameOf).join(' ')}`;
  return [pattern, san[0] ?? '', evidence, `ply ${pattern_ply}`, worth, line];
}

function nameOf({ piece, square }: Target): string {
  return `${piece.toUpperCase()}${square}`;
}

/** What became of a trigger: a predicate, for the trigger is what is talked about. */
function wordsOf({ verdict, line, refutation, plain_gain, needed, better }: ExplainedTrigger): string {
  switch (verdict) {
    case 'proven':
      return `${resultOf(line)}: ${movesOf(line)}`;
    case 'slower':
      return `${resultOf(line)}, but another trigger mates sooner: ${movesOf(line)}`;
    case 'needless':
      return `${resultOf(line)}, no more than a queen would: ${movesOf(line)}`;
    case 'no_more_than_plain':
      return `${resultOf(line)}, no more than a plain capture (${plain_gain}): ${movesOf(line)}`;
    case 'outdone':
      return `${resultOf(line)}, but by little, and ${better?.san ?? 'another move'} is better: ${movesOf(line)}`;
    case 'doubtful':
      return `${resultOf(line)} in material, but does not stand up to a second look: ${doubtOf(refutation, needed)}`;
    case 'no_win':
      return `does not win${refutationOf(refutation, needed)}`;
    case 'not_searched':
      return 'was not searched: the nodes ran out before';
  }
}

/** What follows on "does not win": the play that refutes a trigger, without the trigger. */
function refutationOf(play: Play | null, needed: number): string {
  if (reaches(play, needed)) return ` in the search of all triggers; alone it ${resultOf(play)} (${movesOf(play)})`;
  const reply = (play?.san ?? []).slice(1).join(' ');
  return reply === '' ? `: it ${resultOf(play)}` : `: refuted by ${reply} (${resultOf(play)})`;
}

function doubtOf(play: Play | null, needed: number): string {
  if (play === null) return 'too little is left';
  const left = play.gain === null ? `it ${resultOf(play)}` : `${play.gain} is left`;
  const alone = reaches(play, needed) ? ', searched alone' : '';
  return `${left} where ${needed} is needed, the whole position weighed${alone} (${movesOf(play)})`;
}

/** Whether best play is no refutation after all (`ExplainedTrigger.refutation`). */
function reaches(play: Play | null, needed: number): boolean {
  return play !== null && (play.mate === null ? (play.gain ?? 0) >= needed : play.mate > 0);
}

function resultOf(play: Play | null): string {
  if (play === null) return 'comes to nothing';
  if (play.mate !== null) return play.mate > 0 ? `mates in ${play.mate}` : `is mated in ${-play.mate}`;
  if (play.drawn) return 'is a draw';
  const gain = play.gain ?? 0;
  if (gain === 0) return 'wins nothing';
  return gain > 0 ? `wins ${gain}` : `loses ${-gain}`;
}

function movesOf(play: Play | null): string {
  return (play?.san ?? []).join(' ');
}
