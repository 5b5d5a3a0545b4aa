import { bool, record, text } from '../field/make.ts';
import { consoleRecords } from './records.ts';
import { get, post } from './route.ts';

const { Account } = consoleRecords;
const password = text('the password');
const credentials = record('who signs in', { email: text('the e-mail address'), password });
const newPassword = ['password-short', 'password-long', 'password-is-email'] as const;

/** Accounts, and who is signed in. */
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
    refusals: ['credentials-wrong', 'too-many-guesses'],
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
  removeAccount: post('/account/remove', {
    summary: 'Delete the account and everything in it.',
    body: record('the password', { password }),
    refusals: ['password-wrong', 'too-many-guesses'],
  }),
} as const;
