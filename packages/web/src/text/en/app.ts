import type { Texts } from '../formatter.ts';

export const app = {
  failed: 'Something went wrong',
  failedHelp: 'Your house is not affected. Reload the page; if it fails again, please report what you did.',
  reload: 'Reload',
  language: 'Language',
  systemLanguage: 'As the browser',
  thisPage: 'This page',
} satisfies Texts;
