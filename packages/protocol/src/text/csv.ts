import { toPlainText } from './plain-text.ts';

/** How a cell begins that a spreadsheet would run as a formula, the wide forms of East Asian keyboards included. */
const formula = /^\s*[=+\-@＝＋－＠]/u;

/**
 * A text as one cell of comma-separated values (RFC 4180). One that a spreadsheet would run as a formula begins with an
 * apostrophe, which the spreadsheet takes for "this is text". Quoted also where it has a semicolon, which separates cells
 * in many countries. Numbers need none of this.
 */
export const toCsvCell = (text: string): string => {
  const plain = toPlainText(text);
  const cell = formula.test(plain) || /^[\t\r]/.test(text) ? `'${plain}` : plain;
  return /[",;']/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
};
