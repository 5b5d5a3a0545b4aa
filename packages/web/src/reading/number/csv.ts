import { toCsvCell } from '@plenum/protocol/text';
import type { Samples } from './samples.ts';

/** A column of a table: its series, its heading, and the divisor of its wire values. */
export interface Column {
  readonly series: string;
  readonly heading: string;
  readonly scale: number;
}

/**
 * Returns samples as comma-separated values (RFC 4180): times in ISO 8601 UTC, numbers in the units of the headings.
 */
export function toCsv({ times, values }: Samples, columns: readonly Column[]): string {
  const head = ['time', ...columns.map(({ heading }) => toCsvCell(heading))];
  const rows = times.map((at, place) => [
    new Date(at).toISOString(),
    ...columns.map(({ series, scale }) => {
      const value = values[series]?.[place];
      return value === null || value === undefined ? '' : String(Number((value / scale).toPrecision(12)));
    }),
  ]);
  return [head, ...rows].map((row) => `${row.join(',')}\r\n`).join('');
}
