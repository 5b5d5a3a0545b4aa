export { isRecord } from './is-record.ts';
export { parseJson } from './parse-json.ts';
