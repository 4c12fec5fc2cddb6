/** What was found: how much, at which depth and of which patterns, and above the list what stands in its way. */
import type { ComponentChildren } from 'preact';
import type { Depth, Pattern } from '../../tactics/types.js';
import { capitalised } from '../../tactics/words.js';
import type { ShownTactic } from '../engine/messages.js';
import { Notice } from '../parts/Notice.js';
import { Choice } from '../parts/controls.js';
import type { AnalysisFault } from './analysis.js';
import { Filter } from './Filter.js';

interface FoundProps {
  title: string;
  depth: Depth;
  /** Before the filter. */
  found: readonly ShownTactic[];
  /** Patterns that are shown; none for all ten. */
  wanted: readonly Pattern[];
  fault: AnalysisFault | null;
  /** Whether the position is only being tried. */
  trying: boolean;
  onDepth: (depth: Depth) => void;
  onWanted: (wanted: Pattern[]) => void;
  /** The list. */
  children: ComponentChildren;
}

export function Found({ title, depth, found, wanted, fault, trying, onDepth, onWanted, children }: FoundProps) {
  return (
    <section class="found" aria-labelledby="found-title">
      <div class="found-head">
        <h2 id="found-title" class="panel-title">
          {title}
        </h2>
        <Choice
          label="Depth"
          value={depth}
          options={[
            { value: 'l2', text: 'Proven', title: 'l2: confirmed by the forcing tree' },
            { value: 'l1', text: 'Candidates', title: 'l1: the structural scan' },
          ]}
          onChange={onDepth}
        />
      </div>
      <Filter found={found} wanted={wanted} onWanted={onWanted} />
      {fault !== null && (
        <Notice
          kind={trying ? 'warning' : 'error'}
          title={fault.kind === 'fault' ? 'No position to analyse' : 'No analysis'}
        >
          {capitalised(fault.detail)}.
        </Notice>
      )}
      {children}
    </section>
  );
}
