export {
  type Alert,
  type AlertMessage,
  alertsOf,
  offlineAfter,
  toAlertMessage,
  type WatchedHouse,
} from './alerts.ts';
export { type FollowedAlerts, followAlerts, type LastingAlerts } from './follow.ts';
