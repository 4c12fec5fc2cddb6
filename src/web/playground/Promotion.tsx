/** What a pawn becomes. The keyboard is led here, and back to where it was on the board. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from '../parts/controls.js';

const PIECES = [
  ['q', 'Queen'],
  ['r', 'Rook'],
  ['b', 'Bishop'],
  ['n', 'Knight'],
] as const;

/** @param onPick is given null where the pawn stays what it is */
export function Promotion({ onPick }: { onPick: (piece: (typeof PIECES)[number][0] | null) => void }) {
  const group = useRef<HTMLDivElement>(null);
  const before = useRef<Element | null>(null);
  useLayoutEffect(() => {
    before.current = document.activeElement;
    group.current?.querySelector('button')?.focus();
  }, []);
  const pick: typeof onPick = (piece) => {
    if (before.current instanceof HTMLElement) before.current.focus();
    onPick(piece);
  };
  return (
    <div
      ref={group}
      class="promotion row"
      role="group"
      aria-label="Promote the pawn to"
      onKeyDown={({ key }) => {
        if (key === 'Escape') pick(null);
      }}
    >
      {PIECES.map(([piece, name]) => (
        <Button key={piece} onClick={() => pick(piece)}>
          {name}
        </Button>
      ))}
      <Button look="quiet" onClick={() => pick(null)}>
        Cancel
      </Button>
    </div>
  );
}
