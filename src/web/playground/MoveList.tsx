/** The moves of a game as a score sheet; those that played or missed a tactic are marked. */
import { useEffect, useRef } from 'preact/hooks';
import type { Chance } from './chances.js';
import { wordsFor } from './Strip.js';

interface MoveListProps {
  chances: readonly (Chance | null)[];
  sans: readonly string[];
  fens: readonly string[];
  ply: number;
  onPly: (ply: number) => void;
}

export function MoveList({ chances, sans, fens, ply, onPly }: MoveListProps) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const now = list.current?.querySelector<HTMLElement>('[aria-current]');
    const box = list.current;
    if (now == null || box === null) return;
    // within the list only: the page stays where it is
    if (now.offsetTop < box.scrollTop || now.offsetTop + now.offsetHeight > box.scrollTop + box.clientHeight) {
      box.scrollTop = now.offsetTop - box.clientHeight / 2;
    }
  }, [ply]);

  const rows: { number: number; moves: { index: number; black: boolean }[] }[] = [];
  sans.forEach((_, index) => {
    const fields = fens[index]?.split(' ') ?? [];
    const black = fields[1] === 'b';
    const last = rows.at(-1);
    if (black && last !== undefined) last.moves.push({ index, black });
    else rows.push({ number: Number(fields[5] ?? 1), moves: [{ index, black }] });
  });

  return (
    <ol class="score" ref={list} aria-label="Moves">
      {rows.map(({ number, moves }) => (
        <li key={number}>
          <span class="score-number">{number}</span>
          {moves[0]?.black === true && <span class="score-gap">…</span>}
          {moves.map(({ index }) => {
            const chance = chances[index] ?? null;
            return (
              <button
                key={index}
                type="button"
                class={chance === null ? 'score-move' : `score-move score-${chance.became}`}
                aria-current={ply === index + 2 ? 'step' : undefined}
                aria-label={wordsFor(chance, sans[index], fens[index])}
                onClick={() => onPly(chance?.became === 'missed' ? index + 1 : index + 2)}
              >
                {sans[index]}
              </button>
            );
          })}
        </li>
      ))}
    </ol>
  );
}
