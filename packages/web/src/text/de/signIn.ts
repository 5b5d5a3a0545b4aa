import type { signIn as original } from '../en/signIn.ts';
import type { Translation } from '../formatter.ts';

export const signIn: Translation<typeof original> = {
  enterCode: 'Code eingeben',
  codeHint: 'Der Code Ihrer Authenticator-App oder einer Ihrer Wiederherstellungscodes.',
  expired: 'Ihre Sitzung ist abgelaufen',
  expiredHelp: 'Melden Sie sich an, um hier weiterzumachen. Auf dieser Seite geht nichts verloren.',
  otherAccount: 'Anderes Konto verwenden',
  backToSignIn: 'Zurück zur Anmeldung',
  mailbox: 'Sehen Sie in Ihr Postfach',
  mailSent: ({ sentTo }) =>
    `Wenn ${sentTo} hier ein Konto hat, ist eine E-Mail mit einem Link unterwegs. Der Link gilt 30 Minuten.`,
  lostPassword: 'Passwort vergessen',
  lostPasswordLead: 'Wir senden Ihnen einen Link, um ein neues zu wählen.',
  sendLink: 'Link senden',
  noPasskey: 'Es wurde kein Passkey gewählt.',
  withPasskey: 'Mit Passkey anmelden',
  passkeyLead: 'Danach geht es dort weiter, woher Sie kommen.',
  usePassword: 'Passwort verwenden',
  changed: 'Passwort geändert. Melden Sie sich mit dem neuen an.',
  choosePassword: 'Neues Passwort wählen',
  choosePasswordLead: 'Jeder Browser wird abgemeldet, und Apps müssen Sie erneut fragen.',
  anotherLink: 'Neuen Link senden',
  changePassword: 'Passwort ändern',
  createAccount: 'Konto anlegen',
  lostQuestion: 'Passwort vergessen?',
  lead: 'Ihre Häuser von überall aus im Blick.',
  noAccount: 'Noch kein Konto?',
  createOne: 'Konto anlegen',
  createTitle: 'Konto anlegen',
  createLead: 'Für Ihre Häuser und die Apps, die sie nutzen dürfen.',
  haveAccount: 'Haben Sie schon ein Konto?',
  goToAccount: 'Zu Ihrem Konto',
  confirmed: 'Adresse bestätigt',
  confirmedHelp:
    'Vielen Dank. Links für ein vergessenes Passwort und Sicherheitshinweise erreichen Sie unter dieser Adresse.',
  confirmEmail: 'E-Mail-Adresse bestätigen',
};
