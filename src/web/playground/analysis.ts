/** What is known of the position on the board: the page's own kernel answers at once, and the service is asked for what is stored. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Depth } from '../../tactics/types.js';
import { askPosition } from '../engine/client.js';
import type { ShownTactic } from '../engine/messages.js';
import { askServerPosition, type Allowance } from './server.js';

export type Origin = { by: 'page'; ms: number; why: string | null } | { by: 'server'; ms: number };

export interface Analysis {
  fen: string;
  depth: Depth;
  tactics: ShownTactic[];
  candidates: ShownTactic[];
  /** Legal ones, UCI. */
  moves: string[];
  origin: Origin;
  /** Why there is none: what is wrong with the position. */
  fault: string | null;
}

/** Milliseconds that a position stays on the board before the service is asked. */
const REST = 450;
/** Requests of the minute that are left to the visitor's own programs. */
const LEFT = 5;

/**
 * @param ask whether the service is asked too
 */
export function useAnalysis(
  fen: string,
  depth: Depth,
  ask: boolean,
): { analysis: Analysis | null; allowance: Allowance | null } {
  const [analysis, setAnalysis] = useState<Analysis | null>(null);
  const [allowance, setAllowance] = useState<Allowance | null>(null);
  const latest = useRef(allowance);
  latest.current = allowance;

  useEffect(() => {
    let wanted = true;
    const isWanted = (): boolean => wanted;
    void askPosition(fen, depth).then((reply) => {
      if (!isWanted()) return;
      const none = { fen, depth, tactics: [], candidates: [], moves: [] };
      if (reply.kind === 'position') {
        const { tactics, candidates, moves, ms } = reply;
        setAnalysis({ ...none, tactics, candidates, moves, origin: { by: 'page', ms, why: null }, fault: null });
        return;
      }
      const fault = reply.kind === 'fault' ? reply.detail : `The engine failed: ${reply.message}`;
      setAnalysis({ ...none, origin: { by: 'page', ms: 0, why: null }, fault });
    });
    return () => {
      wanted = false;
    };
  }, [fen, depth]);

  useEffect(() => {
    if (!ask) return;
    const timer = setTimeout(() => {
      const left = latest.current;
      const tell = (change: Partial<Analysis>): void => {
        setAnalysis((now) =>
          now === null || now.fen !== fen || now.depth !== depth || now.fault !== null ? now : { ...now, ...change },
        );
      };
      const keepTo = (why: string): void => {
        setAnalysis((now) =>
          now?.fen === fen && now.origin.by === 'page' ? { ...now, origin: { ...now.origin, why } } : now,
        );
      };
      if (left !== null && left.remaining <= LEFT && Date.now() < left.resets) {
        keepTo(`the last ${left.remaining} requests of this minute are left to you`);
        return;
      }
      void askServerPosition(fen, depth).then((answer) => {
        if (answer.allowance !== null) setAllowance(answer.allowance);
        if ('refused' in answer) keepTo(`${answer.refused}`);
        else tell({ tactics: answer.tactics, origin: { by: 'server', ms: answer.ms } });
      });
    }, REST);
    return () => clearTimeout(timer);
  }, [fen, depth, ask]);

  return { analysis, allowance };
}
