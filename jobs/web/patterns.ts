/** `docs/patterns.md` -> what the pages say of the patterns: the same words, the same positions. A test holds the page to the engine. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../src/paths.js';
import { PATTERNS, isPattern } from '../../src/tactics/types.js';
import type { PatternExample, PatternGuide, TextBlock } from '../../src/web/guide.js';

const EXAMPLE =
  /^- \*\*([\w ]+)\*\* \[(\w+)\]\(https:\/\/lichess\.org\/training\/\2\): `([^`]+)`\n {2}`([^`]+)`(?:, keys? `([^`]+)`, targets? `([^`]+)`(?:, ply (\d+))?)?\.\n((?: {2}.*\n?)*)/gm;

/** In canonical order. */
export function patternGuides(): PatternGuide[] {
  const text = readFileSync(join(ROOT, 'docs', 'patterns.md'), 'utf8');
  const guides = text.split(/^## /m).flatMap((section): PatternGuide[] => {
    const [, title, pattern] = /^([^\n:]+): `(\w+)`\n/.exec(section) ?? [];
    return title === undefined || !isPattern(pattern) ? [] : [guide(title, pattern, section)];
  });
  if (guides.length !== PATTERNS.length) throw new Error(`docs/patterns.md: ${guides.length} sections are patterns`);
  return guides;
}

/** One position for each pattern, for the playground's list. */
export function patternExamples(): { pattern: PatternGuide['pattern']; fen: string }[] {
  return patternGuides().map(({ pattern, examples }) => ({ pattern, fen: examples[0]?.fen ?? '' }));
}

function guide(title: string, pattern: PatternGuide['pattern'], section: string): PatternGuide {
  const [, lead = '', ...paragraphs] = section.split(/\n\n+/).map((part) => part.trim());
  const rule: TextBlock[] = [];
  let at = 0;
  for (; at < paragraphs.length && !paragraphs[at]!.startsWith('**Squares.**'); at++) rule.push(block(paragraphs[at]!));
  const rest = (name: string): string => {
    const found = paragraphs.find((part) => part.startsWith(`**${name}`));
    if (found === undefined) throw new Error(`docs/patterns.md: ${pattern} has no ${name}`);
    return plain(found.replace(/^\*\*[^*]+\*\*[.,:]?/, '')).replace(/^./, (letter) => letter.toUpperCase());
  };
  return {
    pattern,
    title,
    lead: plain(lead),
    rule,
    squares: rest('Squares'),
    confirmed: rest('Confirmed'),
    examples: Array.from(section.matchAll(EXAMPLE), example),
  };
}

function example(found: RegExpMatchArray): PatternExample {
  const [, kind = '', id = '', fen = '', moves = '', keys, targets, ply, note = ''] = found;
  return {
    kind,
    id,
    fen,
    moves: moves.split(' '),
    keys: keys?.split(' ') ?? [],
    targets: targets?.split(' ') ?? [],
    ply: Number(ply ?? 0),
    note: plain(note),
  };
}

function block(paragraph: string): TextBlock {
  if (!paragraph.startsWith('- '))
    return { kind: 'text', text: plain(paragraph.replace(/^\*\*Rule\*\* \([^)]*\)\)?\.\s*/, '')) };
  return { kind: 'list', items: paragraph.replace(/^- /, '').split(/\n- /).map(plain) };
}

/** Links lose their addresses, line ends become blanks. */
function plain(text: string): string {
  return text
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}
