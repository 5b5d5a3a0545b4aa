export {
  type DamperTestOutcome,
  type DamperTestReading,
  type DamperTestResult,
  type DamperTestStep,
  type DamperTestsAnswer,
  damperTestEndpoints,
  damperTestOutcomes,
  damperTestSteps,
} from './damper-test.ts';
export { maxOpening, minOpening } from './opening.ts';
export { zone } from './resource.ts';
export { isSensed, measuredFields } from './sensed.ts';
export { type SetupVisitAnswer, setupVisitEndpoints } from './setup-visit.ts';
