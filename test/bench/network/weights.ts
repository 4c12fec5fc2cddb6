/** Trained weights as the kernel wants them: integers, in the source that it is compiled from. */
import { NEURONS } from './layout.js';
import type { Weights } from './train.js';

/** Steps of a neuron from off to full; what an input adds to it has one byte. The same in `src/kernel/tree/network.ts`. */
const FULL = 127;
/** Steps of an output weight of a pawn, and of an offset of one. */
const OUTPUT_ONE = 128;
const OFFSET_ONE = 1024;
/** A full neuron times an output weight has to have two bytes. */
const OUTPUT_LIMIT = Math.floor(32_767 / FULL);

function rounded(values: Float32Array, one: number, limit: number): number[] {
  return Array.from(values, (value) => Math.max(-limit, Math.min(limit, Math.round(value * one))));
}

function list(name: string, type: string, comment: string, values: readonly number[]): string {
  const rows: string[] = [];
  for (let at = 0; at < values.length; at += NEURONS) rows.push(`${values.slice(at, at + NEURONS).join(',')},`);
  return `/** ${comment} */\nexport const ${name}: usize = memory.data<${type}>([\n${rows.join('\n')}\n]);\n`;
}

/** The text of `src/kernel/tree/weights.ts`. @param origin one line on where they come from */
export function writeWeights({ inputs, bias, outputs, offsets }: Weights, origin: string): string {
  return [
    `/**\n * The weights of network.ts, written by \`npm run network -- train\`: not to be edited.\n *\n * ${origin}\n */\n`,
    list('INPUT_WEIGHTS', 'i8', 'A row of neurons for each kind, colour and square.', rounded(inputs, FULL, 127)),
    list('NEURON_BIAS', 'i16', 'Where the neurons of an empty board stand.', rounded(bias, FULL, 32767)),
    list(
      'OUTPUT_WEIGHTS',
      'i16',
      'For each stage the neurons of the side to move, then those of the other.',
      rounded(outputs, OUTPUT_ONE, OUTPUT_LIMIT),
    ),
    list(
      'OFFSETS',
      'i32',
      'For each stage a constant, and the worth of a pawn of material.',
      rounded(offsets, OFFSET_ONE, 32767),
    ),
  ].join('');
}
