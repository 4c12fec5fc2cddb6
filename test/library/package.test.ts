/** The package as another project has it: what is packed, its types under that project's strictest settings, and the examples of the documents. */
import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../../src/paths.js';
import { zstd as pack } from '../archive/makers.js';

const exec = promisify(execFile);
const project = mkdtempSync(join(tmpdir(), 'motif-package-'));
const installed = join(project, 'node_modules', 'motif');
afterAll(() => rmSync(project, { recursive: true, force: true }));

const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { dependencies: object };

const FORK = '6k1/5p1p/4p3/4q3/3n4/2Q3P1/PP1N1P1P/6K1 b - - 3 37';

/** The blocks of TypeScript in a document. */
function examplesOf(path: string): string[] {
  const text = readFileSync(join(ROOT, path), 'utf8');
  return [...text.matchAll(/```ts\n([^]*?)```/g)].map(([, code = '']) => code);
}

/** Packs and unpacks, as `npm install FILE` does, and links the packages that it depends on. */
beforeAll(async () => {
  // the build has run already
  const { stdout } = await exec('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', project], { cwd: ROOT }); // prettier-ignore
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  mkdirSync(installed, { recursive: true });
  await exec('tar', ['-xzf', join(project, filename), '--strip-components=1', '-C', installed]);
  for (const name of Object.keys(manifest.dependencies)) {
    const link = join(project, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', name), link);
  }
  cpSync(join(ROOT, 'data', 'sample', 'famous.pgn'), join(project, 'games.pgn'));
  cpSync(join(ROOT, 'data', 'sample.zip'), join(project, 'games.zip'));
  writeFileSync(join(project, 'package.json'), '{ "name": "other", "type": "module" }');
  writeFileSync(
    join(project, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        ...{ module: 'NodeNext', target: 'ES2023', lib: ['ES2023'], types: ['console'], typeRoots: ['types'] },
        ...{ strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false, outDir: 'out' },
      },
    }),
  );
  // of Node no more than the examples name: neither its types nor a browser's may be needed
  mkdirSync(join(project, 'types', 'console'), { recursive: true });
  writeFileSync(
    join(project, 'types', 'console', 'index.d.ts'),
    'declare const console: Record<"log" | "error", (...words: unknown[]) => void>;\n',
  );
});

/** Type-checks and compiles files of the project. */
async function compile(files: Record<string, string>): Promise<{ code: number; said: string }> {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(project, name), text);
  const config = JSON.parse(readFileSync(join(project, 'tsconfig.json'), 'utf8')) as object;
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ ...config, files: Object.keys(files) }));
  const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  return exec(process.execPath, [tsc, '-p', project]).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    (error: unknown) => ({ code: 1, said: (error as { stdout: string }).stdout }),
  );
}

describe('what is packed', () => {
  const files = (): string[] =>
    readdirSync(installed, { recursive: true, withFileTypes: true })
      .filter((item) => item.isFile())
      .map((item) => join(item.parentPath, item.name).slice(installed.length + 1));

  const imported = (path: string): string[] =>
    [...readFileSync(join(installed, path), 'utf8').matchAll(/\b(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g)].map(
      ([, to = '']) => join(dirname(path), path.endsWith('.d.ts') ? to.replace(/\.js$/, '.d.ts') : to),
    );

  const code = (): string[] => files().filter((path) => path.endsWith('.js'));

  it.each([
    ...['LICENSE', 'README.md', 'package.json', 'dist/kernel.wasm', 'dist/src/index.js', 'dist/src/index.d.ts'],
    ...['dist/web/playground.html', 'dist/web/licences.txt', 'dist/jobs/scan.js', 'dist/src/pipeline/worker.js'],
    'src/store/migrations/001_first.sql',
  ])('holds %s', (path) => expect(files()).toContain(path));

  it('asks for the versions that it is tested with', () => {
    // npm heeds overrides in their own repository alone: light-my-request, which Fastify brings along and which asks for Node 22 from its
    // next version on, stands among the dependencies instead
    const packed = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as typeof manifest;
    expect(packed).not.toHaveProperty('overrides');
    expect(packed.dependencies).toHaveProperty('light-my-request', '6.6.0');
  });

  it('and what its documents point at, but for the sources of the kernel', () => {
    const packed = files();
    const documents = packed.filter((path) => /^(?:[^/]+|docs\/[^/]+)\.md$/.test(path));
    expect(documents).toContain('docs/library.md');
    for (const path of documents) {
      const text = readFileSync(join(installed, path), 'utf8');
      for (const [, link, scanned = ''] of text.matchAll(
        /\]\(([\w./-]+)(?:#[^)]*)?\)|npm run scan -- (data\/[\w.]+)/g,
      )) {
        const to = link === undefined ? scanned : join(dirname(path), link);
        if (!to.startsWith('src/kernel/')) expect(packed, path).toContain(to);
      }
    }
  });

  it('and nothing that only the making of it needs', () => {
    const needless =
      /^(?:test|lint|jobs|\.ci|dist\/test)\/|^data\/sample\/(?!README)|\.map$|^src\/(?!store\/migrations\/)|\.tsx$|build-bundle|build-web|make-sample|^dist\/src\/web\/(?!pages\.js)/;
    expect(files().filter((path) => needless.test(path))).toEqual([]);
  });

  it('and no chunks of earlier builds', () => {
    const used = new Set(code().flatMap(imported));
    expect(files().filter((path) => path.startsWith('dist/chunks/') && !used.has(path))).toEqual([]);
  });

  it('asks for no package that only the making of it needs', () => {
    const texts = code().map((path) => readFileSync(join(installed, path), 'utf8'));
    const needless = Object.keys(manifest.dependencies).filter(
      (name) => !texts.some((text) => new RegExp(`['"]${name}(?:/[^'"]+)?['"]`).test(text)),
    );
    // it is there for its version (above)
    expect(needless).toEqual(['light-my-request']);
  });

  it('and, of code and of types, all that these import, and no other types', () => {
    const packed = new Set(files());
    expect(
      code()
        .flatMap(imported)
        .filter((path) => !packed.has(path)),
    ).toEqual([]);
    const types = new Set(['dist/src/index.d.ts']);
    for (const path of types) for (const to of imported(path)) types.add(to);
    expect([...packed].filter((path) => path.endsWith('.d.ts')).sort()).toEqual([...types].sort());
  });

  it('and no code that names a source map: none comes along, and debuggers complain of each that is missing', () => {
    expect(code().length).toBeGreaterThan(100);
    const mapped = code().filter((path) => readFileSync(join(installed, path), 'utf8').includes('sourceMappingURL'));
    expect(mapped).toEqual([]);
  });
});

describe('another project', () => {
  it('compiles and runs the examples of the README and of docs/library.md', { timeout: 120_000 }, async () => {
    const codes = [...examplesOf('README.md'), ...examplesOf('docs/library.md')];
    expect(codes).toHaveLength(3);
    const files = Object.fromEntries(codes.map((code, index) => [`example${index}.ts`, code]));
    expect(await compile(files)).toEqual({ code: 0, said: '' });
    const outputs = await Promise.all(
      codes.map(async (_, index) => exec(process.execPath, [join('out', `example${index}.js`)], { cwd: project })),
    );
    const [readme, engine, count] = outputs.map(({ stdout }) => stdout);
    expect(readme).toContain("fork [ 'd4e2', 'g1g2', 'e2c3', 'b2c3', 'e5c3' ]\n");
    expect(readme).toMatch(/^Anderssen, Adolf \d+$/m);
    expect(engine).toMatch(/^[^\n]+ \d+ fork \d+ [^\n]*[a-h][1-8]/m);
    expect(Number(count)).toBeGreaterThan(5);
    for (const { stderr } of outputs) expect(stderr).toBe('');
  });

  it('may be CommonJS', async () => {
    const count = `analyzePosition(${JSON.stringify(FORK)}).then(({ count }) => console.log(count));`;
    const run = async (name: string, code: string): Promise<string> => {
      writeFileSync(join(project, name), code);
      return (await exec(process.execPath, [name], { cwd: project })).stdout;
    };
    expect(await run('imports.cjs', `import('motif').then(({ analyzePosition }) => ${count.slice(0, -1)})`)).toBe(
      '2\n',
    );
    // those before Node 20.19 and 22.12 say themselves that import() is to be used
    const features = process.features as { require_module?: boolean };
    if (features.require_module === true)
      expect(await run('requires.cjs', `const { analyzePosition } = require('motif');\n${count}`)).toBe('2\n');
  });

  it('may hand on options that are undefined', { timeout: 120_000 }, async () => {
    const code = `
      import { analyzeGame, readGames, type Depth, type GameMode, type Pattern } from 'motif';
      export async function count(
        path: string, depth?: Depth, mode?: GameMode, patterns?: readonly Pattern[], onFault?: (fault: Error) => void,
      ): Promise<number> {
        let sum = 0;
        for await (const game of readGames(path, { onFault, onWarning: undefined }))
          sum += (await analyzeGame(game, { depth, mode, patterns, with_sequence: undefined })).count;
        return sum;
      }
      console.log(await count('games.pgn'));
    `;
    expect(await compile({ 'undefined.ts': code })).toEqual({ code: 0, said: '' });
    const { stdout } = await exec(process.execPath, [join('out', 'undefined.js')], { cwd: project });
    expect(Number(stdout)).toBeGreaterThan(50);
  });

  it('is told what to do where a bundler has left the kernel behind', async () => {
    const contents = "import { analyzePosition } from 'motif';\nawait analyzePosition('');\n";
    const outfile = join(project, 'bundled', 'index.js');
    const external = ['zstd-napi', '@foxglove/wasm-bz2', 'node-stream-zip'];
    await build({ stdin: { contents, resolveDir: project }, bundle: true, platform: 'node', format: 'esm', external, outfile }); // prettier-ignore
    const said = (): Promise<string> =>
      exec(process.execPath, [outfile], { cwd: project }).then(
        () => 'nothing',
        (error: unknown) => (error as { stderr: string }).stderr,
      );
    expect(await said()).toMatch(
      /motif: the kernel is missing \(.*kernel\.wasm\): .*have the bundler leave motif external/,
    );
    renameSync(join(project, 'package.json'), join(project, 'package.away'));
    const alone = await said().finally(() => renameSync(join(project, 'package.away'), join(project, 'package.json')));
    expect(alone).toMatch(/motif: no package\.json above .*; .*have the bundler leave motif external/);
  });

  it('is told of its mistakes by the compiler', { timeout: 120_000 }, async () => {
    const { code, said } = await compile({
      'pattern.ts':
        "import { analyzePosition } from 'motif';\nawait analyzePosition('', { patterns: ['windmill'] });\n",
      'inner.ts': "import 'motif/dist/src/tactics/kernel.js';\n",
    });
    expect(code).toBe(1);
    expect(said).toContain('pattern.ts(2,');
    expect(said).toContain('inner.ts(1,');
    expect(said).not.toContain('node_modules');
  });

  it('scans with the command line that comes along', async () => {
    const scan = join('node_modules', 'motif', 'dist', 'jobs', 'scan.js');
    const flags = ['--db', 'games.db', '--depth', 'l1', '--json', '--quiet'];
    const { stdout } = await exec(process.execPath, [scan, 'games.zip', ...flags], { cwd: project });
    expect(JSON.parse(stdout)).toMatchObject({ games_seen: 1140, games_quarantined: 1 });
    expect(readdirSync(project)).toContain('games.db');
  });

  it('is told where an install script was held back, and not that its archive is at fault', async () => {
    const zstd = join(project, 'node_modules', 'zstd-napi');
    rmSync(zstd);
    mkdirSync(zstd);
    for (const name of ['package.json', 'binding.js']) cpSync(join(ROOT, 'node_modules', 'zstd-napi', name), join(zstd, name)); // prettier-ignore
    writeFileSync(join(project, 'games.pgn.zst'), pack(readFileSync(join(project, 'games.pgn'))));
    const scan = join('node_modules', 'motif', 'dist', 'jobs', 'scan.js');
    const args = [scan, 'games.pgn.zst', '--db', 'zst.db', '--quiet'];
    const { stdout, stderr } = await exec(process.execPath, args, { cwd: project }).catch((error: unknown) => error as { stdout: string; stderr: string }); // prettier-ignore
    expect(`${stdout}${stderr}`).toContain(
      'games.pgn.zst: cannot be unpacked: the compiled part of zstd-napi is missing',
    );
    expect(`${stdout}${stderr}`).not.toContain('check the disk');
  });
});
