/** Lines that are positions, for what the command line's tests do not show: `test/jobs/analyze.test.ts` has the rest. */
import { expect, it } from 'vitest';
import { loadEngine } from '../../src/tactics/kernel.js';
import { answerLines } from '../../src/tactics/stream.js';

/** Bytes that are read of a line. */
const MOST = 512 + 6 * 32_768;
const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - ';

it.each(['e', 'é'])(
  'a line that is longer in bytes is refused, where a cut would fall between two moves: %s',
  async (letter) => {
    let head = `${START}c0 "${letter.repeat(20)}";`;
    while ((MOST + 1 - Buffer.byteLength(`${head} moves`)) % 5 !== 0) head += ' ';
    const line = `${head} moves${' g1f3 g8f6 f3g1 f6g8'.repeat(10_000)}`;
    const chunks = (async function* () {
      yield await Promise.resolve(Buffer.from(line));
    })();
    const answers = [];
    for await (const answer of answerLines(await loadEngine(), chunks, (fen) => fen)) answers.push(answer);
    expect(answers).toMatchObject([{ line: 1, fault: { detail: `the line has more than ${MOST} bytes` } }]);
  },
);
