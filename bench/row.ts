/** One line of the table: a measurement, its reference, and whether it is within its limit. */
export interface Row {
  readonly name: string;
  readonly measured: string;
  readonly reference: string;
  readonly ratio?: number;
  readonly limit: string;
  readonly within: boolean;
}

export type Measurement = () => Promise<readonly Row[]>;

const columns = ['name', 'measured', 'reference', 'ratio', 'limit', 'within'] as const;

const toCells = (row: Row): string[] => [
  row.name,
  row.measured,
  row.reference,
  row.ratio === undefined ? '' : row.ratio.toFixed(2),
  row.limit,
  row.within ? 'yes' : 'NO',
];

export function toTable(rows: readonly Row[]): string {
  const cells = [[...columns], ...rows.map(toCells)];
  const widths = columns.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)));
  const toLine = (row: readonly string[]) =>
    row
      .map((cell, at) => cell.padEnd(widths[at]!))
      .join('  ')
      .trimEnd();
  return [
    toLine(cells[0]!),
    widths.map((width) => '-'.repeat(width)).join('  '),
    ...cells.slice(1).map(toLine),
  ].join('\n');
}
