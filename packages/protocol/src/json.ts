export { isRecord } from './json/is-record.ts';
