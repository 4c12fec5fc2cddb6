/**
 * A board whose pieces can be moved: by dragging, by clicking from and to, and with the keyboard (arrows, Enter, Escape).
 *
 * Above the picture lies a grid of 64 cells, which is what fingers, keys and screen readers meet. What a move means, the page decides.
 */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { FILES, pieceName, readPlacement, type Square } from '../position.js';
import { Board, PieceShape, type BoardProps, type Mark } from './Board.js';

interface PlayBoardProps extends Omit<BoardProps, 'label' | 'lifted' | 'children'> {
  label: string;
  /** Whether the piece that stands there may be taken up. */
  movable: (square: Square) => boolean;
  /** Where it may go from there; null for anywhere. */
  targets: (from: Square) => readonly Square[] | null;
  onMove: (from: Square, to: Square) => void;
  /** While a piece is dragged: the square it is held over, where it may go; null elsewhere and when it has been let go. */
  onHover?: (hover: { from: Square; to: Square } | null) => void;
  /** The piece was dropped beside the board. */
  onDropOutside?: (from: Square) => void;
  /** A square was chosen while no piece was taken up. @returns whether that was all, so that no piece is taken up now */
  onChoose?: (square: Square) => boolean;
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

export function PlayBoard(props: PlayBoardProps) {
  const { movable, targets, onMove, onHover, onDropOutside, onChoose, label, marks = [], ...picture } = props;
  const flipped = picture.flipped ?? false;
  const placement = useMemo(() => readPlacement(picture.fen), [picture.fen]);
  const grid = useRef<HTMLDivElement>(null);
  const [picked, setPicked] = useState<Square | null>(null);
  const [cursor, setCursor] = useState<Square>('e4');
  const [drag, setDrag] = useState<Drag | null>(null);
  const hovered = useRef<Square | null>(null);

  useEffect(() => {
    setPicked(null);
  }, [picture.fen]);

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

  const shown: Mark[] = [...marks];
  if (picked !== null) shown.push({ square: picked, kind: 'pick' });
  for (const square of open ?? []) shown.push({ square, kind: 'aim' });
  const held = drag?.moving === true ? placement.get(drag.from) : undefined;
  const order = flipped ? [...'12345678'] : [...'87654321'];
  const files = flipped ? [...FILES].reverse() : [...FILES];

  return (
    <div class="play-board">
      <Board {...picture} marks={shown} label={null} lifted={held === undefined ? null : drag!.from}>
        {held !== undefined && <PieceShape piece={held} x={drag!.x - 50} y={drag!.y - 50} />}
      </Board>
      <div
        ref={grid}
        class="board-grid"
        role="grid"
        aria-label={label}
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
        onPointerCancel={cancel}
        onKeyDown={key}
      >
        {order.map((rank) => (
          <div role="row" key={rank}>
            {files.map((file) => {
              const square = file + rank;
              const piece = placement.get(square);
              const aim = open?.includes(square) === true ? ', can go here' : '';
              return (
                <div
                  key={square}
                  role="gridcell"
                  data-square={square}
                  tabIndex={square === cursor ? 0 : -1}
                  aria-selected={square === picked}
                  aria-label={`${square}, ${piece === undefined ? 'empty' : pieceName(piece)}${aim}`}
                  class={movable(square) ? 'movable' : undefined}
                />
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
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
