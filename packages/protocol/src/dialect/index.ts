export { readDialect } from '../dialect-file/read-dialect.ts';
export { type Dialect, dialects, izone, neutral, type WordTable } from './dialect.ts';
export { toWireRefusal } from './refusal.ts';
export { fromWire, toWire, toWireText } from './wire.ts';
export { fromWord, toWord } from './word.ts';
