export { type Dialect, dialects, izone, neutral, type WordTable } from './dialect/dialect.ts';
export { readDialect } from './dialect/read-dialect.ts';
export { fromWire, toWire, toWireText } from './dialect/wire.ts';
export { fromWord, toWord } from './dialect/word.ts';
