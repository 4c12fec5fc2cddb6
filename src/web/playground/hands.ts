/** What a visitor does with the pieces on the board: play moves, and set up positions. */
import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { askLine } from '../engine/client.js';
import { readPlacement, withPlacement, type Piece, type Square } from '../position.js';
import type { Held } from './hooks.js';
import type { Scene } from './scene.js';
import type { Brush } from './SetUp.js';
import type { ViewState } from './view.js';

export interface Hands {
  /** What a click puts on the board while a position is set up. */
  brush: Brush;
  setBrush: (brush: Brush) => void;
  /** A pawn's move that waits for the piece it becomes. */
  promotion: Held | null;
  /** @param piece null where the pawn stays what it is */
  promote: (piece: string | null) => void;
  /** Drops a piece on a square; null for beside the board. */
  drop: (from: Square, to: Square | null) => void;
  /** @returns whether the click was meant for the brush */
  paint: (square: Square) => boolean;
  /** To another position, with the same side below. */
  goOn: (fen: string) => void;
  startEditing: () => void;
  stopEditing: () => void;
  /** Where the button is that begins it. */
  tools: RefObject<HTMLDivElement | null>;
}

/** @param goTo a half-move of the game, 1-based. @param say to those who do not see the board */
export function useHands(
  { editing, leave, setEditing, remember }: ViewState,
  { game, ply, step, shown, legal, flipped }: Scene,
  goTo: (ply: number) => void,
  say: (words: string) => void,
): Hands {
  const [brush, setBrush] = useState<Brush>(null);
  const [promotion, setPromotion] = useState<Held | null>(null);
  const tools = useRef<HTMLDivElement>(null);
  // the pawn that was asked about is gone from the board
  useEffect(() => setPromotion(null), [shown]);

  const goOn = (fen: string): void => leave(fen, flipped);

  const play = (from: Square, to: Square, piece = ''): void => {
    const uci = from + to + piece;
    if (piece === '' && !legal.includes(uci) && legal.includes(`${uci}q`)) {
      setPromotion({ from, to });
      return;
    }
    setPromotion(null);
    if (game !== null && step === 0 && game.moves[ply - 1] === uci) {
      goTo(ply + 1);
      return;
    }
    void askLine(shown, [uci]).then((reply) => {
      if (reply.kind !== 'line') return;
      remember();
      say(`${reply.sans[0] ?? ''}. `);
      goOn(reply.fens[1] ?? shown);
    });
  };

  const edit = (change: (placement: Map<Square, Piece>) => void): void => {
    const placement = new Map(readPlacement(shown));
    change(placement);
    goOn(withPlacement(shown, placement));
  };

  return {
    brush,
    setBrush,
    promotion,
    promote: (piece) =>
      piece === null || promotion === null ? setPromotion(null) : play(promotion.from, promotion.to, piece),
    drop: (from, to) => {
      if (!editing) {
        if (to !== null) play(from, to);
        return;
      }
      edit((placement) => {
        const piece = placement.get(from);
        placement.delete(from);
        if (to !== null && piece !== undefined) placement.set(to, piece);
      });
    },
    paint: (square) => {
      if (!editing || brush === null) return false;
      edit((placement) => {
        if (brush === 'bin' || placement.get(square) === brush) placement.delete(square);
        else placement.set(square, brush);
      });
      return true;
    },
    goOn,
    startEditing: () => {
      setPromotion(null); // the pawn is no move any more
      remember();
      goOn(shown);
      setEditing(true);
    },
    stopEditing: () => {
      setEditing(false);
      // what was pressed goes with the form; the button that opens it stays
      tools.current?.querySelector<HTMLElement>('[aria-pressed]')?.focus();
    },
    tools,
  };
}
