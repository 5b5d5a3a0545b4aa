export {
  type Access,
  accesses,
  houseWrites,
  includesAccess,
  type Right,
  rights,
  sharingLimits,
} from './access.ts';
export { appVariables } from './app-variables.ts';
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
} from './catalogue.ts';
export { appRouteIds, toAppPath } from './developer.ts';
export { paces, testClockLimits } from './development.ts';
export { type ChosenType, chosenTypes, consoleRecords, deliveryVerdicts, type RecordOf } from './records.ts';
export {
  type ConsoleRefusal,
  type ConsoleRefusalCode,
  consoleRefusals,
  isRefused,
  type Refused,
  refuseRequest,
  toConsoleSentence,
  toConsoleStatus,
} from './refusals.ts';
export type { ConsoleRoute } from './route.ts';
