export type { AlertCode, AlertKind, ComponentAlert, ComponentAlerts } from './component-alert.ts';
export { alertsByComponent, componentAlertsOf, nameOf, unitName } from './component-alerts.ts';
