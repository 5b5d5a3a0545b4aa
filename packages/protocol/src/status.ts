export { type Activity, isUnitKnown, unitActivity } from './status/activity.ts';
export { faultCodeOf } from './status/fault-code.ts';
export { isFilterDue } from './status/filter-due.ts';
export { splitStatus, vrfStatus } from './status/room-unit.ts';
export {
  isProblem,
  type Status,
  type StatusCode,
  type StatusLanguage,
  statusCodes,
  statusText,
  toLabel,
  toSentence,
  type WriteDegrees,
} from './status/status.ts';
export { controlZoneOf, leaderOf, unitStatus } from './status/unit.ts';
export { zoneStatus } from './status/zone.ts';
