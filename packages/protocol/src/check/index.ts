export { check } from './check.ts';
export { maxBytes, maxLevels, parseBody } from './parse.ts';
