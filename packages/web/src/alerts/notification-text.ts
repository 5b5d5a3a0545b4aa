import type { AlertMessage } from '@plenum/insight/alert';
import { toWarning } from '../reading/house/warning.ts';
import { formatSetpoint, formatTemperature } from '../reading/number/temperature.ts';
import { t } from '../text/text.ts';

interface NotificationText {
  readonly title: string;
  readonly body: string;
}

const toBody = ({ alert, reader }: AlertMessage): string => {
  if (alert === undefined) return t('notification.test');
  const { condition, temperature = 0, limit = 0 } = alert;
  if (condition !== undefined) return toWarning(condition, reader.scale).title;
  if (alert.what === 'offline') return t('notification.offline');
  const degrees = {
    temperature: `${formatTemperature(temperature, reader.scale)}°`,
    limit: `${formatSetpoint(limit, reader.scale)}°`,
  };
  return temperature < limit ? t('notification.low', degrees) : t('notification.high', degrees);
};

/** Returns a message in the language and units of its reader; the texts of that language must be loaded. */
export function toNotificationText(message: AlertMessage): NotificationText {
  const { house, alert } = message;
  const { kind, name: own } = alert?.component ?? {};
  const name = kind === 'unit' ? t('notification.unit') : own;
  const parts = [name, name === house ? undefined : house].filter(Boolean);
  return { title: parts.join(' · ') || 'Plenum', body: toBody(message) };
}

/** Returns the path of the page that a push notification opens, within the scope of the service worker. */
export function toNotificationPath({ systemId, alert }: AlertMessage): string {
  const page = systemId === undefined ? '' : `house?id=${encodeURIComponent(systemId)}`;
  const { kind, index } = alert?.component ?? {};
  return `${page}#/overview${kind === undefined ? '' : `/${kind}/${index}`}`;
}
