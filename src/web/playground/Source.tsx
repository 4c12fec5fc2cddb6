/** Where a position or a game comes from: pasted, or picked from the examples. */
import { useEffect, useState } from 'preact/hooks';
import { count } from '../../tactics/figures.js';
import type { View } from '../address.js';
import { Button, Field } from '../parts/controls.js';
import { START_FEN } from '../position.js';
import { GAMES, POSITIONS, exampleOf } from './examples.js';
import { isWhole, MOST, readInput } from './input.js';

interface SourceProps {
  view: View;
  /** The FEN on the board. */
  shown: string;
  onView: (view: View) => void;
}

export function Source({ view, shown, onView }: SourceProps) {
  const given = view.pgn ?? shown;
  const [text, setText] = useState(given);
  const [fault, setFault] = useState<string | null>(null);
  useEffect(() => {
    setText(given);
    setFault(null);
  }, [given]);

  const analyse = (input: string): void => {
    if (input.length > MOST) {
      setFault(
        `That is ${count(input.length)} characters; a game has at most a million. Paste one game, or scan archives with "npm run scan".`,
      );
      return;
    }
    const next = readInput(input);
    if (typeof next === 'string') setFault(next);
    else {
      setFault(null);
      onView(next);
    }
  };

  return (
    <form
      class="source"
      onSubmit={(event) => {
        event.preventDefault();
        analyse(text);
      }}
    >
      <Field label="FEN or PGN" fault={fault}>
        {(control) => (
          <textarea
            {...control}
            rows={view.pgn === undefined ? 2 : 3}
            spellcheck={false}
            autocomplete="off"
            value={text}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
            onPaste={(event) => {
              const box = event.currentTarget;
              const pasted = event.clipboardData?.getData('text') ?? '';
              // nothing is ever added to the position on the board
              if (box.value === shown && pasted.length <= MOST && isWhole(pasted)) {
                event.preventDefault();
                setText(pasted);
                analyse(pasted);
              } else setTimeout(() => analyse(box.value)); // what the box holds when the paste is done
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
              event.preventDefault();
              analyse(event.currentTarget.value);
            }}
          />
        )}
      </Field>
      <div class="row">
        <Button look="primary" type="submit">
          Analyse
        </Button>
        <select
          class="examples"
          aria-label="Examples"
          value=""
          onChange={({ currentTarget }) => {
            const example = exampleOf(currentTarget.value);
            currentTarget.value = '';
            if (example !== undefined) onView(example.view);
          }}
        >
          <option value="">Pick an example …</option>
          <optgroup label="One position for each pattern">
            {POSITIONS.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </optgroup>
          <optgroup label="Famous games">
            {GAMES.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </optgroup>
        </select>
        <Button look="quiet" onClick={() => onView({ fen: START_FEN })}>
          Start position
        </Button>
      </div>
    </form>
  );
}
