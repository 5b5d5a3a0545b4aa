/** One row of a table. */
export type Row = readonly string[];

/** Blocks of Markdown, one empty line between them. */
export const join = (blocks: readonly string[]): string =>
  blocks.filter((block) => block !== '').join('\n\n');

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** A table; a column that is empty in every row is left out. */
export const table = (head: Row, rows: readonly Row[]): string => {
  const used = head.map((_, column) => rows.some((row) => row[column] !== ''));
  const line = (cells: Row) => `| ${cells.filter((_, column) => used[column]).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map((row) => line(row.map(cell)))].join('\n');
};

export const code = (text: string): string => `\`${text}\``;

/** A decision of ours where the interface is silent, with the sign that marks it in every document. */
export const marked = (gap: string | undefined): string => (gap === undefined ? '' : `◇ ${gap}`);

/** The anchor of a heading, as public hosts of Markdown make it. */
export const toAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^a-z0-9 _-]/g, '')
    .replaceAll(' ', '-');
