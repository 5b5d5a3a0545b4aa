export { type MannerName, type Manners, mannerNames, manners, mannersBody } from './manners/catalogue.ts';
export type { Manner, Verdict } from './manners/manner.ts';
