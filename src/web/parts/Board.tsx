/**
 * A board as a picture: pieces, arrows and marks, in SVG. `PlayBoard` is the one whose pieces can be moved.
 *
 * Our own, for the policy of the pages lets no style attribute in, which ready-made boards write. A page that shows boards has `<Pieces />` once.
 */
import type { ComponentChildren } from 'preact';
import { FILES, describePosition, readPlacement, type Piece, type Placement, type Square } from '../position.js';

/** `trigger`: the move that starts it. `line`: what its side plays next. `reply`: what the other side answers. */
export type ArrowKind = 'trigger' | 'line' | 'reply';

export interface Arrow {
  from: Square;
  to: Square;
  kind: ArrowKind;
}

/** `key`: a piece that does it. `target`: a piece it is done to. `from` and `to`: the last move. `pick`: taken up. `aim`: it may go here. */
export type MarkKind = 'key' | 'target' | 'from' | 'to' | 'pick' | 'aim';

export interface Mark {
  square: Square;
  kind: MarkKind;
}

export interface BoardProps {
  /** Its first field is enough. */
  fen: string;
  /** Black at the bottom. */
  flipped?: boolean;
  arrows?: readonly Arrow[];
  marks?: readonly Mark[];
  /** What it shows, for those who do not see it. Default the position in words; null where something beside it says so. */
  label?: string | null;
  /** Letters and numbers at the edge. Default true. */
  coordinates?: boolean;
  /** Not drawn: it is being dragged. */
  lifted?: Square | null;
  /** Drawn above everything. */
  children?: ComponentChildren;
}

const SIZE = 100;

/** Left and upper edge of a square, in a board of 800 by 800. */
function cornerOf(square: Square, flipped: boolean): { x: number; y: number } {
  const file = FILES.indexOf(square.charAt(0));
  const rank = Number(square.charAt(1)) - 1;
  return flipped ? { x: (7 - file) * SIZE, y: rank * SIZE } : { x: file * SIZE, y: (7 - rank) * SIZE };
}

/** The dark squares; they lie where they lie on either side. */
const DARK = Array.from({ length: 32 }, (_, index) => {
  const row = Math.floor(index / 4);
  return `M${(2 * (index % 4) + ((row + 1) % 2)) * SIZE} ${row * SIZE}h${SIZE}v${SIZE}h-${SIZE}z`;
}).join('');

export function Board(props: BoardProps) {
  const { fen, flipped = false, arrows = [], marks = [], coordinates = true, lifted = null, children } = props;
  const label = props.label === undefined ? describePosition(fen) : props.label;
  const placement = readPlacement(fen);
  return (
    <svg
      class="board"
      viewBox="0 0 800 800"
      {...(label === null ? { 'aria-hidden': 'true' as const } : { role: 'img' as const, 'aria-label': label })}
    >
      <rect class="board-light" width="800" height="800" />
      <path class="board-dark" d={DARK} />
      {marks.map((mark) => (
        <MarkShape
          key={`${mark.kind} ${mark.square}`}
          mark={mark}
          flipped={flipped}
          occupied={placement.has(mark.square)}
        />
      ))}
      {coordinates && <Coordinates flipped={flipped} />}
      <PieceLayer placement={placement} flipped={flipped} lifted={lifted} />
      {arrows.map((arrow, index) => (
        <ArrowShape key={index} arrow={arrow} flipped={flipped} />
      ))}
      {children}
    </svg>
  );
}

function PieceLayer({ placement, flipped, lifted }: { placement: Placement; flipped: boolean; lifted: Square | null }) {
  return (
    <g>
      {[...placement].map(([square, piece]) => {
        const { x, y } = cornerOf(square, flipped);
        return <PieceShape key={square} piece={piece} x={x} y={y} faint={square === lifted} />;
      })}
    </g>
  );
}

export function PieceShape({ piece, x, y, faint = false }: { piece: Piece; x: number; y: number; faint?: boolean }) {
  return (
    <use
      href={`#${piece}`}
      x={x + 4}
      y={y + 4}
      width={SIZE - 8}
      height={SIZE - 8}
      class={faint ? 'faint' : undefined}
    />
  );
}

function Coordinates({ flipped }: { flipped: boolean }) {
  const signs = [];
  for (let index = 0; index < 8; index++) {
    const file = FILES.charAt(flipped ? 7 - index : index);
    const rank = flipped ? index + 1 : 8 - index;
    signs.push(
      <text
        key={file}
        x={index * SIZE + SIZE - 7}
        y={794}
        class={index % 2 === 0 ? 'on-dark' : 'on-light'}
        text-anchor="end"
      >
        {file}
      </text>,
      <text key={rank} x={6} y={index * SIZE + 23} class={index % 2 === 0 ? 'on-light' : 'on-dark'}>
        {rank}
      </text>,
    );
  }
  return <g class="coordinates">{signs}</g>;
}

function MarkShape({ mark: { square, kind }, flipped, occupied }: { mark: Mark; flipped: boolean; occupied: boolean }) {
  const { x, y } = cornerOf(square, flipped);
  const name = `mark mark-${kind}`;
  switch (kind) {
    case 'key':
      return <circle class={name} cx={x + 50} cy={y + 50} r="44" />;
    case 'target': {
      // corners, so that it is told from a key without its colour
      const [near, far, arm] = [5, 95, 24];
      const d =
        `M${x + near} ${y + near + arm}V${y + near}H${x + near + arm}M${x + far - arm} ${y + near}H${x + far}V${y + near + arm}` +
        `M${x + far} ${y + far - arm}V${y + far}H${x + far - arm}M${x + near + arm} ${y + far}H${x + near}V${y + far - arm}`;
      return <path class={name} d={d} />;
    }
    case 'aim':
      return occupied ? (
        <circle class="mark mark-take" cx={x + 50} cy={y + 50} r="45" />
      ) : (
        <circle class={name} cx={x + 50} cy={y + 50} r="14" />
      );
    default:
      return <rect class={name} x={x} y={y} width={SIZE} height={SIZE} />;
  }
}

/** Half its width, by kind. */
const WIDTHS: Record<ArrowKind, number> = { trigger: 8.5, line: 6, reply: 5 };

function ArrowShape({ arrow, flipped }: { arrow: Arrow; flipped: boolean }) {
  const from = cornerOf(arrow.from, flipped);
  const to = cornerOf(arrow.to, flipped);
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length === 0) return null;
  const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  const half = WIDTHS[arrow.kind];
  const head = 3.6 * half;
  const [start, end] = [30, length - 12];
  const d =
    `M${start} ${-half}H${end - head}V${-2.3 * half}L${end} 0L${end - head} ${2.3 * half}V${half}H${start}` +
    `A${half} ${half} 0 0 1 ${start} ${-half}z`;
  return (
    <path
      class={`arrow arrow-${arrow.kind}`}
      d={d}
      transform={`translate(${from.x + 50} ${from.y + 50}) rotate(${angle.toFixed(2)})`}
    />
  );
}
