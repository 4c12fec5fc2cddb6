/** What the playground follows beside its own state: the piece that is held over a square, the line that is shown, and keys. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { askLine } from '../engine/client.js';
import type { LineReply, ShownTactic } from '../engine/messages.js';
import { readPlacement, withPlacement, type Square } from '../position.js';

/** The position as it would be after letting go; null where nothing is held over a square. */
export function useHovered(hover: { from: Square; to: Square } | null, base: string, editing: boolean): string | null {
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

/** The positions of a tactic's line; null until they are known. */
export function useLine(tactic: ShownTactic | undefined): LineReply | null {
  const [line, setLine] = useState<{ tactic: ShownTactic; reply: LineReply } | null>(null);
  useEffect(() => {
    if (tactic === undefined) return;
    let wanted = true;
    void askLine(tactic.fen, tactic.sequence ?? [tactic.trigger_move]).then((reply) => {
      if (wanted && reply.kind === 'line') setLine({ tactic, reply });
    });
    return () => {
      wanted = false;
    };
  }, [tactic]);
  return line !== null && line.tactic === tactic ? line.reply : null;
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
