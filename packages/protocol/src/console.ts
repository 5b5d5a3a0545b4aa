export {
  type Access,
  accesses,
  houseWrites,
  includesAccess,
  type Right,
  rights,
  sharingLimits,
} from './console/access.ts';
export {
  type AnswerOf,
  type BodyOf,
  type CallerOf,
  type ConsoleRouteId,
  consoleHeaders,
  consoleRoute,
  consoleRoutes,
  contractRouteIds,
  type ParametersOf,
  type QueryOf,
  signedInCookie,
} from './console/catalogue.ts';
export { paces } from './console/development.ts';
export { type ChosenType, chosenTypes, consoleRecords, type RecordOf } from './console/records.ts';
export {
  type ConsoleRefusal,
  type ConsoleRefusalCode,
  consoleRefusals,
  isRefused,
  type Refused,
  refuse,
  toConsoleSentence,
  toConsoleStatus,
} from './console/refusals.ts';
export type { Route } from './console/route.ts';
