/** Findings as files: a JSON object a line, or a table for spreadsheets. */
import { stringify } from 'csv-stringify/sync';
import { jsonLine } from '../pgn/json-line.js';
import type { Finding } from './finding.js';
import type { FileFormat } from './tasks.js';

export const MEDIA_TYPES: Record<FileFormat, string> = {
  jsonl: 'application/x-ndjson; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
};

/** A name that begins with `=` would be a formula to a spreadsheet. */
const OPTIONS = { escape_formulas: true };

const COLUMNS: readonly [name: string, of: (finding: Finding) => string | number | null][] = [
  ['pattern', ({ pattern }) => pattern],
  ['color', ({ color }) => color],
  ['gain', ({ gain }) => gain],
  ['is_mate', ({ is_mate }) => (is_mate ? 1 : 0)],
  ['trigger_move', ({ trigger_move }) => trigger_move],
  ['trigger_san', ({ trigger_san }) => trigger_san ?? null],
  ['sequence', ({ sequence }) => sequence?.join(' ') ?? null],
  ['sequence_san', ({ sequence_san }) => sequence_san?.join(' ') ?? null],
  ['fen', ({ fen }) => fen],
  ['ply', ({ ply }) => ply],
  ['move_number', ({ move_number }) => move_number],
  ['outcome', ({ outcome }) => outcome],
  ['move_played', ({ move_played }) => move_played],
  ['white', ({ game }) => game.white],
  ['black', ({ game }) => game.black],
  ['white_elo', ({ game }) => game.white_elo],
  ['black_elo', ({ game }) => game.black_elo],
  ['event', ({ game }) => game.event],
  ['site', ({ game }) => game.site],
  ['date', ({ game }) => game.date],
  ['result', ({ game }) => game.result],
  ['eco', ({ game }) => game.eco],
  ['archive', ({ game }) => game.archive],
  ['entry', ({ game }) => game.entry],
  ['game', ({ game }) => game.digest],
  ['engine_signature', ({ engine_signature }) => engine_signature],
];

/** @param head whether the file begins here */
export function writeRows(format: FileFormat, findings: readonly Finding[], head: boolean): string {
  if (format === 'jsonl') return findings.map((finding) => `${jsonLine(finding)}\n`).join('');
  const rows = findings.map((finding) => COLUMNS.map(([, of]) => of(finding)));
  return stringify(head ? [COLUMNS.map(([name]) => name), ...rows] : rows, OPTIONS);
}
