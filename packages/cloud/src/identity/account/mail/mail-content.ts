import type { Mail } from '../../mail/smtp.ts';
import type { Act } from '../audit/audit.ts';

/** Values used in the text of an e-mail. */
interface MailFacts {
  /** Public origin of the cloud. */
  readonly cloud: string;
  /** The link of the e-mail, or `undefined` for a notice. */
  readonly link?: string;
  /** The time of the event, and the client address of its request. */
  readonly at: number;
  readonly address: string;
  /** The name of the app in a notice. */
  readonly app?: string;
}

type MailText = Pick<Mail, 'subject' | 'text'>;

/** Formats a time for e-mails: `2026-11-22 13:05 UTC`. */
export const toTime = (at: number): string =>
  `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Joins the paragraphs of an e-mail. */
export const toText = (...paragraphs: readonly string[]): string => `${paragraphs.join('\n\n')}\n`;

/** Security events that owners are notified of: a subject and a description. */
const notices = {
  'password-changed': {
    subject: 'Your password was changed',
    happened: () => 'The password of your account was changed.',
  },
  'password-reset': {
    subject: 'Your password was changed',
    happened: () =>
      'The password of your account was changed with a link from an e-mail. Every browser was signed out.',
  },
  'codes-enabled': {
    subject: 'A code from your authenticator app is now needed to sign in',
    happened: () => 'Signing in with your password now needs a code from your authenticator app.',
  },
  'codes-disabled': {
    subject: 'Codes are no longer needed to sign in',
    happened: () => 'Signing in with your password no longer needs a code from an authenticator app.',
  },
  'codes-reset': {
    subject: 'Your authenticator app was removed',
    happened: () =>
      'The operator of the cloud removed the authenticator app of your account. Signing in with your password no longer needs a code until you set up an app again.',
  },
  'codes-guessed': {
    subject: 'Somebody else may know your password',
    happened: () =>
      'Somebody entered your password and then repeatedly entered wrong codes, without getting in. Change your password, unless that was you.',
  },
  'recovery-codes-renewed': {
    subject: 'You have new recovery codes',
    happened: () => 'Your account has new recovery codes. The previous ones no longer work.',
  },
  'recovery-code-used': {
    subject: 'A recovery code was used',
    happened: () => 'Somebody signed in to your account with your password and a recovery code.',
  },
  'passkey-added': {
    subject: 'A passkey was added to your account',
    happened: () => 'A passkey was added to your account. It can be used to sign in without the password.',
  },
  'passkey-removed': {
    subject: 'A passkey was removed from your account',
    happened: () => 'A passkey was removed from your account.',
  },
  'app-allowed': {
    subject: 'An app has access to your houses',
    happened: ({ app }: MailFacts) => `The app "${app}" was given access to your houses.`,
  },
} as const satisfies Partial<
  Record<Act, { readonly subject: string; readonly happened: (facts: MailFacts) => string }>
>;

type NoticeKind = keyof typeof notices;

export const isNotice = (kind: string): kind is NoticeKind => Object.hasOwn(notices, kind);

const toNotice = (kind: NoticeKind, facts: MailFacts): MailText => ({
  subject: notices[kind].subject,
  text: toText(
    notices[kind].happened(facts),
    `When: ${toTime(facts.at)}\nFrom: ${facts.address}\nCloud: ${facts.cloud}`,
    `If this was you, there is nothing to do. If not, change your password at ${facts.cloud}/#/account and check which apps have access.`,
  ),
});

/** E-mails with a link, by kind. */
const letters = {
  'verify-email': ({ cloud, link }: MailFacts): MailText => ({
    subject: 'Confirm your e-mail address',
    text: toText(
      `An account at ${cloud} has this e-mail address. Open this link to confirm that the address is yours. It is valid for 24 hours:`,
      link!,
      'If you have no account there, ignore this e-mail.',
    ),
  }),
  'reset-password': ({ cloud, link, at, address }: MailFacts): MailText => ({
    subject: 'Choose a new password',
    text: toText(
      `Somebody at ${address} asked for a new password for your account at ${cloud} (${toTime(at)}). Open this link to choose one. It is valid for 30 minutes and works once:`,
      link!,
      'If you did not ask for it, ignore this e-mail: your password stays as it is.',
    ),
  }),
} as const;

type LetterKind = keyof typeof letters;

export const isLetter = (kind: string): kind is LetterKind => Object.hasOwn(letters, kind);

/**
 * Returns the URL of the web application's page for a link. The secret is in the fragment, which browsers do not send
 * to servers, so that it appears in no log.
 */
export const toLink = (cloud: string, kind: LetterKind, secret: string): string =>
  `${cloud}/#/${kind}/${secret}`;

/** Returns the subject and text of an e-mail. */
export const toMailText = (kind: LetterKind | NoticeKind, facts: MailFacts): MailText =>
  isNotice(kind) ? toNotice(kind, facts) : letters[kind](facts);
