/**
 * `npm run build:web`: the pages of `src/web` -> files in `dist/web` that are served as they are.
 *
 * Scripts, styles and pictures get the hash of their content into their names, so that browsers may keep them for ever; pages are HTML files
 * with nothing inline. All are packed beside themselves, as Brotli and gzip, so that serving them costs no time.
 */
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build, type BuildOptions, type Metafile } from 'esbuild';
import { REFUSALS } from '../src/api/errors.js';
import { KERNEL_WASM, ROOT, WEB_ROOT } from '../src/paths.js';
import { NOT_FOUND, PAGES, type PageInfo } from '../src/web/pages.js';
import { famousGames } from './web/games.js';
import { pageHtml } from './web/html.js';
import { patternExamples, patternGuides } from './web/patterns.js';

const SOURCE = join(ROOT, 'src', 'web');

/** Bytes below which packing gains nothing. */
const WORTH_PACKING = 256;
const PACKED = /\.(?:js|css|html|svg|wasm|json|txt)$/;

const refusals = Object.entries(REFUSALS).map(([code, refusal]) => ({ code, ...refusal }));

const SHARED: BuildOptions = {
  absWorkingDir: ROOT,
  bundle: true,
  format: 'esm',
  target: 'es2022',
  splitting: true,
  minify: true,
  outdir: WEB_ROOT,
  publicPath: '/',
  entryNames: 'assets/[name]-[hash]',
  chunkNames: 'assets/[name]-[hash]',
  assetNames: 'assets/[name]-[hash]',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  loader: { '.wasm': 'file', '.svg': 'copy', '.woff2': 'file' },
  alias: { 'motif:kernel': KERNEL_WASM },
  legalComments: 'none',
  logLevel: 'warning',
};

rmSync(WEB_ROOT, { recursive: true, force: true });
mkdirSync(WEB_ROOT, { recursive: true });

const worker = await bundle([join(SOURCE, 'engine', 'worker.ts')], {});
const workerAddress = addressOf(worker, 'src/web/engine/worker.ts');

const all: readonly PageInfo[] = [...PAGES, NOT_FOUND];
const pages = await bundle(
  [...all.map(({ name }) => entryOf(name)), join(SOURCE, 'style.css'), join(SOURCE, 'icon.svg')],
  {
    define: { WORKER_ADDRESS: JSON.stringify(workerAddress) },
  },
);
const style = addressOf(pages, 'src/web/style.css');
const icon = addressOf(pages, 'src/web/icon.svg');
for (const page of all) {
  const script = outputOf(pages, relative(ROOT, entryOf(page.name)));
  const chunks = (pages.outputs[script]?.imports ?? []).filter(({ kind }) => kind === 'import-statement');
  const html = pageHtml({
    page,
    script: address(script),
    chunks: chunks.map(({ path }) => address(path)),
    style,
    icon,
  });
  writeFileSync(join(WEB_ROOT, `${page.name}.html`), html);
}
writeFileSync(join(WEB_ROOT, 'licences.txt'), licences());
for (const file of readdirSync(WEB_ROOT, { recursive: true, encoding: 'utf8' })) pack(join(WEB_ROOT, file));

/** Of what the pages are made of beside our own: their licences want to be handed on. */
function licences(): string {
  const parts = [
    ['The chess pieces', join(SOURCE, 'pieces', 'LICENSE')],
    ['Preact', join(ROOT, 'node_modules', 'preact', 'LICENSE')],
    ['The typeface Figtree', join(ROOT, 'node_modules', '@fontsource-variable', 'figtree', 'LICENSE')],
    ['The typeface Fraunces', join(ROOT, 'node_modules', '@fontsource-variable', 'fraunces', 'LICENSE')],
  ] as const;
  return parts.map(([name, file]) => `# ${name}\n\n${readFileSync(file, 'utf8').trim()}\n`).join('\n\n');
}

function entryOf(page: string): string {
  return join(SOURCE, 'pages', `${page}.tsx`);
}

async function bundle(entryPoints: string[], options: BuildOptions): Promise<Metafile> {
  const { metafile } = await build({
    ...SHARED,
    ...options,
    entryPoints,
    metafile: true,
    plugins: [
      // It makes code out of text, which the pages' policy forbids; faults are then told without its view of the grammar (`pgn/syntax.ts`).
      virtual('./grammar.js', "export function parse() { throw new Error('there is no pgn-parser in a page'); }"),
      virtual('motif:patterns', `export const PATTERN_GUIDE = ${JSON.stringify(patternGuides())};`),
      virtual('motif:refusals', `export const REFUSALS = ${JSON.stringify(refusals)};`),
      virtual('motif:examples', `export const PATTERN_EXAMPLES = ${JSON.stringify(patternExamples())};`),
      virtual('motif:games', `export const FAMOUS_GAMES = ${JSON.stringify(famousGames())};`),
    ],
  });
  return metafile;
}

type Plugin = NonNullable<BuildOptions['plugins']>[number];

/** A module that is written here, not read from a file. */
function virtual(name: string, contents: string): Plugin {
  return {
    name,
    setup(steps) {
      steps.onResolve({ filter: new RegExp(`^${name}$`) }, () => ({ path: name, namespace: name }));
      steps.onLoad({ filter: /.*/, namespace: name }, () => ({ contents, loader: 'js' }));
    },
  };
}

/** The file, from the project's root, that an entry became. */
function outputOf({ outputs }: Metafile, entry: string): string {
  const found = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === entry);
  if (found === undefined) throw new Error(`build:web: ${entry} has become no file`);
  return found[0];
}

function addressOf(metafile: Metafile, entry: string): string {
  return address(outputOf(metafile, entry));
}

function address(output: string): string {
  return `/${relative(WEB_ROOT, join(ROOT, output)).replaceAll('\\', '/')}`;
}

function pack(file: string): void {
  if (!PACKED.test(file)) return;
  const bytes = readFileSync(file);
  if (bytes.length < WORTH_PACKING) return;
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
}
