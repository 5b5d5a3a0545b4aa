import type { Texts } from '../formatter.ts';

export const common = {
  cancel: 'Cancel',
  close: 'Close',
  continue: 'Continue',
  back: 'Back',
  remove: 'Remove',
  rename: 'Rename',
  confirm: 'Confirm',
  name: 'Name',
  password: 'Password',
  newPassword: 'New password',
  email: 'E-mail address',
  code: 'Code',
  retry: 'Retry',
  loading: 'Loading',
  signIn: 'Sign in',
  passwordHint: ({ length }: { length: number }) =>
    `At least ${length} characters. A few words in a row are easy to remember.`,
  pageTitle: ({ title }: { title: string }) => `${title} · Plenum`,
} satisfies Texts;
