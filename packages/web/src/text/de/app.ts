import type { app as original } from '../en/app.ts';
import type { Translation } from '../formatter.ts';

export const app: Translation<typeof original> = {
  failed: 'Etwas ist schiefgegangen',
  failedHelp:
    'Ihr Haus ist nicht betroffen. Laden Sie die Seite neu; tritt der Fehler wieder auf, melden Sie bitte, was Sie getan haben.',
  reload: 'Neu laden',
  language: 'Sprache',
  systemLanguage: 'Wie im Browser',
  thisPage: 'Diese Seite',
};
