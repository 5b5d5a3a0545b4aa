import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Attempt } from './authorize.ts';
import type { House } from './house.ts';

/** A browser with its sign-in attempt, and with its house once the attempt has succeeded. */
export interface Visitor {
  /** The hash of the cookie, so that a leaked file does not reveal the cookie. */
  readonly key: string;
  attempt?: Attempt | undefined;
  house?: House | undefined;
}

/** The visitors of the app, by their cookie. */
export interface Visitors {
  find(request: IncomingMessage): Visitor | undefined;
  /** Creates a visitor with a new cookie that replaces the old one, to prevent session fixation. */
  create(response: ServerResponse): Visitor;
  /** Restores a visitor after a restart. */
  restore(key: string): Visitor;
  remove(visitor: Visitor): void;
  all(): readonly Visitor[];
}

const cookieName = 'homely_visitor';
/** Maximum number of visitors without a house. */
const maxWaiting = 1_000;

const toKey = (secret: string) => createHash('sha256').update(secret).digest('base64url');

const readCookie = ({ headers }: IncomingMessage): string | undefined =>
  headers.cookie
    ?.split(';')
    .map((pair) => pair.trim().split('='))
    .find(([name]) => name === cookieName)?.[1];

export function createVisitors({ isSecure }: { readonly isSecure: boolean }): Visitors {
  const all = new Map<string, Visitor>();
  const remember = (key: string) => {
    const visitor: Visitor = { key };
    all.set(key, visitor);
    return visitor;
  };
  return {
    find: (request) => {
      const secret = readCookie(request);
      return secret === undefined ? undefined : all.get(toKey(secret));
    },
    create: (response) => {
      const waiting = [...all.values()].filter(({ house }) => house === undefined);
      if (waiting.length >= maxWaiting) all.delete(waiting[0]!.key);
      const secret = randomBytes(32).toString('base64url');
      const attributes = `Path=/; HttpOnly; SameSite=Lax; Max-Age=15552000${isSecure ? '; Secure' : ''}`;
      response.setHeader('Set-Cookie', `${cookieName}=${secret}; ${attributes}`);
      return remember(toKey(secret));
    },
    restore: remember,
    remove: ({ key }) => void all.delete(key),
    all: () => [...all.values()],
  };
}
