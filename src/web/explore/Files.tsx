/** All that was found as a file: the tactics, or the puzzles among them in any format of the export. */
import type { TargetedKeyboardEvent } from 'preact';
import type { StockAnswer } from '../../explore/tasks.js';
import { fileAddress, puzzlesAddress } from './fetch.js';
import type { Filters } from './filters.js';
import { number } from './numbers.js';

interface FilesProps {
  filters: Filters;
  /** Null until it is known. */
  stock: StockAnswer | null;
  /** Why it is not. */
  fault: string | null;
}

/** It lies over what is found; the focus goes back to what has opened it. */
function closeByEscape({ key, currentTarget }: TargetedKeyboardEvent<HTMLDetailsElement>): void {
  if (key !== 'Escape' || !currentTarget.open) return;
  currentTarget.open = false;
  currentTarget.querySelector('summary')?.focus();
}

export function Files({ filters, stock, fault }: FilesProps) {
  return (
    <details class="explore-files" onKeyDown={closeByEscape}>
      <summary class="button">Download</summary>
      <div class="card explore-files-list">
        <h3>These tactics</h3>
        <ul>
          <li>
            <a href={fileAddress(filters, 'csv')} download>
              CSV
            </a>{' '}
            for spreadsheets
          </li>
          <li>
            <a href={fileAddress(filters, 'jsonl')} download>
              JSON lines
            </a>{' '}
            with all the evidence
          </li>
        </ul>
        <p class="muted small">
          At most 100,000; <code>npm run query</code> has no such limit.
        </p>
        <h3>The puzzles among them</h3>
        {stock === null ? (
          <p class="muted small">{fault ?? 'Loading …'}</p>
        ) : stock.puzzles === 0 ? (
          <p class="muted small">
            Nobody has looked for puzzles in this database yet; <code>npm run export</code> and{' '}
            <code>npm run nightly</code> do that.
          </p>
        ) : (
          <>
            <ul>
              {stock.formats.map(({ name, about }) => (
                <li key={name}>
                  <a href={puzzlesAddress(filters, name)} download>
                    {name}
                  </a>{' '}
                  {about}
                </li>
              ))}
            </ul>
            <p class="muted small">
              {stock.morePuzzles && 'At least '}
              {number(stock.puzzles)} {stock.puzzles === 1 ? 'position' : 'positions'} in the database{' '}
              {stock.puzzles === 1 ? 'is a puzzle' : 'are puzzles'}: one move wins, and no other comes close. At most
              20,000 in a file.
            </p>
          </>
        )}
      </div>
    </details>
  );
}
