/** What the playground tells those who do not see it: moves as they are stepped through, and what was found behind them. */
import { useEffect, useState } from 'preact/hooks';
import { capitalised, inWords } from '../../tactics/words.js';
import type { LineReply, ShownTactic } from '../engine/messages.js';
import { gainWords } from '../words.js';
import type { Findings } from './findings.js';
import type { Game } from './game.js';

interface Shown {
  game: Game | null;
  /** The position before this half-move of the game, 1-based. */
  ply: number;
  line: LineReply | null;
  /** Moves of the line that are played on the board. */
  step: number;
  /** null while nobody knows, and while a piece is held. */
  tactics: readonly ShownTactic[] | null;
  /** Whether there is something else that speaks for itself. */
  silent: boolean;
}

export function useSaid({ game, ply, line, step, tactics, silent }: Shown): {
  said: string;
  say: (words: string) => void;
} {
  const [said, say] = useState('');
  const before = game === null ? '' : ply > 1 ? `${game.sans[ply - 2] ?? ''}. ` : 'Beginning of the game. ';
  useEffect(() => {
    if (before !== '') say(before);
  }, [game?.sans, ply]); // not with everything that becomes known of the game
  useEffect(() => {
    if (line !== null && step > 0) say(`${line.sans[step - 1] ?? ''}, move ${step} of ${line.sans.length}`);
  }, [line, step]);
  useEffect(() => {
    if (tactics !== null) say(silent ? '' : before + summary(tactics));
  }, [tactics, silent, before]);
  return { said, say };
}

/** `no tactics`, `one tactic`, `2 tactics`. */
export function tacticsWords(count: number): string {
  return count === 1 ? 'one tactic' : `${count === 0 ? 'no' : count} tactics`;
}

/** How many there are. */
function countWords({ length }: readonly ShownTactic[]): string {
  return capitalised(tacticsWords(length)) + (length === 0 ? ' here' : '');
}

/** What stands above their list, also while a piece is held over a square. */
export function titleWords({ over, tactics, waiting, nothing }: Findings): string {
  const words = waiting && tactics.length === 0 ? 'Looking …' : countWords(tactics);
  if (over === null) return nothing ? 'Tactics' : words;
  return `If dropped on ${over}: ${nothing ? 'no position' : words.toLowerCase()}`;
}

function summary(tactics: readonly ShownTactic[]): string {
  const [best] = tactics;
  if (best === undefined) return `${countWords(tactics)}.`;
  const first = `${capitalised(inWords(best.pattern))}, ${best.trigger_san ?? best.trigger_move}, ${gainWords(best)}`;
  return `${countWords(tactics)}: ${first}.`;
}
