/** Lines that are positions, for what the command line's tests do not show: `test/jobs/analyze/` has the rest. */
import { expect, it } from 'vitest';
import { loadEngine } from '../../src/tactics/kernel.js';
import { answerLines } from '../../src/tactics/stream.js';

/** Bytes that are read of a line. */
const MOST = 512 + 6 * 32_768;
const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - ';

async function answersTo(text: string): Promise<unknown[]> {
  const chunks = (async function* () {
    yield await Promise.resolve(Buffer.from(text));
  })();
  const answers = [];
  for await (const answer of answerLines(await loadEngine(), chunks, (fen) => fen)) answers.push(answer);
  return answers;
}

it('tabs between fields are blanks, as in the columns of a table', async () => {
  const [fen, next] = [`${START}0 1`, 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'];
  const lines = [fen.replaceAll(' ', '\t'), `${START}\tbm e4;\tid "x\t1";`, `${fen}\tmoves\te2e4`];
  const answers = [{ answer: fen }, { answer: START.trim(), id: 'x 1' }, { answer: next }];
  expect(await answersTo(lines.join('\n'))).toMatchObject(answers);
});

it.each(['e', 'é'])(
  'a line that is longer in bytes is refused, where a cut would fall between two moves: %s',
  async (letter) => {
    let head = `${START}c0 "${letter.repeat(20)}";`;
    while ((MOST + 1 - Buffer.byteLength(`${head} moves`)) % 5 !== 0) head += ' ';
    const line = `${head} moves${' g1f3 g8f6 f3g1 f6g8'.repeat(10_000)}`;
    expect(await answersTo(line)).toMatchObject([
      { line: 1, fault: { detail: `the line has more than ${MOST} bytes` } },
    ]);
  },
);
