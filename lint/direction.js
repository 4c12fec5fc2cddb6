/**
 * The direction of imports, as a lint rule: who may import whom stands in one table, and everything else is an error.
 *
 * A rule of our own, for the ready-made ones either match the text of an import, which says little without the file that it stands in,
 * or need a resolver of native code; and none of them tells the import of a type from the import of what runs.
 */
import { dirname, relative, resolve, sep } from 'node:path';

/**
 * What each folder of `src` may use of `src`, beside itself and what stands alone (`paths`, `given`, `native`). Down the house only: jobs, api -> pipeline, export -> store,
 * pgn, archive, tactics -> kernel, and the kernel through its wasm alone. `types` may be imported as types only.
 * @type {Record<string, { uses: string[], types?: string[] }>}
 */
const FOLDERS = {
  kernel: { uses: [] },
  tactics: { uses: ['pgn'] },
  pgn: { uses: [], types: ['tactics'] },
  archive: { uses: ['pgn/bytes', 'pgn/shown', 'pgn/transcode'] },
  store: { uses: ['pgn', 'tactics'] },
  // what programs are given: `src/index.ts` says which of it
  library: { uses: ['archive', 'pgn', 'tactics'] },
  index: { uses: ['library', 'archive', 'pgn', 'tactics'] },
  explore: { uses: ['export', 'store', 'pgn', 'tactics'] },
  export: { uses: ['store', 'pgn', 'tactics'] },
  pipeline: { uses: ['store', 'archive', 'pgn', 'tactics'] },
  nightly: { uses: ['pipeline', 'export', 'store', 'archive', 'pgn', 'tactics'] },
  // what runs in a browser too: none of it knows of files or of Node
  web: {
    uses: [
      ...['engine', 'envelope', 'errors', 'exports', 'extras', 'fen', 'figures', 'game', 'kernel-engine', 'options'],
      ...['annotate', 'pgn', 'position-line', 'record', 'replay', 'threats', 'types', 'uci', 'version', 'words'],
    ]
      .map((file) => `tactics/${file}`)
      .concat('pgn/splitter', 'pgn/tags', 'explore/words', 'nightly/states'),
    types: ['explore'],
  },
  api: { uses: ['nightly', 'pipeline', 'explore', 'export', 'store', 'archive', 'pgn', 'tactics', 'web'] },
};

/** The place of a path in the project, `/` between its parts, without its extension. */
function placeOf(root, path) {
  return relative(root, path)
    .split(sep)
    .join('/')
    .replace(/\.[jt]sx?$/, '');
}

function lies(place, folder) {
  return place === folder || place.startsWith(`${folder}/`);
}

/** Why a file may not import another; null where it may. Both are places in the project. */
function objection(from, to, typeOnly) {
  if (lies(from, 'test'))
    return lies(to, 'src/kernel') ? 'the kernel is no TypeScript: tests reach it through src/tactics' : null;
  if (lies(to, 'test')) return 'only tests import tests';
  if (lies(from, 'jobs')) return lies(to, 'src/kernel') ? 'the kernel is reached through src/tactics' : null;
  if (!lies(from, 'src')) return null;
  if (lies(to, 'jobs')) return 'nothing in src imports jobs';

  const [, folder = ''] = from.split('/');
  const rule = FOLDERS[folder];
  if (rule === undefined)
    return from.includes('/', 4)
      ? `lint/direction.js does not know src/${folder}`
      : 'what lies in src itself stands alone';
  const open = [folder, ...rule.uses, ...(folder === 'kernel' ? [] : ['paths', 'given', 'native'])];
  if (open.some((place) => lies(to, `src/${place}`))) return null;
  const types = rule.types ?? [];
  if (types.some((place) => lies(to, `src/${place}`))) {
    return typeOnly ? null : `src/${folder} knows the types of ${types.join(', ')}, and calls nothing there`;
  }
  const others = rule.uses.length === 0 ? '' : `${rule.uses.join(', ')} and `;
  return `src/${folder} may import ${others}itself: imports run downward`;
}

/** @type {import('eslint').Rule.RuleModule} */
export const direction = {
  meta: { type: 'problem', schema: [], messages: { against: '{{to}}: {{why}}.' } },
  create(context) {
    const from = placeOf(context.cwd, context.filename);

    function look(node) {
      const specifier = node.source?.value;
      if (typeof specifier !== 'string' || !specifier.startsWith('.')) return;
      const to = placeOf(context.cwd, resolve(dirname(context.filename), specifier));
      const why = objection(from, to, node.importKind === 'type' || node.exportKind === 'type');
      if (why !== null) context.report({ node, messageId: 'against', data: { to, why } });
    }

    return {
      ImportDeclaration: look,
      ImportExpression: look,
      ExportNamedDeclaration: look,
      ExportAllDeclaration: look,
    };
  },
};
