export type Row = readonly string[];

/** Joins blocks of Markdown with empty lines. */
export const join = (blocks: readonly string[]): string =>
  blocks.filter((block) => block !== '').join('\n\n');

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** Returns a table without the columns that are empty in every row. */
export function table(head: Row, rows: readonly Row[]): string {
  const used = head.map((_, column) => rows.some((row) => row[column] !== ''));
  const line = (cells: Row) => `| ${cells.filter((_, column) => used[column]).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map((row) => line(row.map(cell)))].join('\n');
}

export const code = (text: string): string => `\`${text}\``;

/** Returns our decision on a point that the interface leaves open, with ◇ in front. */
export const marked = (gap: string | undefined): string => (gap === undefined ? '' : `◇ ${gap}`);

/** Returns the anchor of a heading, in the form that code hosts generate. */
export const toAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^a-z0-9 _-]/g, '')
    .replaceAll(' ', '-');
