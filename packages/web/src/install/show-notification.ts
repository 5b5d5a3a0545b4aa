import type { AlertMessage } from '@plenum/insight/alert';
import { toNotificationPath, toNotificationText } from '../alerts/notification-text.ts';
import { notification as german } from '../text/de/notification.ts';
import { reading as germanReading } from '../text/de/reading.ts';
import { warning as germanWarning } from '../text/de/warning.ts';
import { notification as english } from '../text/en/notification.ts';
import { reading as englishReading } from '../text/en/reading.ts';
import { warning as englishWarning } from '../text/en/warning.ts';
import { notification as spanish } from '../text/es/notification.ts';
import { reading as spanishReading } from '../text/es/reading.ts';
import { warning as spanishWarning } from '../text/es/warning.ts';
import { type Catalogue, type Language, setTexts } from '../text/text.ts';

/** The parts of the catalogues that a notification needs. */
const texts: Readonly<Record<Language, Pick<Catalogue, 'notification' | 'reading' | 'warning'>>> = {
  en: { notification: english, reading: englishReading, warning: englishWarning },
  de: { notification: german, reading: germanReading, warning: germanWarning },
  es: { notification: spanish, reading: spanishReading, warning: spanishWarning },
};

interface Shown {
  readonly title: string;
  readonly options: {
    readonly body: string;
    readonly tag: string;
    readonly icon: string;
    readonly data: string;
  };
}

/** What the browser shows for a message: one with the same tag takes the place of the one before. `data` is the page it opens. */
export const toNotification = (message: AlertMessage, scope: string): Shown => {
  const { language } = message.reader;
  setTexts(language, texts[language] as Catalogue);
  const { title, body } = toNotificationText(message);
  const tag = `${message.systemId ?? ''} ${message.alert?.key ?? 'test'}`;
  return {
    title,
    options: { body, tag, icon: `${scope}icon-192.png`, data: `${scope}${toNotificationPath(message)}` },
  };
};
