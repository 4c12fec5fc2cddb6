/**
 * What fingers and keys do to a board: a piece is taken up by a click, a drag or a key, and put down where it may go. Drawing is
 * PlayBoard's.
 */
import { useEffect, useRef, useState } from 'preact/hooks';
import { FILES, type Square } from '../position.js';

/** What the page decides about moves. */
export interface Play {
  /** Whether the piece that stands there may be taken up. */
  movable: (square: Square) => boolean;
  /** Where it may go from there; null for anywhere. */
  targets: (from: Square) => readonly Square[] | null;
  onMove: (from: Square, to: Square) => void;
  /** While a piece is dragged: the square it is held over, where it may go; null elsewhere and when it has been let go. */
  onHover?: ((hover: { from: Square; to: Square } | null) => void) | undefined;
  /** The piece was dropped beside the board. */
  onDropOutside?: ((from: Square) => void) | undefined;
  /** A square was chosen while no piece was taken up. @returns whether that was all, so that no piece is taken up now */
  onChoose?: ((square: Square) => boolean) | undefined;
}

/** Board units that the pointer has to move before a press becomes a drag. */
const DRAG_START = 14;

interface Drag {
  from: Square;
  /** Of the pointer, in board units. */
  x: number;
  y: number;
  startX: number;
  startY: number;
  /** It has moved far enough. */
  moving: boolean;
  /** The piece had been taken up by an earlier click. */
  again: boolean;
}

/**
 * The state of the piece at hand, and what the grid of cells does with events: an attribute `data-square` names each cell.
 * @param fen where another position is shown, no piece is taken up any more
 */
export function useMoving(play: Play, fen: string, flipped: boolean) {
  const { movable, targets, onMove, onHover, onDropOutside, onChoose } = play;
  const grid = useRef<HTMLDivElement>(null);
  const [picked, setPicked] = useState<Square | null>(null);
  const [cursor, setCursor] = useState<Square>('e4');
  const [drag, setDrag] = useState<Drag | null>(null);
  const hovered = useRef<Square | null>(null);

  useEffect(() => {
    setPicked(null);
  }, [fen]);

  const open = picked === null ? null : targets(picked);
  const mayGo = (from: Square, to: Square): boolean => from !== to && (targets(from)?.includes(to) ?? true);

  const place = (event: PointerEvent): { x: number; y: number; square: Square | null } => {
    const box = grid.current!.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * 800;
    const y = ((event.clientY - box.top) / box.height) * 800;
    return { x, y, square: squareAt(x, y, flipped) };
  };

  const choose = (square: Square): void => {
    if (picked !== null && mayGo(picked, square)) {
      setPicked(null);
      onMove(picked, square);
    } else if (picked === square) setPicked(null);
    else if (onChoose?.(square) === true) setPicked(null);
    else setPicked(movable(square) ? square : null);
  };

  const focusOn = (square: Square): void =>
    grid.current!.querySelector<HTMLElement>(`[data-square=${square}]`)?.focus();

  const tellHover = (from: Square, to: Square | null): void => {
    const target = to !== null && mayGo(from, to) ? to : null;
    if (target === hovered.current) return;
    hovered.current = target;
    onHover?.(target === null ? null : { from, to: target });
  };

  const down = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    const { x, y, square } = place(event);
    if (square === null) return;
    setCursor(square);
    if (picked !== null && picked !== square && mayGo(picked, square)) {
      // at once, and not when the browser comes to it: the move may lead the focus elsewhere
      event.preventDefault();
      focusOn(square);
      choose(square);
      return;
    }
    if (onChoose?.(square) === true) return;
    if (!movable(square)) {
      setPicked(null);
      return;
    }
    grid.current!.setPointerCapture(event.pointerId);
    setDrag({ from: square, x, y, startX: x, startY: y, moving: false, again: picked === square });
    setPicked(square);
  };

  const move = (event: PointerEvent): void => {
    if (drag === null) return;
    const { x, y, square } = place(event);
    const moving = drag.moving || Math.hypot(x - drag.startX, y - drag.startY) > DRAG_START;
    setDrag({ ...drag, x, y, moving });
    if (moving) tellHover(drag.from, square);
  };

  const up = (event: PointerEvent): void => {
    if (drag === null) return;
    const { square } = place(event);
    setDrag(null);
    hovered.current = null;
    if (!drag.moving) {
      if (drag.again) setPicked(null);
      return;
    }
    setPicked(null);
    onHover?.(null);
    if (square !== null && mayGo(drag.from, square)) onMove(drag.from, square);
    else if (square === null) onDropOutside?.(drag.from);
  };

  const cancel = (): void => {
    setDrag(null);
    setPicked(null);
    if (hovered.current !== null) onHover?.(null);
    hovered.current = null;
  };

  const key = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return; // the browser's own: Alt and an arrow lead back
    // of the cell itself: keys may come faster than the page is drawn anew
    const cursor = (event.target as HTMLElement).dataset['square'] ?? 'e4';
    const step = STEPS[event.key];
    if (step !== undefined) {
      const next = neighbour(cursor, flipped ? -step[0] : step[0], flipped ? -step[1] : step[1]);
      setCursor(next);
      focusOn(next);
    } else if (event.key === 'Enter' || event.key === ' ') choose(cursor);
    else if (event.key === 'Escape' && picked !== null) cancel();
    else if ((event.key === 'Delete' || event.key === 'Backspace') && onDropOutside !== undefined)
      onDropOutside(cursor);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return { grid, picked, open, cursor, drag, on: { down, move, up, cancel, key } };
}

/** Files and ranks, seen from White. */
const STEPS: Record<string, readonly [number, number]> = {
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

function neighbour(square: Square, files: number, ranks: number): Square {
  const file = Math.min(Math.max(FILES.indexOf(square.charAt(0)) + files, 0), 7);
  const rank = Math.min(Math.max(Number(square.charAt(1)) + ranks, 1), 8);
  return FILES.charAt(file) + String(rank);
}

function squareAt(x: number, y: number, flipped: boolean): Square | null {
  if (x < 0 || y < 0 || x >= 800 || y >= 800) return null;
  const file = Math.floor(x / 100);
  const row = Math.floor(y / 100);
  return flipped ? FILES.charAt(7 - file) + String(row + 1) : FILES.charAt(file) + String(8 - row);
}
