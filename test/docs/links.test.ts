/** What the documents name is there: files and headings that they link to, paths, scripts of npm, and the flags that they are shown with. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../src/paths.js';
import { run } from '../jobs/run.js';

const DOCUMENTS = [
  ...['README.md', 'ARCHITECTURE.md', 'data/sample/README.md'],
  ...readdirSync(join(ROOT, 'docs')).flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : [])),
];
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

/** What runs makes these, and no checkout has them. */
const MADE = /^(?:dist\/|data\/(?:motif\.db|archives|nightly)$)/;

/** Every file of the checkout that is no package's. */
function filesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((item) => {
    const path = folder === '' ? item.name : `${folder}/${item.name}`;
    if (!item.isDirectory()) return [path];
    return ['node_modules', 'dist', '.git'].includes(item.name) ? [] : filesBelow(path);
  });
}
const FILES = filesBelow('');

/** As GitHub makes the addresses of headings. */
function anchorsOf(text: string): string[] {
  const headings = Array.from(text.matchAll(/^#+ (.*)$/gm), ([, heading = '']) => heading);
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  );
}

describe.each(DOCUMENTS)('%s', (path) => {
  const text = read(path);

  it('links to files and headings that there are', () => {
    for (const [, target = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target)) continue;
      const [file = '', anchor] = target.split('#');
      const to = file === '' ? path : join(dirname(path), file);
      expect(existsSync(join(ROOT, to)), target).toBe(true);
      if (anchor !== undefined) expect(anchorsOf(read(to)), target).toContain(anchor);
    }
  });

  it('names files and folders that there are', () => {
    for (const [, named = ''] of text.matchAll(/`((?:src|test|jobs|docs|data|lint)\/[\w./-]+)`/g)) {
      if (!MADE.test(named)) expect(existsSync(join(ROOT, named)), named).toBe(true);
    }
    // `labels.ts` beside `src/archive/listing.ts`: somewhere in the house
    for (const [, named = ''] of text.matchAll(/`((?:[\w-]+\/)*[\w-]+\.(?:tsx?|sql|css))`/g)) {
      const there = FILES.some((file) => file === named || file.endsWith(`/${named}`));
      expect(there, named).toBe(true);
    }
  });

  it('shows scripts that package.json has', () => {
    for (const [, name = ''] of text.matchAll(/npm run (?:-s )?([\w:-]+)/g))
      expect(Object.keys(scripts)).toContain(name);
  });
});

/** `npm run scan -- a.zip --db x.db` -> scan, and its flags; of `keys` the command behind it belongs to the name. */
function shown(text: string): [command: string, flag: string][] {
  const calls = text
    .replaceAll(/\\\n\s*/g, ' ')
    .matchAll(/(?:npm run (?:-s )?(\w+)(?: --)?|dist\/jobs\/(\w+)\.js)((?: [^`\n|#]*)?)/g);
  return [...calls].flatMap(([, script, job, rest = '']) => {
    const name = script ?? job ?? '';
    const command = name === 'keys' ? `keys ${/\b(?:create|list|rotate|revoke)\b/.exec(rest)?.[0] ?? ''}`.trim() : name;
    return Array.from(rest.matchAll(/(?<=\s)--[a-z][a-z-]+/g), ([flag]): [string, string] => [command, flag]);
  });
}

it('all flags that commands are shown with exist', async () => {
  const commands = new Map<string, Set<string>>();
  for (const [command, flag] of DOCUMENTS.flatMap((path) => shown(read(path)))) {
    commands.set(command, (commands.get(command) ?? new Set()).add(flag));
  }
  for (const name of ['scan', 'nightly', 'analyze', 'query', 'export', 'serve', 'keys create', 'keys rotate']) {
    expect([...commands.keys()]).toContain(name);
  }
  for (const [command, flags] of commands) {
    const [job = '', ...rest] = command.split(' ');
    if (!existsSync(join(ROOT, 'jobs', `${job}.ts`)) || job === 'make-sample') continue; // benchmarks have --help of their own
    const { stdout } = await run(job, [...rest, '--help']);
    for (const flag of flags) expect(stdout, `${command} ${flag}`).toContain(flag);
  }
});

it('every flag of a command line is in a document, too', async () => {
  const all = DOCUMENTS.map(read).join('\n');
  for (const job of ['scan', 'nightly', 'analyze', 'query', 'export', 'serve']) {
    const { stdout } = await run(job, ['--help']);
    const flags = Array.from(stdout.matchAll(/^ {2}(--[a-z-]+)(?:, (--[a-z-]+))?/gm), ([, one, other]) => [one, other]);
    expect(flags.length).toBeGreaterThan(5);
    for (const flag of flags.flat()) if (flag !== undefined) expect(all, `${job} ${flag}`).toContain(flag);
  }
});
