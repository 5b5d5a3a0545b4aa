export { type Datagram, membersOf, type Resource, resource } from './definition/resource.ts';
export { type Weekday, weekdays } from './field/days.ts';
export type { Enumeration } from './field/enumeration.ts';
export * as enumerations from './field/enumeration.ts';
export type { Facts, Kind } from './field/facts.ts';
export * from './field/field.ts';
export * from './field/make.ts';
export { isLabelOf, plainLabel } from './field/plain-label.ts';
export type { RecordValue, Value } from './field/value.ts';
