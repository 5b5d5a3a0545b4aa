export { toCsvCell } from './csv.ts';
export { durationPattern, durationUnits, readDuration } from './duration.ts';
export { escapeJson, toPlainJson, toPlainText, toTerminalText } from './plain-text.ts';
