export { toCsvCell } from './csv.ts';
export { escapeJson, toPlainJson, toPlainText, toTerminalText } from './plain-text.ts';
