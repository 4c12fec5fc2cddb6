/** What is asked: patterns as chips with their numbers, the rest as fields. Choices count at once, text when it is sent or left. */
import { useLayoutEffect, useState } from 'preact/hooks';
import type { SpreadAnswer } from '../../explore/tasks.js';
import { inWords } from '../../tactics/words.js';
import { PATTERNS, type Pattern } from '../../tactics/types.js';
import { Button, Chip, Field, Select } from '../parts/controls.js';
import { useOpened } from '../parts/opened.js';
import { isFiltered, NO_FILTERS, RARE, sideOf, TERMS, type Field as FieldName, type Filters } from './filters.js';
import { shortNumber } from './numbers.js';

interface FilterBarProps {
  filters: Filters;
  onChange: (filters: Filters) => void;
  /** Of the filters without their patterns: how many there are of each. */
  spread: SpreadAnswer | null;
  /** Names of archives to choose from. */
  archives: readonly string[];
}

export function FilterBar({ filters, onChange, spread, archives }: FilterBarProps) {
  const [draft, setDraft] = useState(filters);
  // before the next key is pressed, which may be one in the next field already
  useLayoutEffect(() => setDraft(filters), [filters]);
  const send = (changes: Partial<Filters> = {}): void => onChange({ ...draft, ...changes });
  const text = (field: FieldName, label: string) => (
    <Field label={label}>
      {(control) => (
        <input
          {...control}
          type="text"
          value={draft[field]}
          maxLength={100}
          autocomplete="off"
          spellcheck={false}
          pattern={TERMS[field].pattern}
          title={`Takes ${TERMS[field].words}`}
          onInput={({ currentTarget }) => setDraft({ ...draft, [field]: currentTarget.value })}
          onChange={({ currentTarget }) => {
            if (currentTarget.checkValidity()) send({ [field]: currentTarget.value.trim() });
            else currentTarget.reportValidity();
          }}
        />
      )}
    </Field>
  );
  const choice = (field: FieldName, label: string, options: readonly (readonly [value: string, text: string])[]) => (
    <Select
      label={label}
      value={field === 'side' ? sideOf(draft) : draft[field]}
      options={options.map(([value, words]) => ({ value, text: words }))}
      onChange={(value) => send({ [field]: value })}
    />
  );
  const toggle = (pattern: Pattern, on: boolean): void => {
    const chosen = PATTERNS.filter((one) => (one === pattern ? on : filters.patterns.includes(one)));
    send({ patterns: chosen });
  };
  const named = draft.player.trim() !== '';
  const more = useOpened(RARE.some((field) => filters[field] !== ''));

  return (
    <form
      class="card explore-filters"
      aria-label="Filters"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <fieldset class="explore-patterns">
        <legend class="hidden-but-read">Patterns</legend>
        <div class="chips">
          {PATTERNS.map((pattern) => {
            const count = spread?.patterns.find((one) => one.pattern === pattern)?.tactics;
            return (
              <Chip key={pattern} on={filters.patterns.includes(pattern)} onChange={(on) => toggle(pattern, on)}>
                {inWords(pattern)} {count !== undefined && <span class="explore-count">{shortNumber(count)}</span>}
              </Chip>
            );
          })}
        </div>
      </fieldset>
      <div class="explore-fields">
        {text('player', 'Player')}
        {choice('side', 'Whose', [
          ['', 'Anybody’s'],
          ...(named
            ? ([
                ['player', 'The player’s'],
                ['opponent', 'The opponents’'],
              ] as const)
            : []),
          ['white', 'White’s'],
          ['black', 'Black’s'],
        ])}
        {choice('outcome', 'In the game', [
          ['', 'All'],
          ['played', 'Played'],
          ['missed', 'Missed'],
          ['unplayed', 'The game ended there'],
        ])}
        {choice('gain', 'Wins at least', [
          ['', 'A pawn'],
          ['200', '2 pawns, or mate'],
          ['300', 'A minor piece, or mate'],
          ['500', 'A rook, or mate'],
          ['900', 'A queen, or mate'],
          ...(['', '200', '300', '500', '900'].includes(draft.gain)
            ? []
            : [[draft.gain, `${draft.gain} centipawns`] as const]),
        ])}
        {choice('mate', 'Mates', [
          ['', 'Included'],
          ['yes', 'Only mates'],
          ['no', 'Excluded'],
        ])}
        {text('since', 'Since')}
        {text('until', 'Until')}
      </div>
      <details class="explore-more" ref={more}>
        <summary>More: event, opening, ratings, colours, archive</summary>
        <div class="explore-fields">
          {text('event', 'Event')}
          {text('eco', 'Opening (ECO)')}
          {text('minelo', 'Both rated at least')}
          {text('maxelo', 'Both rated at most')}
          {text('white', 'White is')}
          {text('black', 'Black is')}
          {archives.length > 0 &&
            choice('archive', 'Archive', [
              ['', 'All'],
              ...archives.map((name) => [name, name] as const),
              ...(draft.archive === '' || archives.includes(draft.archive)
                ? []
                : [[draft.archive, draft.archive] as const]),
            ])}
        </div>
      </details>
      <div class="row explore-send">
        <Button type="submit" look="primary">
          Search
        </Button>
        <Button
          look="quiet"
          disabled={!isFiltered(filters)}
          onClick={() => onChange({ ...NO_FILTERS, order: filters.order })}
        >
          Clear all filters
        </Button>
        <span class="muted small">
          Dates are years, months or days: 1958, 1958-09, 1958-09-01. Any part of a name will do.
        </span>
      </div>
    </form>
  );
}
