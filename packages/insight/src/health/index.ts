export type { Condition, ConditionCode, ConditionKind, Patient } from './condition.ts';
export { conditionsOf, nameOf, patientsOf } from './conditions.ts';
