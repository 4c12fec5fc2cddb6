/** Setting up a position: pieces to put on the board, whose turn it is, who may castle. */
import { PIECES, pieceName, possibleCastling, readPlacement, sideToMove, START_FEN, type Piece } from '../position.js';
import { Button, Choice } from '../parts/controls.js';

export type Brush = Piece | 'bin' | null;

interface SetUpProps {
  fen: string;
  brush: Brush;
  onBrush: (brush: Brush) => void;
  onFen: (fen: string) => void;
  onDone: () => void;
}

const RIGHTS = [
  ['K', 'White, short'],
  ['Q', 'White, long'],
  ['k', 'Black, short'],
  ['q', 'Black, long'],
] as const;

export function SetUp({ fen, brush, onBrush, onFen, onDone }: SetUpProps) {
  const [board = '', side = 'w', castling = '-', , halfmove = '0', fullmove = '1'] = fen.trim().split(/\s+/);
  const placement = readPlacement(fen);
  const change = (side: string, castling: string): void =>
    onFen([board, side, castling, '-', halfmove, fullmove].join(' '));
  const possible = possibleCastling(placement, 'KQkq');
  return (
    <section class="card set-up" aria-labelledby="set-up-title">
      <h2 id="set-up-title">Set up the position</h2>
      <p class="small muted">
        Drag pieces about, or choose one here and click where it belongs. To remove a piece, drop it beside the board,
        or press <kbd>Delete</kbd>.
      </p>
      <div class="palette" role="group" aria-label="Pieces to put on the board">
        {PIECES.map((piece) => (
          <button
            key={piece}
            type="button"
            class="palette-piece"
            aria-label={pieceName(piece)}
            aria-pressed={brush === piece}
            onClick={() => onBrush(brush === piece ? null : piece)}
          >
            <svg viewBox="0 0 45 45" aria-hidden="true">
              <use href={`#${piece}`} width="45" height="45" />
            </svg>
          </button>
        ))}
      </div>
      <div class="row">
        <Button pressed={brush === 'bin'} onClick={() => onBrush(brush === 'bin' ? null : 'bin')}>
          Remove
        </Button>
        <Button onClick={() => onFen(`8/8/8/8/8/8/8/8 ${side} - - 0 1`)} disabled={board === '8/8/8/8/8/8/8/8'}>
          Clear
        </Button>
        <Button onClick={() => onFen(START_FEN)}>Start position</Button>
      </div>
      <div class="set-up-terms">
        <Choice
          label="To move"
          value={sideToMove(fen)}
          options={[
            { value: 'white', text: 'White' },
            { value: 'black', text: 'Black' },
          ]}
          onChange={(chosen) => change(chosen.charAt(0), castling)}
        />
        <fieldset class="checks">
          <legend>Castling</legend>
          {RIGHTS.map(([right, text]) => (
            <label key={right}>
              <input
                type="checkbox"
                checked={castling.includes(right)}
                disabled={!possible.includes(right)}
                onChange={({ currentTarget }) => {
                  const wanted = currentTarget.checked ? castling + right : castling.replace(right, '');
                  change(side, possibleCastling(placement, wanted));
                }}
              />
              {text}
            </label>
          ))}
        </fieldset>
      </div>
      <Button look="primary" onClick={onDone}>
        Done: play from here
      </Button>
    </section>
  );
}
