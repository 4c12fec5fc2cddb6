/** A position and its images: the colours changed, or the files turned. */
import type { Target } from '../../src/tactics/types.js';

export interface Mirror {
  fen: (fen: string) => string;
  /** A square's or a move's text. */
  squares: (text: string) => string;
  piece: (letter: string) => string;
  color: (color: Target['color']) => Target['color'];
}

function swapCase(text: string): string {
  return text.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}

function swapRanks(text: string): string {
  return text.replace(/[1-8]/g, (rank) => String(9 - Number(rank)));
}

/** Files a-h in squares and moves; a promotion's letter is none. */
function swapFiles(text: string): string {
  return text.replace(/[a-h](?=[1-8])/g, (file) => 'hgfedcba'.charAt(file.charCodeAt(0) - 97));
}

export const colours: Mirror = {
  fen(fen) {
    const [board = '', side, castling = '', enPassant = '', ...counters] = fen.split(' ');
    const rights = [...swapCase(castling)].sort().join('');
    return [
      swapCase(board.split('/').reverse().join('/')),
      side === 'w' ? 'b' : 'w',
      rights,
      swapRanks(enPassant),
      ...counters,
    ].join(' ');
  },
  squares: swapRanks,
  piece: swapCase,
  color: (color) => (color === 'white' ? 'black' : 'white'),
};

export const files: Mirror = {
  fen(fen) {
    const [board = '', side, castling, enPassant = '', ...counters] = fen.split(' ');
    const ranks = board.split('/').map((rank) => [...rank].reverse().join(''));
    return [ranks.join('/'), side, castling, swapFiles(enPassant), ...counters].join(' ');
  },
  squares: swapFiles,
  piece: (letter) => letter,
  color: (color) => color,
};
