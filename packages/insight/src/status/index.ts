export { type Activity, isUnitKnown, unitActivity } from './activity.ts';
export { faultCodeOf } from './fault-code.ts';
export { differsFromFavourite, matchesFavourite } from './favourite-match.ts';
export { isFilterDue } from './filter-due.ts';
export { splitStatus, vrfStatus } from './room-unit.ts';
export {
  isProblem,
  type Status,
  type StatusCode,
  type StatusLanguage,
  statusCodes,
  toLabel,
  toSentence,
  toStatusWords,
  type WriteDegrees,
} from './status.ts';
export { controlZoneOf, leaderOf, unitStatus } from './unit.ts';
export { zoneStatus } from './zone.ts';
