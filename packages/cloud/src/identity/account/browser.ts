import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../../kernel/database/store.ts';
import { type Cookie, createCookie } from '../../kernel/http/cookie.ts';
import type { Accounts } from './accounts.ts';
import { sessionLifetime } from './session.ts';
import type { Session } from './shape.ts';

/** The session cookie of browsers. */
export interface Browsers {
  findSession(db: Db, request: Pick<FastifyRequest, 'headers'>): Promise<Session | undefined>;
  /** Sets the session cookie, in place of any earlier one. */
  setSession(reply: FastifyReply, session: Session): void;
  /** Clears the session cookie; `Accounts` ends the session itself. */
  clearSession(reply: FastifyReply): void;
}

export const createBrowsers = (accounts: Accounts, publicUrl: string): Browsers => {
  const cookie: Cookie = createCookie('plenum_session', publicUrl.startsWith('https:'));
  return {
    findSession: async (db, request) => {
      const secret = cookie.read(request);
      return secret === undefined || secret === '' ? undefined : accounts.findSession(db, secret);
    },
    setSession: (reply, { secret }) => cookie.set(reply, secret, sessionLifetime.whole / 1000),
    clearSession: (reply) => cookie.clear(reply),
  };
};
