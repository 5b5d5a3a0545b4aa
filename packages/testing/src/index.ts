export { type TestingFailureCode, testingFailures } from './failure.ts';
export type { Duration } from './house/duration.ts';
export type { Deadline, Expectations, ExpectedEvent } from './house/expectations.ts';
export type { HouseOptions } from './house/house-to-test.ts';
export type { Expected } from './house/matching.ts';
export {
  type Ports,
  type Snapshot,
  type StartHouseOptions,
  startHouse,
  type TestHouse,
} from './house/start-house.ts';
