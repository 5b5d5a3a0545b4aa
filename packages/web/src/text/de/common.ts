import type { common as original } from '../en/common.ts';
import type { Translation } from '../formatter.ts';

export const common: Translation<typeof original> = {
  cancel: 'Abbrechen',
  close: 'Schließen',
  continue: 'Weiter',
  back: 'Zurück',
  remove: 'Entfernen',
  rename: 'Umbenennen',
  confirm: 'Bestätigen',
  name: 'Name',
  password: 'Passwort',
  newPassword: 'Neues Passwort',
  email: 'E-Mail-Adresse',
  code: 'Code',
  retry: 'Erneut versuchen',
  loading: 'Wird geladen',
  signIn: 'Anmelden',
  passwordHint: ({ length }) =>
    `Mindestens ${length} Zeichen. Einige Wörter hintereinander lassen sich leicht merken.`,
  pageTitle: ({ title }) => `${title} · Plenum`,
};
