/** What is known of the position on the board: the page's own kernel answers at once, and the service is asked for what is stored. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Depth } from '../../tactics/types.js';
import { follow } from '../engine/client.js';
import type { FailedReply, ShownTactic } from '../engine/messages.js';
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
  fault: AnalysisFault | null;
}

/** What is asked for comes later, and what is known may be of the position before. */
export function isOf(analysis: Analysis | null, fen: string, depth: Depth): analysis is Analysis {
  return analysis?.fen === fen && analysis.depth === depth;
}

/** Why there is none: what is wrong with the position, or that the kernel failed. */
export interface AnalysisFault {
  kind: 'fault' | 'failed';
  detail: string;
}

/** What the page says of it. */
export function engineFailed({ message }: FailedReply): AnalysisFault {
  return { kind: 'failed', detail: `the engine failed: ${message}` };
}

/** Milliseconds that a position stays on the board before the service is asked. */
const REST = 450;
/** Requests of the minute that are left to the visitor's own programs. */
const LEFT = 5;

type Heard = { key: string } & ({ tactics: ShownTactic[]; ms: number } | { why: string });

/** @param ask whether the service is asked too */
export function useAnalysis(
  fen: string,
  depth: Depth,
  ask: boolean,
): { analysis: Analysis | null; allowance: Allowance | null; setAllowance: (told: Allowance) => void } {
  const [own, setOwn] = useState<Analysis | null>(null);
  const [heard, setHeard] = useState<Heard | null>(null);
  const [allowance, setAllowance] = useState<Allowance | null>(null);
  const latest = useRef(allowance);
  latest.current = allowance;

  useEffect(() => {
    return follow({ kind: 'position', fen, depth }, (reply) => {
      const none = { fen, depth, tactics: [], candidates: [], moves: [] };
      if (reply.kind === 'position') {
        const { tactics, candidates, moves, ms } = reply;
        setOwn({ ...none, tactics, candidates, moves, origin: { by: 'page', ms, why: null }, fault: null });
        return;
      }
      if (reply.kind !== 'fault' && reply.kind !== 'failed') return;
      const fault = reply.kind === 'fault' ? { kind: reply.kind, detail: reply.detail } : engineFailed(reply);
      setOwn({ ...none, origin: { by: 'page', ms: 0, why: null }, fault });
    });
  }, [fen, depth]);

  // the service would refuse what is no position, and count the request; a kernel that fails is its own fault
  const sound = own !== null && own.fen === fen && own.depth === depth && own.fault?.kind !== 'fault';
  const asks = ask && sound;
  useEffect(() => {
    if (!asks) return;
    const key = `${depth} ${fen}`;
    let wanted = true;
    const timer = setTimeout(() => {
      const left = latest.current;
      if (left !== null && left.remaining <= LEFT && Date.now() < left.resets) {
        setHeard({ key, why: `the last ${left.remaining} requests of this minute are left to you` });
        return;
      }
      void askServerPosition(fen, depth).then((answer) => {
        if (answer.allowance !== null) setAllowance(answer.allowance);
        if (!wanted) return; // what was said of the next position meanwhile stays
        if ('refused' in answer) setHeard({ key, why: answer.refused });
        else setHeard({ key, tactics: answer.tactics, ms: answer.ms });
      });
    }, REST);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [fen, depth, asks]);

  // whichever comes first: what the service says counts, and what only the kernel knows stays
  const analysis = useMemo(() => {
    if (own === null || heard?.key !== `${own.depth} ${own.fen}`) return own;
    if ('tactics' in heard) {
      return { ...own, tactics: heard.tactics, origin: { by: 'server' as const, ms: heard.ms }, fault: null };
    }
    return own.origin.by === 'page' ? { ...own, origin: { ...own.origin, why: heard.why } } : own;
  }, [own, heard]);
  return { analysis, allowance, setAllowance };
}
