export type { Condition, ConditionCode, ConditionKind, Patient } from './health/condition.ts';
export { conditionsOf, nameOf, patientsOf } from './health/conditions.ts';
