/** The ten patterns: what each is, on positions. Words and positions are those of `docs/patterns.md`. */
import { useState } from 'preact/hooks';
import { PATTERN_GUIDE } from 'motif:patterns';
import type { Pattern } from '../../tactics/types.js';
import { playgroundAddress } from '../address.js';
import type { PatternExample, PatternGuide } from '../guide.js';
import type { Arrow, Mark } from '../parts/Board.js';
import { Diagram } from '../parts/Diagram.js';
import { Blocks, Rich } from './Rich.js';

/** Diagrams that are seen at once: two that are, one that is not. */
const SHOWN = { yes: 2, no: 1 };

export function Patterns() {
  return (
    <>
      {PATTERN_GUIDE.map((guide) => (
        <Section key={guide.pattern} guide={guide} />
      ))}
    </>
  );
}

function Section({ guide }: { guide: PatternGuide }) {
  const { pattern, title, lead, rule, squares, confirmed, examples } = guide;
  const yes = examples.filter(({ kind }) => kind === 'Is');
  const no = examples.filter(({ kind }) => kind === 'Is not' || kind === 'Not proven');
  const first = [...yes.slice(0, SHOWN.yes), ...no.slice(0, SHOWN.no)];
  const rest = examples.filter((example) => !first.includes(example));
  const [open, setOpen] = useState(false);
  return (
    <section class="pattern" aria-labelledby={pattern}>
      <h3 id={pattern}>
        {title} <code>{pattern}</code>
      </h3>
      <p class="pattern-lead">
        <Rich text={lead} />
      </p>
      <div class="diagrams">
        {first.map((example) => (
          <ExampleDiagram key={example.id} pattern={pattern} example={example} />
        ))}
      </div>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          The rule for the {title.toLowerCase()}, and {rest.length} more positions
        </summary>
        <Blocks blocks={rule} />
        <p>
          <strong>Squares.</strong> <Rich text={squares} />
        </p>
        <p>
          <strong>Confirmed.</strong> <Rich text={confirmed} />
        </p>
        {open && (
          <div class="diagrams">
            {rest.map((example) => (
              <ExampleDiagram key={example.id + example.kind} pattern={pattern} example={example} />
            ))}
          </div>
        )}
      </details>
    </section>
  );
}

/** What an example's kind means, in a word. */
const KINDS: Record<string, string> = {
  Is: 'Yes',
  'Is not': 'No',
  'Not proven': 'Not proven',
  'Ours alone': 'Found by Motif only',
  'Labelled only': 'Labelled only',
};

function ExampleDiagram({ pattern, example }: { pattern: Pattern; example: PatternExample }) {
  const { kind, id, fen, moves, keys, targets, ply, note } = example;
  const [move = ''] = moves;
  const until = Math.max(1, Math.min(ply + 1, 3));
  const arrows: Arrow[] = moves.slice(0, until).map((move, index) => ({
    from: move.slice(0, 2),
    to: move.slice(2, 4),
    kind: index === 0 ? 'trigger' : index % 2 === 0 ? 'line' : 'reply',
  }));
  const marks: Mark[] = [
    ...keys.map((square) => ({ square, kind: 'key' as const })),
    ...targets.map((square) => ({ square, kind: 'target' as const })),
  ];
  const yes = kind === 'Is' || kind === 'Ours alone';
  return (
    <Diagram
      fen={fen}
      arrows={arrows.reverse()}
      marks={marks}
      href={playgroundAddress(yes ? { fen, show: { pattern, move } } : { fen })}
    >
      <strong class={yes ? 'verdict-yes' : 'verdict-no'}>{KINDS[kind] ?? kind}.</strong> <Rich text={note} />{' '}
      <a
        href={`https://lichess.org/training/${id}`}
        rel="noreferrer"
        class="small"
        aria-label={`Puzzle ${id} on Lichess`}
      >
        {id}
      </a>
    </Diagram>
  );
}
