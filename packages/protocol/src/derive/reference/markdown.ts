/** Blocks of Markdown, one empty line between them. */
export const join = (blocks: readonly string[]): string =>
  blocks.filter((block) => block !== '').join('\n\n');

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** A table; a column whose head is empty in every row is left out. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  const used = head.map((_, column) => rows.some((row) => row[column] !== ''));
  const line = (cells: readonly string[]) => `| ${cells.filter((_, column) => used[column]).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map((row) => line(row.map(cell)))].join('\n');
};

export const code = (text: string): string => `\`${text}\``;

/** What the interface document leaves open, as the manual marks it. */
export const marked = (gap: string | undefined): string => (gap === undefined ? '' : `◇ ${gap}`);

/** A sentence: its first letter large and a point at its end. */
export const toSentenceCase = (text: string): string =>
  `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
