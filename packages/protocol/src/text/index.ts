export { toCsvCell } from './csv.ts';
export { durationUnits, readDuration } from './duration.ts';
export { escapeJson, toPlainJson, toPlainText, toTerminalText } from './plain-text.ts';
