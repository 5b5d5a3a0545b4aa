export { type MannerName, type Manners, mannerNames, manners, mannersBody } from './catalogue.ts';
export type { Manner, Verdict } from './manner.ts';
