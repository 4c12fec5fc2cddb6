/** What is found on the board. A piece that is held over a square is looked at as if it had been let go there. */
import { useMemo } from 'preact/hooks';
import type { ShownTactic } from '../engine/messages.js';
import { isOf, useAnalysis, type AnalysisFault, type Origin } from './analysis.js';
import { filtered } from './chances.js';
import { useHovered, type Held } from './hooks.js';
import type { Scene } from './scene.js';

export interface Findings {
  /** The square that a piece is held over; null where none is. */
  over: string | null;
  /** Before the filter. */
  found: readonly ShownTactic[];
  tactics: readonly ShownTactic[];
  candidates: readonly ShownTactic[];
  /** Whether they are known, and of what stands on the board. */
  settled: boolean;
  /** Whether more is to come. */
  waiting: boolean;
  /** Whether there is no position or game to find anything in. */
  nothing: boolean;
  /** What is wrong with the position. */
  fault: AnalysisFault | null;
  /** Who found them; undefined where nobody did. */
  origin: Origin | undefined;
}

export function useFindings(scene: Scene, held: Held | null, editing: boolean): Findings {
  const { depth, wanted, there, shown, gameFault } = scene;
  const hovered = useHovered(held, shown, editing);
  const { analysis } = useAnalysis(hovered ?? shown, depth, false);
  const current = hovered === null ? scene.analysis : isOf(analysis, hovered, depth) ? analysis : null;
  const found = hovered === null ? there : (current?.tactics ?? NO_TACTICS);
  const tactics = useMemo(() => filtered(found, wanted), [found, wanted]);
  const candidates = useMemo(() => filtered(current?.candidates ?? NO_TACTICS, wanted), [current, wanted]);

  const unread = scene.unread && hovered === null;
  const fault = unread ? null : (current?.fault ?? null);
  const nothing = fault !== null || (unread && gameFault !== null);
  const byServer = hovered === null ? scene.serverMs : null;
  const origin = byServer === null ? current?.origin : { by: 'server' as const, ms: byServer };
  return {
    over: hovered === null ? null : (held?.to ?? ''),
    found,
    tactics,
    candidates: hovered === null ? candidates : NO_TACTICS,
    settled: hovered === null && current !== null,
    waiting: unread ? gameFault === null : current === null,
    nothing,
    fault,
    origin: nothing ? undefined : origin,
  };
}

const NO_TACTICS: readonly ShownTactic[] = [];
