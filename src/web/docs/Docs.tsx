/** The documentation: how to ask, what comes back, what it means, and what may go wrong. Every example can be run where it stands. */
import { useEffect } from 'preact/hooks';
import { Limits } from './Limits.js';
import { Errors } from './Errors.js';
import { Patterns } from './Patterns.js';
import { Runner } from './Runner.js';

const FORK = '6k1/5p1p/4p3/4q3/3n4/2Q3P1/PP1N1P1P/6K1 b - - 3 37';
const GAME = '1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6 5. Nxe5 Bxd1 6. Bxf7+ Ke7 7. Nd5# 1-0';

const CONTENTS = [
  ['start', 'First request'],
  ['extract', 'A position'],
  ['extract-game', 'A game'],
  ['extract-batch', 'Many positions'],
  ['health', 'Health'],
  ['answers', 'What comes back'],
  ['patterns', 'The ten patterns'],
  ['limits', 'Plans and limits'],
  ['errors', 'Errors'],
  ['versions', 'Versions'],
] as const;

type Row = readonly [name: string, type: string, meaning: string];

const POSITION_FIELDS: readonly Row[] = [
  ['fen', 'string', 'The position, in four or six fields. It is returned as it was sent.'],
  ['patterns', 'string[]', 'Only these patterns. Default: all ten.'],
  [
    'depth',
    '"l2" or "l1"',
    'l2 (the default) proves each tactic; l1 is the structural scan, some thirty times as fast.',
  ],
  ['with_sequence', 'boolean', 'Add the forcing line to each tactic. Not at l1.'],
  ['with_extras', 'boolean', 'Beyond the published interface: adds moves in SAN, and whether a pin is absolute.'],
  [
    'side',
    '"mover" or "opponent"',
    'Beyond the published interface: "opponent" asks what the other side threatens, as if the side to move passed.',
  ],
];

const GAME_FIELDS: readonly Row[] = [
  ['pgn', 'string', 'One complete game of standard chess. Comments, variations and clock times are ignored.'],
  [
    'mode',
    '"played" or "available"',
    'The tactics that were played (the default), or all that were available before each move.',
  ],
  ['patterns, depth, with_sequence, with_extras', '', 'As for a position.'],
];

const TACTIC_FIELDS: readonly Row[] = [
  ['pattern', 'string', 'One of the ten names.'],
  ['color', 'string', '"white" or "black": whose tactic it is.'],
  ['trigger_move', 'string', 'The move that starts it, in UCI.'],
  ['key_squares', 'string[]', 'The squares of the pieces that carry it out.'],
  [
    'target_squares, targets',
    'string[], object[]',
    'The pieces it is aimed at: their squares; and objects with square, piece, piece_name, color.',
  ],
  [
    'gain',
    'integer',
    'Net material in centipawns at the end of best play (P 100, N B 300, R 500, Q 900). At l1 an estimate.',
  ],
  ['gain_confirmed', 'boolean', 'Whether the forcing tree has confirmed it: true at l2.'],
  ['is_mate', 'boolean', 'Whether it ends in checkmate.'],
  ['sequence', 'string[] or null', 'The forcing line in UCI, if it was asked for.'],
  ['fen', 'string', 'The position.'],
  [
    'ply, status',
    'integer, string',
    'In games: the half-move, and in mode "played" whether the chance was new ("played") or was there a turn earlier, against the same pieces on the same squares ("existing").',
  ],
  ['trigger_san, sequence_san', 'string, string[] or null', 'With with_extras: the trigger and the line in SAN.'],
  ['pin_kind', 'string', 'With with_extras, for pins: "absolute" (against the king) or "relative".'],
  ['pattern_ply', 'integer', 'Only if the pattern arises later in the line: the index of its move.'],
];

export function Docs() {
  useEffect(() => {
    // the browser looked for it before it was there
    document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, []);
  return (
    <div class="docs">
      <nav class="contents" aria-label="On this page">
        <ul>
          {CONTENTS.map(([id, text]) => (
            <li key={id}>
              <a href={`#${id}`}>{text}</a>
            </li>
          ))}
        </ul>
      </nav>
      <div class="docs-text">
        <h1>Documentation</h1>
        <p class="lead">
          Motif takes a chess position or a game and returns the tactics in it, each with its trigger, squares, gain and
          the line that proves it. The same position always gets the same answer.
        </p>
        <p>
          Programs read <a href="/openapi.json">the OpenAPI description</a>; people can try every field on{' '}
          <a href="/docs/try">the form made from it</a>, or just look at <a href="/">a board</a>.
        </p>

        <h2 id="start">First request</h2>
        <p>
          There are two base addresses, which take the same requests. <code>/api/v1</code> is free, needs no key, and
          counts requests by IP address. <code>/v1</code> needs a key with every request:{' '}
          <code>Authorization: Bearer &lt;API_KEY&gt;</code>. Bodies and answers are JSON. The examples on this page are
          sent to the free address when you press Run, and count there.
        </p>

        <h2 id="extract">A position</h2>
        <Fields rows={POSITION_FIELDS} label="Fields of POST /extract" />
        <Runner method="POST" path="/extract" body={{ fen: FORK, patterns: ['fork'], with_sequence: true }} />

        <h2 id="extract-game">A game</h2>
        <Fields rows={GAME_FIELDS} label="Fields of POST /extract_game" />
        <p>
          A game may have at most 1,000 positions, and an answer 5,000 tactics: far more than any game that was ever
          played has.
        </p>
        <Runner method="POST" path="/extract_game" body={{ pgn: GAME, mode: 'available', with_extras: true }} />

        <h2 id="extract-batch">Many positions</h2>
        <p>
          <code>fens</code> takes up to 1,000 positions, but no more than the plan allows requests a minute, as each
          counts as a request; the other fields are those of a position. The answer has one line of JSON for each, in
          their order, sent as soon as it is done. A position that is refused has its line, too. For many positions, ask
          at l1 first, and at l2 only where there are candidates.
        </p>
        <Runner
          method="POST"
          path="/extract_batch"
          body={{ fens: [FORK, 'no position'], depth: 'l1', patterns: ['fork'] }}
        />

        <h2 id="health">Health</h2>
        <p>Needs no key at either address, and is never counted.</p>
        <Runner method="GET" path="/health" />

        <h2 id="answers">What comes back</h2>
        <p>
          An answer has <code>tactics</code>, their <code>count</code>, the <code>depth</code>,{' '}
          <code>performance_ms</code> and the <code>fen</code>; for a game also <code>mode</code> and{' '}
          <code>positions_analyzed</code>. Mates come first, then by gain, then checks before captures before quiet
          moves. A tactic has:
        </p>
        <Fields rows={TACTIC_FIELDS} label="Fields of a tactic" />
        <p>
          Answers for a position or a game carry an <code>ETag</code>: with <code>If-None-Match</code> you get a 304 if
          nothing has changed, and nothing does until the engine changes.
        </p>

        <h2 id="patterns">The ten patterns</h2>
        <p>
          A pattern is a structure on the board after the trigger. At l1 the structure is there; at l2 a forcing tree
          has found that it wins a pawn or mates against every defence, that it stands up to a second, deeper look, and
          that the line cashes in on the pattern itself. A click on a diagram opens it in the playground.
        </p>
        <p class="legend small">
          <span class="legend-key" aria-hidden="true" /> key square <span class="legend-target" aria-hidden="true" />{' '}
          target <span class="legend-arrow legend-trigger" aria-hidden="true" /> trigger{' '}
          <span class="legend-arrow legend-reply" aria-hidden="true" /> reply{' '}
          <span class="legend-arrow legend-line" aria-hidden="true" /> what follows
        </p>
        <Patterns />

        <h2 id="limits">Plans and limits</h2>
        <Limits />
        <p>
          A minute begins with your first request. Every counted answer says what is left: <code>RateLimit-Limit</code>,{' '}
          <code>RateLimit-Remaining</code>, <code>RateLimit-Reset</code> (seconds). Beyond the limit comes a 429 with{' '}
          <code>Retry-After</code>. A batch counts as a request for every FEN. A game counts for the day, until midnight
          UTC, once it has been analysed.
        </p>

        <h2 id="errors">Errors</h2>
        <p>
          An error is <code>{'{"error": "…"}'}</code> with one of these messages, word for word; for those that name a
          field, a value or a number, there are examples. Some say more in the header <code>x-error-detail</code>. The
          header <code>x-request-id</code> names the request in the log of the service.
        </p>
        <Errors />

        <h2 id="versions">Versions</h2>
        <p>
          The version is part of the path. With the header <code>Accept-Version: 3.0</code> both addresses answer in the
          earlier form of the interface: <code>/extract</code> takes a <code>fen</code> or a <code>pgn</code>, and no
          depth. The engine’s version and signature are in <a href="/api/v1/health">/health</a>; results change only
          when the signature does.
        </p>
      </div>
    </div>
  );
}

function Fields({ rows, label }: { rows: readonly Row[]; label: string }) {
  return (
    <div class="table-scroll" tabIndex={0} role="group" aria-label={label}>
      <table class="reference fields">
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Type</th>
            <th scope="col">Meaning</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, type, meaning]) => (
            <tr key={name}>
              <td>
                {name.split(', ').map((one, index) => (
                  <span key={one}>
                    {index > 0 && ', '}
                    <code>{one}</code>
                  </span>
                ))}
              </td>
              <td>{type}</td>
              <td>{meaning}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
