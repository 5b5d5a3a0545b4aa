import { createConsoleClient } from '@plenum/client/console';
import { signedInCookie } from '@plenum/protocol/console';
import { type ConsoleSession, openSession } from './session.ts';

/** Whether the cookies of a page have the one that comes with a session (`document.cookie`). */
export const isSignedInBy = (cookies: string): boolean =>
  cookies.split('; ').some((cookie) => cookie.replace(/^__Host-/, '') === `${signedInCookie}=1`);

/** The session of this browser with the cloud that served the page. */
export const openPageSession = (): ConsoleSession =>
  openSession(createConsoleClient({ fetch: (input, init) => fetch(input, init) }), () =>
    isSignedInBy(document.cookie),
  );
