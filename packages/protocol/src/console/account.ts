import {
  accountAlertChoices,
  accountAlertSubscription,
  alertRenewal,
  alertSubscriptionRef,
} from '../alert/choices.ts';
import { bool, list, object, record, text } from '../field/make.ts';
import { accountExport } from './account-export.ts';
import { consoleRecords } from './records.ts';
import { get, post } from './route.ts';

const { Account, SignInMethods } = consoleRecords;
const password = text('the password');
const credentials = record('the credentials of the account', { email: text('the e-mail address'), password });
const recoveryCodes = record('recovery codes, shown only here', {
  recoveryCodes: list('codes that can each replace a code of the app once', text('a recovery code')),
});
const challenge = record('a challenge', { options: object('the WebAuthn options, in JSON') });
const response = object('the WebAuthn response, in JSON');
const passkeyName = text('1 to 60 characters');
const newPassword = ['password-short', 'password-long', 'password-is-email', 'password-weak'] as const;

/** Routes for accounts and signing in. */
export const accountRoutes = {
  signUp: post('/account/sign-up', {
    summary: 'Create an account and sign in.',
    caller: 'own-page',
    body: credentials,
    status: 201,
    answer: Account,
    refusals: ['email-malformed', 'email-reserved', 'email-taken', ...newPassword, 'too-many-guesses'],
  }),
  signIn: post('/account/sign-in', {
    summary: 'Sign in.',
    caller: 'own-page',
    body: credentials,
    answer: Account,
    refusals: ['credentials-wrong', 'second-step-required', 'too-many-guesses'],
  }),
  signInWithCode: post('/account/sign-in/code', {
    summary:
      'Sign in with a code of an authenticator app or a recovery code, after the password was accepted.',
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
    body: record('the answer of the browser', { response }),
    answer: Account,
    refusals: ['passkey-unusable'],
  }),
  account: get('/account', { summary: 'Read who is signed in, and the form token.', answer: Account }),
  signOut: post('/account/sign-out', { summary: 'Sign this browser out.' }),
  changePassword: post('/account/password', {
    summary:
      'Change the password. Other browsers are signed out, and apps lose their access unless `keepApps` is true.',
    body: record(
      'the current and the new password',
      {
        present: text('the current password'),
        next: text('the new password'),
        keepApps: bool('whether apps keep their access'),
      },
      { optional: ['keepApps'] },
    ),
    answer: Account,
    refusals: ['password-wrong', ...newPassword, 'too-many-guesses'],
  }),
  signInMethods: get('/account/sign-in-methods', {
    summary: 'Read the ways to sign in to the account other than the password.',
    answer: SignInMethods,
  }),
  beginCodes: post('/account/codes', {
    summary: 'Create a secret for an authenticator app. Codes are required once it is confirmed.',
    body: record('the password', { password }),
    answer: record('what to enter into the app', {
      secret: text('the secret, in base32'),
      uri: text('the URI to show as a QR code (`otpauth:`)'),
    }),
    refusals: ['password-wrong', 'too-many-guesses', 'codes-on'],
  }),
  confirmCodes: post('/account/codes/confirm', {
    summary:
      'Confirm the authenticator app with a first code. From then on, signing in with the password requires a code.',
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
    summary: 'Stop requiring codes to sign in.',
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
    body: record('its name, and the answer of the browser', { name: passkeyName, response }),
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
    summary:
      'Read which ways this cloud offers to sign in without a password and to recover an account, and whether developers can create test users.',
    caller: 'anyone',
    answer: record(
      'what is offered',
      {
        email: bool(
          'whether the cloud sends e-mail, to verify addresses, replace lost passwords and send notices',
        ),
        passkeyOrigin: text('the origin where passkeys work; missing if they do not'),
        testUsers: bool('whether developers can create test users'),
      },
      { optional: ['passkeyOrigin'] },
    ),
  }),
  requestVerification: post('/account/verification', {
    summary: 'Send a link that verifies the e-mail address of the account, unless it is already verified.',
    refusals: ['no-email', 'too-many-guesses'],
  }),
  verifyEmail: post('/account/verify-email', {
    summary: 'Verify an e-mail address.',
    caller: 'own-page',
    body: record('the token of the link', { token: text('the last part of the link') }),
    refusals: ['link-expired'],
  }),
  requestPasswordReset: post('/account/lost-password', {
    summary:
      'Send a link for choosing a new password to an e-mail address, if it belongs to an account. The answer does not reveal whether it does.',
    caller: 'own-page',
    body: record('the account whose password was lost', { email: text('the e-mail address') }),
    refusals: ['no-email', 'email-malformed', 'too-many-guesses'],
  }),
  resetPassword: post('/account/reset-password', {
    summary: 'Choose a new password. Every browser is signed out, and apps lose their access.',
    caller: 'own-page',
    body: record('the token of the link, and the new password', {
      token: text('the last part of the link'),
      password,
    }),
    refusals: ['link-expired', ...newPassword, 'too-many-guesses'],
  }),
  notificationKey: get('/account/notifications', {
    summary: 'Read the key that browsers need to subscribe to push notifications (RFC 8292).',
    answer: record('the key', { publicKey: text('an uncompressed P-256 point in base64url') }),
  }),
  saveNotifications: post('/account/notifications', {
    summary: 'Send push notifications about the account’s houses to this browser, or change its choices.',
    body: accountAlertSubscription,
    refusals: ['notification-malformed', 'no-such-bridge', 'too-many-browsers'],
  }),
  readNotifications: post('/account/notifications/read', {
    summary: 'Read the choices of a browser of the account.',
    body: alertSubscriptionRef,
    answer: accountAlertChoices,
  }),
  renewNotifications: post('/account/notifications/renew', {
    summary: 'Confirm the push notifications of a browser of the account, and update its language and scale.',
    body: alertRenewal,
    answer: accountAlertChoices,
  }),
  endNotifications: post('/account/notifications/end', {
    summary: 'Stop push notifications to a browser of the account.',
    body: alertSubscriptionRef,
  }),
  testNotifications: post('/account/notifications/test', {
    summary: 'Send a test push notification to a browser of the account.',
    body: alertSubscriptionRef,
    refusals: ['not-notified', 'push-failed'],
  }),
  exportAccount: post('/account/export', {
    summary: 'Export everything that the cloud keeps about the account and its houses.',
    answer: accountExport,
    refusals: ['too-many-exports'],
  }),
  removeAccount: post('/account/remove', {
    summary: 'Delete the account and everything in it.',
    body: record('the password', { password }),
    refusals: ['password-wrong', 'too-many-guesses'],
  }),
} as const;
