import type { Texts } from '../formatter.ts';

export const account = {
  houses: 'Houses',
  apps: 'Apps',
  developer: 'Developer',
  signOut: 'Sign out',
  noAnswer: 'No answer · Plenum',
  unreachable: 'The cloud does not answer',
  unreachableHelp:
    'Your houses keep running, and so do their own pages. This page tries again every few seconds.',
  tryNow: 'Try now',
  loadingWhat: ({ what }: { what: string | number }) => `Loading ${what}`,
  lastData: 'Showing the last known data.',
  retries: 'Retrying automatically.',
  revokeQuestion: ({ name }: { name: string | number }) => `Revoke the access of ${name}?`,
  revokeEnds: 'It can no longer see or control your houses, and receives no more events.',
  revokeKeeps: 'It keeps the data it has already received.',
  revokeAgain: 'You can allow it again whenever it asks.',
  keepIt: 'Keep it',
  revokeIt: 'Revoke it',
  seesAndControls: 'Sees and controls the climate of your houses',
  revokeOf: ({ name }: { name: string | number }) => `Revoke access of ${name}`,
  revoke: 'Revoke access',
  noApps: 'No app has access',
  noAppsHelp:
    'When an app asks for access to your houses, you allow or deny it in this cloud. The apps you allowed are listed on this page, and you can revoke their access at any time.',
  appsLead: 'The apps you allowed to see and control your houses.',
  appsWhat: 'the apps that have access',
} satisfies Texts;
