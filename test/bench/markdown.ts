/** Tables that read well on a terminal and are Markdown as they stand: what a benchmark prints can be committed as it is. */

/** The first column is text, aligned left, and so is the last where `notes` says so; the others are figures, aligned right. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[], notes = false): string {
  const isText = (column: number): boolean => column === 0 || (notes && column === head.length - 1);
  const widths = head.map((name, column) => Math.max(3, name.length, ...rows.map((row) => (row[column] ?? '').length)));
  const line = (cells: readonly string[]): string => {
    const padded = widths.map((width, column) => {
      const cell = cells[column] ?? '';
      return isText(column) ? cell.padEnd(width) : cell.padStart(width);
    });
    return `| ${padded.join(' | ')} |`;
  };
  const rule = widths.map((width, column) => (isText(column) ? '-'.repeat(width) : '-'.repeat(width - 1) + ':'));
  return [line(head), `| ${rule.join(' | ')} |`, ...rows.map(line)].join('\n');
}

/** `1,234,567`, the same in every locale. */
export function grouped(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}
