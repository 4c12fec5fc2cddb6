/** What the playground follows beside its own state: the piece that is held over a square, the line that is shown, and keys. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { askLine, follow } from '../engine/client.js';
import type { LineReply, ShownTactic } from '../engine/messages.js';
import { readPlacement, withPlacement, type Square } from '../position.js';

/** A piece that is held over a square. */
export interface Held {
  from: Square;
  to: Square;
}

/** The position as it would be after letting go; null where nothing is held over a square. */
export function useHovered(hover: Held | null, base: string, editing: boolean): string | null {
  const [after, setAfter] = useState<string | null>(null);
  useEffect(() => {
    setAfter(null);
    if (hover === null) return;
    const { from, to } = hover;
    if (editing) {
      const placement = new Map(readPlacement(base));
      const piece = placement.get(from);
      placement.delete(from);
      if (piece !== undefined) placement.set(to, piece);
      setAfter(withPlacement(base, placement));
      return;
    }
    let wanted = true;
    const take = (uci: string): void => {
      void askLine(base, [uci]).then((reply) => {
        if (!wanted) return;
        if (reply.kind === 'line') setAfter(reply.fens[1] ?? null);
        else if (uci.length === 4) take(`${uci}q`); // a pawn that promotes
      });
    };
    take(from + to);
    return () => {
      wanted = false;
    };
  }, [hover, base, editing]);
  return after;
}

/**
 * The positions of a tactic's line; null until they are known. The page's own kernel and the service say the same of a position, one after
 * the other: what is on the board then stays there.
 */
export function useLine(tactic: ShownTactic | undefined): LineReply | null {
  const [line, setLine] = useState<{ key: string; reply: LineReply } | null>(null);
  const moves = tactic?.sequence ?? (tactic === undefined ? [] : [tactic.trigger_move]);
  const key = tactic === undefined ? '' : [tactic.fen, ...moves].join(' ');
  useEffect(() => {
    if (tactic === undefined) return;
    return follow({ kind: 'line', fen: tactic.fen, moves }, (reply) => {
      if (reply.kind === 'line') setLine({ key, reply });
    });
  }, [key]);
  return line !== null && line.key === key ? line.reply : null;
}

/** Keys that are meant for no control. */
export function useKeys(onKey: (key: string) => void): void {
  const latest = useRef(onKey);
  latest.current = onKey;
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const target = event.target instanceof Element ? event.target : null;
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      if (target?.closest('input, textarea, select, [role=grid]') != null) return;
      latest.current(event.key);
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}
