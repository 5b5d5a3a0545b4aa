import { toPlainText } from './plain-text.ts';

/**
 * The first characters of a cell that a spreadsheet would run as a formula, including the wide characters of East Asian
 * keyboards.
 */
const formula = /^\s*[=+\-@＝＋－＠]/u;

/**
 * Returns a text as one cell of comma-separated values (RFC 4180). A cell that a spreadsheet would run as a formula
 * gets an apostrophe in front, which marks it as text. A cell with a semicolon is quoted too, since semicolons separate
 * cells in many countries. Numbers need neither.
 */
export function toCsvCell(text: string): string {
  const plain = toPlainText(text);
  const cell = formula.test(plain) || /^[\t\r]/.test(text) ? `'${plain}` : plain;
  return /[",;']/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
