import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../../kernel/database/store.ts';
import { type Cookie, createCookie } from '../../kernel/http/cookie.ts';
import type { Accounts } from './accounts.ts';
import { sessionLife } from './session.ts';
import type { Session } from './shape.ts';

/** Who a browser is signed in as, by its cookie. */
export interface Browsers {
  findSession(db: Db, request: Pick<FastifyRequest, 'headers'>): Promise<Session | undefined>;
  /** Gives the browser its session, in place of any it had. */
  give(reply: FastifyReply, session: Session): void;
  /** Takes the session from the browser; the session itself ends in `Accounts`. */
  take(reply: FastifyReply): void;
}

export const createBrowsers = (accounts: Accounts, publicUrl: string): Browsers => {
  const cookie: Cookie = createCookie('plenum_session', publicUrl.startsWith('https:'));
  return {
    findSession: async (db, request) => {
      const secret = cookie.read(request);
      return secret === undefined || secret === '' ? undefined : accounts.findSession(db, secret);
    },
    give: (reply, { secret }) => cookie.set(reply, secret, sessionLife.whole / 1000),
    take: (reply) => cookie.clear(reply),
  };
};
