/**
 * A game at a glance: White's chances above the line, Black's below, as high as they were worth; full where they were played, hollow where
 * they were missed. The slider below it moves through the game, by hand and by keys.
 */
import { inWords, numberedMoves } from '../../tactics/words.js';
import type { Chance } from './chances.js';
import { weightOf } from './chances.js';
import { gainWords } from '../words.js';

interface StripProps {
  chances: readonly (Chance | null)[];
  sans: readonly string[];
  fens: readonly string[];
  /** 1-based: the position before this half-move is on the board. */
  ply: number;
  onPly: (ply: number) => void;
}

const HALF = 50;

export function Strip({ chances, sans, fens, ply, onPly }: StripProps) {
  const count = sans.length;
  const width = count + 1;
  const pick = (event: MouseEvent): void => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    onPly(Math.min(count + 1, Math.floor(((event.clientX - box.left) / box.width) * width) + 1));
  };
  return (
    <div class="strip">
      <svg viewBox={`0 0 ${width} 100`} preserveAspectRatio="none" aria-hidden="true" onClick={pick}>
        <rect class="strip-now" x={ply - 1} y="0" width="1" height="100" />
        <line class="strip-axis" x1="0" x2={width} y1={HALF} y2={HALF} />
        {chances.map((chance, index) => {
          if (chance === null) return null;
          const height = weightOf(chance.best) * (HALF - 4);
          const white = fens[index]?.split(' ')[1] === 'w';
          return (
            <rect
              key={index}
              class={`strip-${chance.became}`}
              x={index + 0.14}
              width="0.72"
              y={white ? HALF - 1 - height : HALF + 1}
              height={height}
            />
          );
        })}
      </svg>
      <input
        type="range"
        min={1}
        max={count + 1}
        value={ply}
        aria-label="Half-move of the game"
        aria-valuetext={wordsFor(chances[ply - 1] ?? null, sans[ply - 1], fens[ply - 1])}
        onInput={({ currentTarget }) => onPly(Number(currentTarget.value))}
      />
      <p class="strip-legend small muted">
        <span class="dot-played" aria-hidden="true" /> played <span class="dot-missed" aria-hidden="true" /> missed.
        White above, Black below; the taller, the more it wins.
      </p>
    </div>
  );
}

/** What a half-move was, for those who do not see the strip. */
export function wordsFor(chance: Chance | null, san: string | undefined, fen: string | undefined): string {
  if (san === undefined || fen === undefined) return 'The end of the game';
  const move = numberedMoves(fen, [san], '…').join('');
  if (chance === null) return move;
  const { best, became } = chance;
  return `${move}: ${inWords(best.pattern)} ${best.trigger_san ?? ''} ${became}, ${gainWords(best)}`;
}
