export { check } from './check/check.ts';
export { maxBytes, maxLevels, parseBody } from './check/parse.ts';
