/** Imports run downward only: the lint rule that holds it is tried on snippets, and on every folder there is. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ESLint } from 'eslint';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../src/paths.js';

/** The project's own configuration, without the rules that need a type checker: those would cost seconds. */
const eslint = new ESLint({
  cwd: ROOT,
  ruleFilter: ({ ruleId }) => ruleId === 'motif/direction',
  overrideConfig: { languageOptions: { parserOptions: { projectService: false } } },
});

/** What the rule says of an import in a file, there or not. */
async function complaints(file: string, line: string): Promise<string[]> {
  const results = await eslint.lintText(`${line}\n`, { filePath: join(ROOT, file) });
  return results.flatMap(({ messages }) => messages.map(({ message }) => message));
}

describe('an import', () => {
  it.each([
    ['jobs/x.ts', `import '../src/api/server.js';`],
    ['jobs/x.ts', `import '../src/pipeline/scan.js';`],
    ['src/api/x.ts', `import '../pipeline/pool.js';`],
    ['src/api/routes/x.ts', `import '../../store/store.js';`],
    ['src/pipeline/x.ts', `import '../archive/open.js';`],
    ['src/store/x.ts', `import '../tactics/record.js';`],
    ['src/store/x.ts', `import '../paths.js';`],
    ['src/tactics/x.ts', `import '../pgn/splitter.js';`],
    ['src/pgn/x.ts', `import type { FaultReason } from '../tactics/engine.js';`],
    ['src/archive/x.ts', `import '../pgn/bytes.js';`],
    ['src/kernel/patterns/x.ts', `import { bit } from '../board/squares';`],
    ['test/api/x.ts', `import '../../src/api/app.js';`],
    ['src/web/pages/x.tsx', `import '../../tactics/types.js';`],
    ['src/api/x.ts', `import '../web/pages.js';`],
    ['src/library/x.ts', `import '../archive/open.js';`],
    ['src/index.ts', `export * from './library/engine.js';`],
  ])('in %s may be: %s', async (file, line) => {
    expect(await complaints(file, line)).toEqual([]);
  });

  it.each([
    ['jobs/x.ts', `import { bit } from '../src/kernel/board/squares.js';`],
    ['src/pipeline/x.ts', `import '../api/app.js';`],
    ['src/pipeline/x.ts', `import '../../jobs/cli.js';`],
    ['src/store/x.ts', `import '../pipeline/scan.js';`],
    ['src/store/x.ts', `import type { Archive } from '../archive/open.js';`],
    ['src/tactics/x.ts', `import '../store/store.js';`],
    ['src/tactics/x.ts', `export { bit } from '../kernel/board/squares.js';`],
    ['src/tactics/x.ts', `await import('../pipeline/pool.js');`],
    ['src/pgn/x.ts', `import { loadEngine } from '../tactics/kernel.js';`],
    ['src/pgn/x.ts', `import '../archive/open.js';`],
    ['src/archive/x.ts', `import '../pgn/splitter.js';`],
    ['src/archive/x.ts', `import '../tactics/types.js';`],
    ['src/kernel/x.ts', `import '../tactics/types';`],
    ['src/kernel/patterns/x.ts', `import '../../paths';`],
    ['src/store/x.ts', `import '../../test/store/fixture.js';`],
    ['src/store/x.ts', `import '../api/../pipeline/scan.js';`],
    ['src/store/x.ts', `export * from '../pipeline/scan.js';`],
    ['src/paths.ts', `import './tactics/types.js';`],
    ['src/library/x.ts', `import '../store/store.js';`],
    ['src/index.ts', `export * from './store/store.js';`],
    ['src/tactics/x.ts', `import '../index.js';`],
    ['src/web/pages/x.tsx', `import '../../tactics/kernel.js';`],
    ['src/web/x.ts', `import '../store/store.js';`],
    ['src/cellar/x.ts', `import './y.js';`],
  ])('in %s may not be: %s', async (file, line) => {
    expect(await complaints(file, line)).toHaveLength(1);
  });
});

it('the rule knows every folder of src: none may import jobs, and none but the service itself the service', async () => {
  const folders = readdirSync(join(ROOT, 'src'), { withFileTypes: true }).filter((item) => item.isDirectory());
  expect(folders.length).toBeGreaterThan(5);
  for (const { name } of folders) {
    expect(await complaints(`src/${name}/x.ts`, `import '../../jobs/cli.js';`), name).not.toEqual([]);
    if (name !== 'api') expect(await complaints(`src/${name}/x.ts`, `import '../api/app.js';`), name).not.toEqual([]);
  }
});
