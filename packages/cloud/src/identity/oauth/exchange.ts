import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider';
import type { Store } from '../../kernel/database/store.ts';
import { StoreAway, storeBackIn } from '../../kernel/failure/store-away.ts';
import { hashSecret } from '../account/secret.ts';
import type { RequestState } from './adapter.ts';
import { sealAnswer } from './answer.ts';
import { renderError } from './answer-page.ts';
import { lives } from './kinds.ts';
import { paths } from './paths.ts';

interface Parts {
  readonly store: Store;
  readonly now: () => number;
}

/** Ends a transaction without keeping it, when the answer is "something went wrong here". */
class Undone extends Error {}

const day = 86_400;

/** Lets a consent live as long as what was just given for it; once a day is often enough. */
const prolongGrant = async ({ oidc }: KoaContextWithOIDC, now: () => number) => {
  const { Grant: grant, RefreshToken: refreshToken } = oidc.entities;
  if (grant === undefined) return;
  const life = refreshToken === undefined ? lives.accessToken : lives.linkedGrant;
  const until = Math.floor(now() / 1000) + life;
  if ((grant.exp ?? 0) > until - day) return;
  grant.exp = until;
  await grant.save();
};

/** Keeps the answer of a refresh for a client that does not get to see it. */
const keepAnswer = async (ctx: KoaContextWithOIDC, { store, now }: Parts) => {
  const refreshToken = String(ctx.oidc.params!.refresh_token);
  const answer = sealAnswer({ at: now(), body: ctx.body as Record<string, unknown> }, refreshToken);
  await store.db
    .updateTable('authorization_item')
    .set({ answer })
    .where('kind', '=', 'RefreshToken')
    .where('id_hash', '=', hashSecret(refreshToken))
    .execute();
};

const finishExchange = async (ctx: KoaContextWithOIDC, parts: Parts) => {
  const { repeated } = ctx.state as RequestState;
  if (repeated !== undefined) {
    const passed = Math.floor((parts.now() - repeated.at) / 1000);
    ctx.body = { ...repeated.body, expires_in: Number(repeated.body.expires_in) - passed };
    return;
  }
  await prolongGrant(ctx, parts.now);
  if (ctx.oidc.params!.grant_type === 'refresh_token') await keepAnswer(ctx, parts);
};

/** Parameters that carry something a consent gave. */
const carriers = ['code', 'refresh_token', 'token', 'device_code'] as const;

/**
 * Locks the consent a request's code or token came from, first of all: requests of one family follow each other, and none
 * waits for another in a circle. SQLite does one transaction at a time anyway.
 */
const lockFamily = async (ctx: KoaContextWithOIDC, { store }: Parts) => {
  const { form } = ctx.req as { form?: URLSearchParams };
  const values = carriers.flatMap((name) => form?.get(name) ?? []);
  if (store.engine !== 'postgres' || values.length === 0) return;
  await store.db
    .selectFrom('authorization_item')
    .select('id_hash')
    .where('kind', '=', 'Grant')
    .where('id_hash', 'in', (query) =>
      query
        .selectFrom('authorization_item as given')
        .select('given.grant_id')
        .where('given.kind', 'in', ['AuthorizationCode', 'AccessToken', 'RefreshToken', 'DeviceCode'])
        .where('given.id_hash', 'in', values.map(hashSecret)),
    )
    .forUpdate()
    .execute();
};

const pages: readonly string[] = [paths.provider.authorization, paths.provider.code_verification];

/** That something went wrong here, in the words of OAuth (RFC 6749, 4.1.2.1; at `/token` too, whose own have none for it). */
const toOut = (error: unknown): ErrorOut =>
  error instanceof StoreAway
    ? { error: 'temporarily_unavailable', error_description: error.message }
    : { error: 'server_error', error_description: 'something went wrong here; try again' };

/** Something went wrong here, maybe after an answer was already made up: that is not sent. */
const answerFailure = async (ctx: KoaContextWithOIDC, error: unknown) => {
  const out = toOut(error);
  const isAway = error instanceof StoreAway;
  ctx.status = isAway ? 503 : 500;
  if (isAway) ctx.set('retry-after', String(storeBackIn));
  ctx.remove('location');
  if (pages.some((path) => ctx.path === path || ctx.path.startsWith(`${path}/`))) await renderError(ctx, out);
  else ctx.body = out;
};

/**
 * Does each request to the authorization server as one transaction: a code or refresh token is used up, and what it gives
 * is there, or neither; requests with the same one wait for each other. A refusal is kept (it may have revoked something), a
 * failure is not. The body has been read before, so nobody slow holds a transaction open.
 */
export const exchangeInTransaction =
  (parts: Parts) =>
  async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    if (ctx.path === paths.metadata || ctx.method === 'OPTIONS') return next();
    try {
      await parts.store.inSharedTransaction(async () => {
        await lockFamily(ctx, parts);
        await next();
        if (ctx.path === paths.provider.token && ctx.status === 200) await finishExchange(ctx, parts);
        const { failed } = ctx.state as RequestState;
        if (failed instanceof StoreAway) throw failed;
        if (ctx.status >= 500) throw new Undone();
      });
    } catch (error) {
      if (error instanceof Undone) return;
      if (error !== (ctx.state as RequestState).failed) ctx.app.emit('error', error, ctx);
      await answerFailure(ctx, error);
    }
  };
