export { type ByKind, callByKind } from './by-kind.ts';
export { type Weekday, weekdays } from './days.ts';
export type { Enumeration } from './enumeration.ts';
export * as enumerations from './enumeration.ts';
export type { Facts, Kind } from './facts.ts';
export * from './field.ts';
export * from './make.ts';
export { isLabelOf, plainLabel } from './plain-label.ts';
export type { RecordValue, Value } from './value.ts';
