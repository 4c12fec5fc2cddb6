/** What `--explain` says of a position. */
import { describe, expect, it } from 'vitest';
import { loadExplainer } from '../../../src/tactics/explain.js';
import { maskOf } from '../../../src/tactics/types.js';
import { objectsOf, run } from '../run.js';
import { FORK, NO_BOARD, QUIET } from './given.js';

describe('analyze, explained', () => {
  it('says of one FEN what became of every candidate, and why', async () => {
    const { code, stdout, stderr } = await run('analyze', ['--explain', FORK]);
    const text = stdout.replace(/ +/g, ' ');
    for (const line of [
      / 8 \. \. \. \. \. \. k \.\n/,
      /Black to move/,
      /material -200/,
      /plain capture wins nothing/,
      /\n\ntriggers, best first \(\d+\)\n Ne2\+ d4e2 check depth \d+ wins 700: Ne2\+ Kg2 Nxc3 bxc3 Qxc3\n/,
      /\n Nf5 d4f5 quiet depth \d+ does not win: refuted by Qxe5 \(loses 900\)\n/,
      /\n\ncandidates of l1 \(\d+\)\n fork Ne2\+ e2 -> Kg1 Qc3 static 900 confirmed\n/,
      /\n deflection Qe1\+ .* not confirmed: the trigger does not win: refuted by Kg2 \(wins nothing\)\n/,
      /\n\ntactics \(2\)\n fork Ne2\+ e2 -> Kg1 Qc3 ply 0 wins 700 \[Ne2\+\] Kg2 Nxc3 bxc3 Qxc3\n/,
    ]) {
      expect(text).toMatch(line);
    }
    expect(stderr).toBe('analyze: positions explained: 1, refused: 0\n');
    expect(code).toBe(0);
  });

  it('reads FENs from standard input, and names those that it refuses', async () => {
    const { code, stdout, stderr } = await run('analyze', ['--explain'], `${QUIET}\n\n8/8 w - -\n${FORK}\n`);
    expect(stdout.split('\n').filter((line) => line === QUIET || line === FORK)).toEqual([QUIET, FORK]);
    expect(stdout).toContain('triggers, best first (0)');
    expect(stderr).toMatch(/^analyze: line 3: Invalid FEN: the board is not/);
    expect(stderr).toMatch(/positions explained: 2, refused: 1\n$/);
    expect(code).toBe(3);
  });

  it('names positions as EPD does, and keeps control characters from the terminal', async () => {
    const epd = `${FORK} bm Ne2+; id "\x1b[31mfork";`;
    const { code, stdout } = await run('analyze', ['--explain', epd]);
    expect(stdout).toMatch(new RegExp(`^${FORK}\n\ufffd\\[31mfork\n\n`));
    expect(code).toBe(0);
    const json = await run('analyze', ['--explain', `${QUIET} id "q";`, '--json']);
    expect(objectsOf(json.stdout)).toMatchObject([{ fen: QUIET, id: 'q' }]);
    const refused = await run('analyze', ['--explain', `position fen ${FORK} moves a1a2`]);
    expect(refused.stderr).toMatch(/^analyze: line 1: Illegal move: "a1a2" at ply 1\n/);
    const turned = await run('analyze', ['--explain', `${FORK} moves \u202ea1a2`]);
    expect(turned.stderr).toMatch(/^analyze: line 1: Illegal move: "\ufffda1a2" at ply 1\n/);
    expect(refused.code).toBe(3);
  });

  it('says of a checkmate and a stalemate that the game is over', async () => {
    const mate = 'rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3';
    const stalemate = '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1';
    const said = (text: string): string[] => text.split('\n').filter((line) => line.startsWith('the game is over'));
    expect(said((await run('analyze', ['--explain', mate])).stdout)).toEqual([expect.stringContaining('checkmate')]);
    expect(said((await run('analyze', ['--explain', stalemate])).stdout)).toEqual([
      expect.stringContaining('stalemate'),
    ]);
    expect(said((await run('analyze', ['--explain', QUIET])).stdout)).toEqual([]);
  });

  it('gives JSON where it is asked to, of the wanted patterns', async () => {
    const args = ['--explain', '--json', '--patterns', 'fork'];
    const { code, stdout } = await run('analyze', args, `${FORK}\nnonsense`);
    const [explained, refused, ...more] = objectsOf(stdout);
    expect(explained).toEqual(
      JSON.parse(JSON.stringify((await loadExplainer()).explain(FORK, maskOf(['fork'])))) as object,
    );
    expect(refused).toEqual({ error: 'Invalid FEN', message: NO_BOARD, line: 2 });
    expect(more).toEqual([]);
    expect(code).toBe(3);
  });
});
