import {
  accountAlertChoices,
  accountAlertSubscription,
  alertRenewal,
  alertSubscriptionRef,
} from '../alert/choices.ts';
import { bool, list, object, record, text } from '../field/make.ts';
import { consoleRecords } from './records.ts';
import { get, post } from './route.ts';

const { Account, SignInMethods } = consoleRecords;
const password = text('the password');
const credentials = record('who signs in', { email: text('the e-mail address'), password });
const recoveryCodes = record('recovery codes, shown only here', {
  recoveryCodes: list('each signs in once in place of a code', text('a recovery code')),
});
const challenge = record('a challenge', { options: object('the options of WebAuthn, in JSON') });
const response = object('the response of WebAuthn, in JSON');
const passkeyName = text('1 to 60 characters');
const newPassword = ['password-short', 'password-long', 'password-is-email', 'password-weak'] as const;

/** Routes for accounts and signing in. */
export const accountRoutes = {
  signUp: post('/account/sign-up', {
    summary: 'Make an account and sign in.',
    caller: 'own-page',
    body: credentials,
    status: 201,
    answer: Account,
    refusals: ['email-malformed', 'email-taken', ...newPassword, 'too-many-guesses'],
  }),
  signIn: post('/account/sign-in', {
    summary: 'Sign in.',
    caller: 'own-page',
    body: credentials,
    answer: Account,
    refusals: ['credentials-wrong', 'second-step-required', 'too-many-guesses'],
  }),
  signInWithCode: post('/account/sign-in/code', {
    summary: 'Sign in with a code of an authenticator app, or a recovery code, after the password.',
    caller: 'own-page',
    body: record('the code', { code: text('6 digits, or a recovery code') }),
    answer: Account,
    refusals: ['second-step-wrong', 'second-step-stale', 'too-many-guesses'],
  }),
  beginPasskeySignIn: post('/account/sign-in/passkey/options', {
    summary: 'Get a challenge to sign in with a passkey.',
    caller: 'own-page',
    answer: challenge,
  }),
  signInWithPasskey: post('/account/sign-in/passkey', {
    summary: 'Sign in with a passkey.',
    caller: 'own-page',
    body: record('what the browser answered', { response }),
    answer: Account,
    refusals: ['passkey-unusable'],
  }),
  account: get('/account', { summary: 'Read who is signed in, and the form token.', answer: Account }),
  signOut: post('/account/sign-out', { summary: 'Sign this browser out.' }),
  changePassword: post('/account/password', {
    summary:
      'Change the password; other browsers are signed out and, unless `keepApps`, apps lose what they were allowed.',
    body: record(
      'both passwords',
      {
        present: text('the current password'),
        next: text('the new one'),
        keepApps: bool('whether apps keep what they were allowed'),
      },
      { optional: ['keepApps'] },
    ),
    answer: Account,
    refusals: ['password-wrong', ...newPassword, 'too-many-guesses'],
  }),
  signInMethods: get('/account/sign-in-methods', {
    summary: 'Read how the account is signed in to, besides the password.',
    answer: SignInMethods,
  }),
  beginCodes: post('/account/codes', {
    summary: 'Make a secret for an authenticator app. Codes are needed once it is confirmed.',
    body: record('the password', { password }),
    answer: record('what the app is given', {
      secret: text('the secret, in base32'),
      uri: text('the URI of a QR code (`otpauth:`)'),
    }),
    refusals: ['password-wrong', 'too-many-guesses', 'codes-on'],
  }),
  confirmCodes: post('/account/codes/confirm', {
    summary: 'Confirm it with a first code; from now on signing in with the password needs one.',
    body: record('the code', { code: text('6 digits') }),
    answer: recoveryCodes,
    refusals: ['second-step-wrong'],
  }),
  renewRecoveryCodes: post('/account/codes/recovery', {
    summary: 'Replace the recovery codes.',
    body: record('the password', { password }),
    answer: recoveryCodes,
    refusals: ['password-wrong', 'too-many-guesses', 'codes-off'],
  }),
  endCodes: post('/account/codes/remove', {
    summary: 'Sign in without codes again.',
    body: record('the password', { password }),
    refusals: ['password-wrong', 'too-many-guesses'],
  }),
  beginPasskey: post('/account/passkeys/options', {
    summary: 'Get a challenge to add a passkey.',
    body: record('the password', { password }),
    answer: challenge,
    refusals: ['password-wrong', 'too-many-guesses', 'too-many-passkeys'],
  }),
  addPasskey: post('/account/passkeys', {
    summary: 'Add a passkey.',
    body: record('its name, and what the browser answered', { name: passkeyName, response }),
    refusals: ['passkey-unusable', 'passkey-name-malformed', 'too-many-passkeys'],
  }),
  namePasskey: post('/account/passkeys/{passkeyId}/name', {
    summary: 'Rename a passkey.',
    body: record('the new name', { name: passkeyName }),
    refusals: ['no-such-passkey', 'passkey-name-malformed'],
  }),
  removePasskey: post('/account/passkeys/{passkeyId}/remove', {
    summary: 'Remove a passkey.',
    refusals: ['no-such-passkey'],
  }),
  offers: get('/account/offers', {
    summary: 'Read which ways to sign in and to recover an account this cloud has besides the password.',
    caller: 'anyone',
    answer: record(
      'what is offered',
      {
        email: bool('whether it sends e-mail: for verified addresses, lost passwords and notices'),
        passkeyOrigin: text('the origin at which passkeys work; missing where they do not'),
      },
      { optional: ['passkeyOrigin'] },
    ),
  }),
  requestVerification: post('/account/verification', {
    summary: 'Send a link that verifies the e-mail address of the account; none where it is verified.',
    refusals: ['no-email', 'too-many-guesses'],
  }),
  verifyEmail: post('/account/verify-email', {
    summary: 'Verify an e-mail address.',
    caller: 'own-page',
    body: record('what the link holds', { token: text('the last part of the link') }),
    refusals: ['link-expired'],
  }),
  requestPasswordReset: post('/account/lost-password', {
    summary:
      'Send a link to choose a new password to an e-mail address, if it has an account. Does not tell whether it has.',
    caller: 'own-page',
    body: record('whose password', { email: text('the e-mail address') }),
    refusals: ['no-email', 'email-malformed', 'too-many-guesses'],
  }),
  resetPassword: post('/account/reset-password', {
    summary: 'Choose a new password; every browser is signed out, and apps lose what they were allowed.',
    caller: 'own-page',
    body: record('what the link holds, and the new password', {
      token: text('the last part of the link'),
      password,
    }),
    refusals: ['link-expired', ...newPassword],
  }),
  notificationKey: get('/account/notifications', {
    summary: 'Read the key with which browsers subscribe to notifications by Web Push (RFC 8292).',
    answer: record('the key', { publicKey: text('an uncompressed point of P-256, in base64url') }),
  }),
  saveNotifications: post('/account/notifications', {
    summary: 'Notify this browser of the houses of the account, or let it choose anew.',
    body: accountAlertSubscription,
    refusals: ['notification-malformed', 'no-such-bridge', 'too-many-browsers'],
  }),
  readNotifications: post('/account/notifications/read', {
    summary: 'Read what a browser of the account chose.',
    body: alertSubscriptionRef,
    answer: accountAlertChoices,
  }),
  renewNotifications: post('/account/notifications/renew', {
    summary: 'Confirm that a browser of the account is notified, in the present words of its reader.',
    body: alertRenewal,
    answer: accountAlertChoices,
  }),
  endNotifications: post('/account/notifications/end', {
    summary: 'Notify a browser of the account no more.',
    body: alertSubscriptionRef,
  }),
  testNotifications: post('/account/notifications/test', {
    summary: 'Send a test notification to a browser of the account.',
    body: alertSubscriptionRef,
    refusals: ['not-notified', 'push-failed'],
  }),
  removeAccount: post('/account/remove', {
    summary: 'Delete the account and everything in it.',
    body: record('the password', { password }),
    refusals: ['password-wrong', 'too-many-guesses'],
  }),
} as const;
