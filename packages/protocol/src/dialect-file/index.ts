export { readDialect } from './read-dialect.ts';
