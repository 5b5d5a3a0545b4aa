export { check } from './check.ts';
export { isTooDeep, maxBytes, maxLevels, parseBody } from './parse.ts';
