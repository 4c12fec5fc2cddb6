/**
 * A board whose pieces can be moved: by dragging, by clicking from and to, and with the keyboard (arrows, Enter, Escape).
 *
 * Above the picture lies a grid of 64 cells, which is what fingers, keys and screen readers meet. What a move means, the page decides.
 */
import { useMemo } from 'preact/hooks';
import { FILES, pieceName, readPlacement } from '../position.js';
import { Board, PieceShape, type BoardProps, type Mark } from './Board.js';
import { useMoving, type Play } from './moving.js';

interface PlayBoardProps extends Omit<BoardProps, 'label' | 'lifted' | 'children'>, Play {
  label: string;
}

export function PlayBoard(props: PlayBoardProps) {
  const { movable, targets, onMove, onHover, onDropOutside, onChoose, label, marks = [], ...picture } = props;
  const flipped = picture.flipped ?? false;
  const placement = useMemo(() => readPlacement(picture.fen), [picture.fen]);
  const play = { movable, targets, onMove, onHover, onDropOutside, onChoose };
  const { grid, picked, open, cursor, drag, on } = useMoving(play, picture.fen, flipped);

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
        onPointerDown={on.down}
        onPointerMove={on.move}
        onPointerUp={on.up}
        onPointerCancel={on.cancel}
        onKeyDown={on.key}
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
