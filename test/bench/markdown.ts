/** Tables that read well on a terminal and are Markdown as they stand: what a benchmark prints can be committed as it is. */

/** The first column is text, aligned left; the others are figures, aligned right. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((name, column) => Math.max(3, name.length, ...rows.map((row) => (row[column] ?? '').length)));
  const line = (cells: readonly string[]): string => {
    const padded = widths.map((width, column) =>
      column === 0 ? (cells[column] ?? '').padEnd(width) : (cells[column] ?? '').padStart(width),
    );
    return `| ${padded.join(' | ')} |`;
  };
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : '-'.repeat(width - 1) + ':'));
  return [line(head), `| ${rule.join(' | ')} |`, ...rows.map(line)].join('\n');
}

/** `1,234,567`, the same in every locale. */
export function grouped(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}
