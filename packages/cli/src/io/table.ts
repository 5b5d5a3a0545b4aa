import { toPlainText } from '@plenum/protocol/text';
import type { Io } from './io.ts';
import { createStyle } from './style.ts';
import { cutTo, toWidth, widthOf } from './width.ts';

/** A table; its first column names the row. */
export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** True to shorten the last column to fit; otherwise the last columns are left out until the rest fits. */
  readonly cutLast?: boolean;
}

const gap = 2;
const total = (widths: readonly number[]) => widths.reduce((sum, width) => sum + width + gap, -gap);

const fit = (widths: readonly number[], columns: number, cutLast: boolean): readonly number[] => {
  if (total(widths) <= columns || widths.length === 1) return widths;
  const rest = columns - total(widths.slice(0, -1)) - gap;
  if (cutLast && rest >= 10) return [...widths.slice(0, -1), rest];
  return fit(widths.slice(0, -1), columns, cutLast);
};

/** Returns a table as lines that fit the terminal. */
export function toLines({ head, rows: texts, cutLast = false }: Table, io: Io): readonly string[] {
  const rows = texts.map((row) => row.map(toPlainText));
  const { bold } = createStyle(io);
  const longest = head.map((title, at) =>
    Math.max(widthOf(title), ...rows.map((row) => widthOf(row[at] ?? ''))),
  );
  const widths = fit(longest, io.columns ?? Number.POSITIVE_INFINITY, cutLast);
  const toLine = (row: readonly string[]) =>
    widths
      .map((width, at) => toWidth(cutTo(row[at] ?? '', width), width))
      .join(' '.repeat(gap))
      .trimEnd();
  const titles = head.every((title) => title === '') ? [] : [bold(toLine(head))];
  return [...titles, ...rows.map(toLine)];
}
