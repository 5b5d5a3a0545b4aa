export { hostedQuirks, type QuirkName, type Quirks, quirkNames, quirks, quirksBody } from './catalogue.ts';
export type { Quirk, Verdict } from './quirk.ts';
