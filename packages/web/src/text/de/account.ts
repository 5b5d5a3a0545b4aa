import type { account as original } from '../en/account.ts';
import type { Translation } from '../formatter.ts';

export const account: Translation<typeof original> = {
  houses: 'Häuser',
  apps: 'Apps',
  developer: 'Entwickler',
  signOut: 'Abmelden',
  noAnswer: 'Keine Antwort · Plenum',
  unreachable: 'Die Cloud antwortet nicht',
  unreachableHelp:
    'Ihre Häuser laufen weiter, und ihre eigenen Seiten auch. Diese Seite versucht es alle paar Sekunden erneut.',
  tryNow: 'Jetzt versuchen',
  loadingWhat: ({ what }) => `Wird geladen: ${what}`,
  lastData: 'Gezeigt werden die letzten bekannten Daten.',
  retries: 'Die Seite versucht es von selbst erneut.',
  revokeQuestion: ({ name }) => `${name} den Zugriff entziehen?`,
  revokeEnds: 'Die App kann Ihre Häuser nicht mehr sehen oder steuern und erhält keine Ereignisse mehr.',
  revokeKeeps: 'Daten, die sie schon erhalten hat, behält sie.',
  revokeAgain: 'Sie können den Zugriff wieder erlauben, sobald die App darum bittet.',
  keepIt: 'Behalten',
  revokeIt: 'Entziehen',
  seesAndControls: 'Sieht und steuert das Klima Ihrer Häuser',
  revokeOf: ({ name }) => `${name} den Zugriff entziehen`,
  revoke: 'Zugriff entziehen',
  noApps: 'Keine App hat Zugriff',
  noAppsHelp:
    'Wenn eine App Zugriff auf Ihre Häuser wünscht, erlauben oder verweigern Sie ihn in dieser Cloud. Die Apps mit Zugriff stehen auf dieser Seite, und Sie können ihn jederzeit entziehen.',
  appsLead: 'Die Apps, die Ihre Häuser sehen und steuern dürfen.',
  appsWhat: 'die Apps mit Zugriff',
};
