import { createConsoleClient } from '@plenum/client/console';
import { signedInCookie } from '@plenum/protocol/console';
import { type ConsoleSession, openSession } from './session.ts';

/** True if the cookies of a page (`document.cookie`) include the one that is set together with a session cookie. */
export const isSignedInBy = (cookies: string): boolean =>
  cookies.split('; ').some((cookie) => cookie.replace(/^__Host-/, '') === `${signedInCookie}=1`);

/** Opens the session of this browser with the cloud that served the page. */
export const openPageSession = (): ConsoleSession =>
  openSession(createConsoleClient({ fetch: (input, init) => fetch(input, init) }), () =>
    isSignedInBy(document.cookie),
  );
