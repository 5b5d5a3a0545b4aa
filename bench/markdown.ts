/** Returns the lines of a table in Markdown; the first row is its head. */
export function toTable(rows: readonly (readonly string[])[]): string[] {
  const [head, ...body] = rows.map((cells) => `| ${cells.join(' | ')} |`);
  return [head!, `|${rows[0]!.map(() => ' --- |').join('')}`, ...body];
}
