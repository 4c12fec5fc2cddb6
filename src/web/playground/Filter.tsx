/** Which patterns are shown, each with how many of it were found. */
import { PATTERNS, type Pattern } from '../../tactics/types.js';
import { capitalised, inWords } from '../../tactics/words.js';
import type { ShownTactic } from '../engine/messages.js';
import { Button, Chip } from '../parts/controls.js';
import { useOpened } from '../parts/opened.js';

export function Filter({
  found,
  wanted,
  onWanted,
}: {
  found: readonly ShownTactic[];
  wanted: readonly Pattern[];
  onWanted: (wanted: Pattern[]) => void;
}) {
  const details = useOpened(wanted.length > 0);
  return (
    <details class="filter" ref={details}>
      <summary>{wanted.length === 0 ? 'All ten patterns' : `Only ${wanted.map(inWords).join(', ')}`}</summary>
      <div class="chips">
        {PATTERNS.map((pattern) => {
          const count = found.filter((tactic) => tactic.pattern === pattern).length;
          return (
            <Chip
              key={pattern}
              on={wanted.includes(pattern)}
              onChange={(on) =>
                onWanted(
                  on
                    ? PATTERNS.filter((other) => other === pattern || wanted.includes(other))
                    : wanted.filter((other) => other !== pattern),
                )
              }
            >
              {capitalised(inWords(pattern))}
              {count > 0 && <span class="count"> {count}</span>}
            </Chip>
          );
        })}
        <Button look="quiet" disabled={wanted.length === 0} onClick={() => onWanted([])}>
          All
        </Button>
      </div>
    </details>
  );
}
