export { toCsvCell } from './text/csv.ts';
export { escapeJson, toPlainJson, toPlainText, toTerminalText } from './text/plain-text.ts';
