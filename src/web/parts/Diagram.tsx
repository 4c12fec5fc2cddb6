/** A board with a line below it that says what it shows: a figure among text. Small ones stand beside each other. */
import type { ComponentChildren } from 'preact';
import { sideToMove } from '../position.js';
import { Board, type BoardProps } from './Board.js';

interface DiagramProps extends BoardProps {
  /** Where a click on the board leads. */
  href?: string;
  /** What is told below it. */
  children?: ComponentChildren;
}

/** Whoever is to move sits at the bottom, unless `flipped` says otherwise. */
export function Diagram({ href, children, ...board }: DiagramProps) {
  const flipped = board.flipped ?? sideToMove(board.fen) === 'black';
  const picture = <Board coordinates={false} {...board} flipped={flipped} />;
  return (
    <figure class="diagram">
      {href === undefined ? picture : <a href={href}>{picture}</a>}
      {children !== undefined && <figcaption>{children}</figcaption>}
    </figure>
  );
}
