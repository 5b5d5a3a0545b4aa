/** One line of the table: a measurement, what it is compared with, and whether it is within its limit. */
export interface Row {
  readonly name: string;
  readonly measured: string;
  readonly reference: string;
  readonly ratio?: number;
  readonly limit: string;
  readonly within: boolean;
}

/** Runs one measurement and returns its rows. */
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

/** Formats the rows as a table. */
export const toTable = (rows: readonly Row[]): string => {
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
};
