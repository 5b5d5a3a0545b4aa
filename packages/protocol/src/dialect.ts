export { type Dialect, dialects, izone, neutral, type WordTable } from './dialect/dialect.ts';
export { toWireRefusal } from './dialect/refusal.ts';
export { fromWire, toWire, toWireText } from './dialect/wire.ts';
export { fromWord, toWord } from './dialect/word.ts';
export { readDialect } from './dialect-file/read-dialect.ts';
