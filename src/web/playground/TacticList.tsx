/** The tactics of a position, the proven first; the one that is picked opens, and its line can be stepped through. */
import { capitalised, inWords, numberedMoves } from '../../tactics/words.js';
import type { ShownTactic } from '../engine/messages.js';
import { gainText, gainWords } from '../words.js';
import { Icon } from '../parts/Icon.js';
import { Button } from '../parts/controls.js';

interface TacticListProps {
  /** Filtered. */
  tactics: readonly ShownTactic[];
  /** Of l1, not borne out by the forcing tree. */
  candidates: readonly ShownTactic[];
  picked: number | null;
  /** How many moves of the picked one's line are on the board. */
  step: number;
  /** The move that the game went on with. */
  played?: string | undefined;
  onPick: (index: number | null) => void;
  onStep: (step: number) => void;
}

export function TacticList(props: TacticListProps) {
  const { tactics, candidates, picked, step, played, onPick, onStep } = props;
  return (
    <>
      {tactics.length > 0 && (
        <ol class="tactics">
          {tactics.map((tactic, index) => (
            <TacticCard
              key={`${tactic.pattern} ${tactic.trigger_move} ${tactic.target_squares.join(' ')}`}
              tactic={tactic}
              open={index === picked}
              step={index === picked ? step : 0}
              wasPlayed={tactic.trigger_move === played}
              onToggle={() => onPick(index === picked ? null : index)}
              onStep={onStep}
            />
          ))}
        </ol>
      )}
      {candidates.length > 0 && (
        <details class="candidates">
          <summary>{candidates.length === 1 ? 'One candidate' : `${candidates.length} candidates`} not proven</summary>
          <p class="small muted">The structure is there, but the forcing tree does not find that it wins.</p>
          <ul>
            {candidates.map((tactic) => (
              <li key={`${tactic.pattern} ${tactic.trigger_move} ${tactic.target_squares.join(' ')}`}>
                {capitalised(inWords(tactic.pattern))} <strong>{tactic.trigger_san ?? tactic.trigger_move}</strong>{' '}
                <span class="muted">on {tactic.target_squares.join(', ')}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

interface TacticCardProps {
  tactic: ShownTactic;
  open: boolean;
  step: number;
  wasPlayed: boolean;
  onToggle: () => void;
  onStep: (step: number) => void;
}

function TacticCard({ tactic, open, step, wasPlayed, onToggle, onStep }: TacticCardProps) {
  const sans = tactic.sequence_san ?? [tactic.trigger_san ?? tactic.trigger_move];
  const later = tactic.pattern_ply ?? 0;
  return (
    <li class={open ? 'tactic tactic-open' : 'tactic'}>
      <button type="button" class="tactic-head" aria-expanded={open} onClick={onToggle}>
        <span class="tactic-name">{capitalised(inWords(tactic.pattern))}</span>
        <span class="tactic-move">{tactic.trigger_san ?? tactic.trigger_move}</span>
        {wasPlayed && <span class="tag">played</span>}
        {!tactic.gain_confirmed && <span class="tag tag-soft">candidate</span>}
        <span class={tactic.is_mate ? 'gain gain-mate' : 'gain'} title={gainWords(tactic)}>
          {gainText(tactic)}
        </span>
      </button>
      {open && (
        <div class="tactic-body">
          <div class="line-steps" role="group" aria-label="The line">
            <Button look="quiet" label="Back to the position" disabled={step === 0} onClick={() => onStep(0)}>
              <Icon name="first" />
            </Button>
            <Button look="quiet" label="One move back" disabled={step === 0} onClick={() => onStep(step - 1)}>
              <Icon name="back" />
            </Button>
            <Button
              look="quiet"
              label="One move forward"
              disabled={step === sans.length}
              onClick={() => onStep(step + 1)}
            >
              <Icon name="forward" />
            </Button>
            <Button
              look="quiet"
              label="To the end of the line"
              disabled={step === sans.length}
              onClick={() => onStep(sans.length)}
            >
              <Icon name="last" />
            </Button>
          </div>
          <ol class="line-moves">
            {numberedMoves(tactic.fen, sans, '…').map((text, index) => (
              <li key={index}>
                <button
                  type="button"
                  class={index % 2 === 0 ? 'own-move' : 'reply-move'}
                  aria-current={index + 1 === step ? 'step' : undefined}
                  onClick={() => onStep(index + 1)}
                >
                  {text}
                </button>
              </li>
            ))}
          </ol>
          <p class="evidence">
            <span class="legend-key" aria-hidden="true" /> {tactic.key_squares.join(', ')}{' '}
            <span class="muted">{tactic.key_squares.length === 1 ? 'key square' : 'key squares'}</span>
            {tactic.targets.length > 0 && (
              <>
                {' '}
                <span class="legend-target" aria-hidden="true" />{' '}
                {tactic.targets.map(({ piece_name, square }) => `${piece_name} ${square}`).join(', ')}{' '}
                <span class="muted">{tactic.targets.length === 1 ? 'target' : 'targets'}</span>
              </>
            )}
          </p>
          <p class="small muted">
            {tactic.color === 'white' ? 'White' : 'Black'} {gainWords(tactic)}
            {later > 0 && `; the pattern arises after ${sans[later] ?? 'a later move'}`}
            {tactic.pin_kind === undefined ? '' : `; the pin is ${tactic.pin_kind}`}.
          </p>
        </div>
      )}
    </li>
  );
}
