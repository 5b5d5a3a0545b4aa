export { type Io, processIo } from './io/io.ts';
export { run } from './run.ts';
