export {
  type Alert,
  type AlertMessage,
  alertsOf,
  offlineAfter,
  type WatchedHouse,
} from './alert/alerts.ts';
export {
  type AlertChoices,
  type AlertReader,
  type AlertRenewal,
  type AlertSubscription,
  type AlertsAnswer,
  type AlertsChosen,
  alertChoices,
  alertReader,
  alertRenewal,
  alertSubscription,
  alertSubscriptionRef,
  checkAlertRenewal,
  checkAlertSubscription,
  checkAlertSubscriptionRef,
  type PushTarget,
  pushTarget,
} from './alert/choices.ts';
export { type FollowedAlerts, followAlerts, type LastingAlerts } from './alert/follow.ts';
