/** The tactics that were found, each as a diagram that leads to its game, at its ply. */
import { occasionWords, outcomeWords, playersWords, worthWords } from '../../explore/words.js';
import { capitalised, inWords, numberedLine } from '../../tactics/words.js';
import { playgroundAddress } from '../address.js';
import type { Arrow, Mark } from '../parts/Board.js';
import { Diagram } from '../parts/Diagram.js';
import { groupFindings, type Group, type PageFinding } from './groups.js';

export function Results({ found }: { found: readonly PageFinding[] }) {
  return (
    <ol class="explore-results">
      {/* of one position several may stand apart: what they win sets them apart */}
      {groupFindings(found).map(({ best, others }) => (
        <li
          key={`${best.game.digest} ${best.ply} ${best.pattern} ${best.trigger_move} ${best.target_squares.join(' ')}`}
        >
          <Result best={best} others={others} />
        </li>
      ))}
    </ol>
  );
}

function Result({ best: finding, others }: Group) {
  const { fen, ply, pgn, trigger_move, trigger_san = trigger_move, move_number } = finding;
  const move = `${move_number} ${trigger_san}`;
  const players = playersWords(finding);
  const occasion = occasionWords(finding);
  const arrows: Arrow[] = [{ from: trigger_move.slice(0, 2), to: trigger_move.slice(2, 4), kind: 'trigger' }];
  // where the pattern arises later in the line, its squares say nothing about this position
  const marks: Mark[] =
    finding.pattern_ply !== undefined
      ? []
      : [
          ...finding.key_squares.map((square) => ({ square, kind: 'key' as const })),
          ...finding.target_squares.map((square) => ({ square, kind: 'target' as const })),
        ];
  return (
    <article class="card explore-result">
      <Diagram
        fen={fen}
        arrows={arrows}
        marks={marks}
        href={playgroundAddress({ pgn, ply, show: { pattern: finding.pattern, move: trigger_move } })}
        label={`${players}, before ${move}: see it in the game`}
      >
        <Tactic finding={finding} />
        <span class="explore-players">{players}</span>
        {occasion !== '' && <span class="muted small">{occasion}</span>}
        {others.length > 0 && (
          <details class="explore-others">
            <summary>{others.length === 1 ? '1 more here' : `${others.length} more here`}</summary>
            {others.map((other, index) => (
              <div key={index}>
                <Tactic finding={other} />
              </div>
            ))}
          </details>
        )}
      </Diagram>
    </article>
  );
}

function Tactic({ finding }: { finding: PageFinding }) {
  const { pattern, fen, trigger_move, trigger_san = trigger_move, sequence_san, outcome } = finding;
  return (
    <>
      <span class="explore-head">
        <strong>{capitalised(inWords(pattern))}</strong>
        <span class="explore-worth">{worthWords(finding)}</span>
        <span class={`explore-outcome explore-${outcome}`}>{outcomeWords(finding)}</span>
      </span>
      <span class="explore-line">{numberedLine(fen, sequence_san ?? [trigger_san])}</span>
    </>
  );
}
