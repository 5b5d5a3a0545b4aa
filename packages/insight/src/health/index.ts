export type { AlertCode, AlertKind, ComponentAlert, ComponentAlerts } from './component-alert.ts';
export { alertsByComponent, componentAlertsOf, nameOf } from './component-alerts.ts';
