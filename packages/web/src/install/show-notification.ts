import type { AlertMessage } from '@plenum/insight/alert';
import { toNotificationPath, toNotificationText } from '../alerts/notification-text.ts';
import { type PartTexts, setTexts } from '../text/text.ts';

/** The parts of the catalogues that push notifications need, by file. */
const notification = import.meta.glob<PartTexts>('../text/*.json', { eager: true, import: 'notification' });
const reading = import.meta.glob<PartTexts>('../text/*.json', { eager: true, import: 'reading' });
const warning = import.meta.glob<PartTexts>('../text/*.json', { eager: true, import: 'warning' });

const fileOf = (language: string): string => `../text/${language}.json`;

interface Shown {
  readonly title: string;
  readonly options: {
    readonly body: string;
    readonly tag: string;
    readonly icon: string;
    readonly data: string;
  };
}

/**
 * Returns the notification that the browser shows for a message. It replaces an earlier notification with the same tag.
 * `data` is the path of the page that it opens.
 */
export function toNotification(message: AlertMessage, scope: string): Shown {
  // The language that a server has stored may be missing in this worker.
  const language = Object.hasOwn(notification, fileOf(message.reader.language))
    ? message.reader.language
    : 'en';
  const file = fileOf(language);
  setTexts(language, {
    notification: notification[file]!,
    reading: reading[file]!,
    warning: warning[file]!,
  });
  const { title, body } = toNotificationText(message);
  const tag = `${message.systemId ?? ''} ${message.alert?.key ?? 'test'}`;
  return {
    title,
    options: { body, tag, icon: `${scope}icon-192.png`, data: `${scope}${toNotificationPath(message)}` },
  };
}
