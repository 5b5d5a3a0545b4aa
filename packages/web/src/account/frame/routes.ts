import { createRouter } from '../../state/router.ts';

const pages = [
  'welcome',
  'houses',
  'apps',
  'developer',
  'account',
  'invitation',
  'sign-in',
  'sign-up',
  'lost-password',
  'passkey',
  'reset-password',
  'verify-email',
] as const;
export type AccountPageName = (typeof pages)[number];

/** The page is undefined if the URL contains none, because the first page depends on whether the user is signed in. */
export const { toHash, readRoute, useRoute, navigate } = createRouter(pages, undefined);
