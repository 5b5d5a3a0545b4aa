export { type Dialect, dialects, izone, neutral, type WordTable, wordTables } from './dialect.ts';
export { toWireRefusal } from './refusal.ts';
export { fromWire, toWire, toWireText } from './wire.ts';
export { fromWord, toWord } from './word.ts';
