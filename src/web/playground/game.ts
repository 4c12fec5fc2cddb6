/** A game that was pasted: read and analysed by the page's kernel, half-move by half-move, and shown as it comes. */
import { useEffect, useState } from 'preact/hooks';
import type { Depth, GameTactic } from '../../tactics/types.js';
import { follow } from '../engine/client.js';
import type { ShownTactic } from '../engine/messages.js';
import { engineFailed, type AnalysisFault } from './analysis.js';

export interface Game {
  /** The text it stands in. */
  pgn: string;
  tags: ReadonlyMap<string, string>;
  moves: string[];
  sans: string[];
  /** One more than moves. */
  fens: string[];
  /** Before each half-move, as far as they are known. */
  tactics: readonly (readonly ShownTactic[] | undefined)[];
  /** Milliseconds that it took; null while it goes on. */
  ms: number | null;
  /** Milliseconds that it took the service, where the tactics are its own. */
  serverMs: number | null;
}

/** A text that was pasted. */
export interface GameText {
  pgn: string;
  /** Of those of its games that can be chosen. */
  titles: string[];
  /** How many it has. */
  games: number;
  /** The chosen one, as it stands there. */
  own: string;
}

export interface GameState {
  text: GameText | null;
  /** The chosen one; null until it is read, and where it cannot be. */
  game: Game | null;
  fault: (AnalysisFault & { line?: number; column?: number }) | null;
  /** Puts the service's tactics in the place of the page's. */
  replaceTactics: (tactics: readonly GameTactic[], serverMs: number) => void;
}

/** @param index of the text's games */
export function useGame(pgn: string | undefined, depth: Depth, index: number): GameState {
  const [text, setText] = useState<GameText | null>(null);
  const [game, setGame] = useState<Game | null>(null);
  const [fault, setFault] = useState<GameState['fault']>(null);

  useEffect(() => {
    setFault(null);
    if (pgn === undefined) return;
    return follow({ kind: 'game', pgn, depth, index }, (reply) => {
      switch (reply.kind) {
        case 'text':
          setFault(null); // an engine that had failed is there now
          setText({ pgn, titles: reply.titles, games: reply.games, own: reply.own });
          break;
        case 'game': {
          const { tags, moves, sans, fens } = reply;
          setGame({ pgn, tags: new Map(tags), moves, sans, fens, tactics: [], ms: null, serverMs: null });
          break;
        }
        case 'plies':
          setGame((now) => {
            if (now === null) return now;
            const tactics = [...now.tactics];
            reply.tactics.forEach((found, offset) => (tactics[reply.from + offset] = found));
            return { ...now, tactics, ms: reply.ms };
          });
          break;
        case 'fault':
          setGame(null);
          setFault(reply);
          break;
        case 'failed':
          setGame(null);
          setFault(engineFailed(reply));
          break;
      }
    });
  }, [pgn, depth, index]);

  const replaceTactics: GameState['replaceTactics'] = (found, serverMs) => {
    setGame((now) => {
      if (now === null) return now;
      const tactics: ShownTactic[][] = now.fens.map(() => []);
      for (const tactic of found) tactics[tactic.ply - 1]?.push(tactic);
      // the service looks at the positions before moves; what the page knows of the last one stays
      tactics[now.fens.length - 1] = [...(now.tactics[now.fens.length - 1] ?? [])];
      return { ...now, tactics, serverMs };
    });
  };
  return {
    text: text?.pgn === pgn ? text : null,
    game: game?.pgn === pgn ? game : null,
    fault,
    replaceTactics,
  };
}
