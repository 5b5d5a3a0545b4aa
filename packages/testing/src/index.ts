export { startCloud } from './cloud/start-cloud.ts';
export type {
  AllowOptions,
  CloudClock,
  CloudScope,
  Inbox,
  MessageOptions,
  StartCloudOptions,
  TestAccess,
  TestApp,
  TestCloud,
  TestUser,
} from './cloud/test-cloud.ts';
export type { Duration } from './duration.ts';
export { type TestingFailureCode, testingFailures } from './failure.ts';
export type { Deadline, Expectations, ExpectedEvent } from './house/expectations.ts';
export type { Expected } from './house/matching.ts';
export { startHouse } from './house/start-house.ts';
export type { HouseOptions, Ports, Snapshot, StartHouseOptions, TestHouse } from './house/test-house.ts';
export { expectationExamples } from './scenario/expectation.ts';
export {
  openScenario,
  readScenario,
  scenarioNames,
} from './scenario/read-scenario.ts';
export { runScenario, type ScenarioLine, type ScenarioResult } from './scenario/run-scenario.ts';
export type { Scenario, Step } from './scenario/scenario.ts';
