import type { Texts } from '../formatter.ts';

export const design = {
  reloadHelps: 'Reloading the page may help.',
  notLoaded: ({ what, hope }: { what: string | number; hope: string | number }) =>
    `${what} could not be loaded. ${hope}`,
  tryAgain: 'Try again',
  skip: 'Skip to main content',
  documentation: 'Documentation',
  pages: 'Pages',
  morePages: 'More',
  less: ({ label }: { label: string | number }) => `${label}: less`,
  more: ({ label }: { label: string | number }) => `${label}: more`,
  systemTheme: 'System theme',
  lightTheme: 'Light theme',
  darkTheme: 'Dark theme',
  changeTheme: ({ theme }: { theme: string | number }) => `${theme}; change`,
  dismiss: 'Dismiss',
  copy: 'Copy',
  copied: 'Copied',
  copyManually: 'Copy it manually',
  copyWhat: ({ what }: { what: string | number }) => `Copy ${what}`,
} satisfies Texts;
