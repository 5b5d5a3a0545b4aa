import { oauthPaths } from '@plenum/protocol/cloud';
import { errorTable } from '@plenum/protocol/error';
import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider';
import type { Store, Transaction } from '../../../kernel/database/store.ts';
import { retryStoreAfter, storeErrors } from '../../../kernel/failure/store-errors.ts';
import { hashSecret } from '../../account/secret.ts';
import { formOf } from '../forwarded-request.ts';
import type { ProviderStorage } from '../provider-storage.ts';
import { providerSeconds } from '../provider-time.ts';
import { lifetimeSeconds } from '../token/lifetimes.ts';
import type { ProviderPages } from './provider-pages.ts';
import { storeAnswer } from './refresh-answers.ts';
import type { RequestState } from './request-state.ts';

interface RequestTransactionDeps {
  readonly store: Store;
  readonly storage: Pick<ProviderStorage, 'within'>;
  readonly pages: Pick<ProviderPages, 'renderError'>;
  readonly now: () => number;
}

/** Thrown to roll back the transaction of a request. */
const rollBack = errorTable('authorization request', {
  'internal-error': () => 'The answer is an internal error.',
});

const day = 86_400;

/** Extends a consent to the lifetime of the tokens that were just issued for it. Once a day is enough. */
const prolongGrant = async ({ oidc }: KoaContextWithOIDC) => {
  const { Grant: grant, RefreshToken: refreshToken } = oidc.entities;
  if (grant === undefined) return;
  const life = refreshToken === undefined ? lifetimeSeconds.accessToken : lifetimeSeconds.linkedGrant;
  const until = providerSeconds() + life;
  if ((grant.exp ?? 0) > until - day) return;
  grant.exp = until;
  await grant.save();
};

const finishTokenRequest = async (ctx: KoaContextWithOIDC, { db }: Transaction, now: () => number) => {
  await prolongGrant(ctx);
  const { grant_type, refresh_token } = ctx.oidc.params!;
  if (grant_type !== 'refresh_token') return;
  const body = ctx.body as Record<string, unknown>;
  await storeAnswer(db, { refreshToken: String(refresh_token), at: now(), body });
};

/** Parameters that contain a code or token of a consent. */
const carriers = ['code', 'refresh_token', 'token', 'device_code'] as const;

/**
 * Locks the consent of a request's code or token before anything else, so that requests of one consent run one after
 * the other and cannot deadlock. Returns the id of the consent.
 */
const lockConsent = async (ctx: KoaContextWithOIDC, { db }: Transaction): Promise<string | undefined> => {
  const values = carriers.flatMap((name) => formOf(ctx)?.get(name) ?? []);
  if (values.length === 0) return undefined;
  const [grant] = await db
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
  return grant?.id_hash;
};

const pagePaths: readonly string[] = [
  oauthPaths.provider.authorization,
  oauthPaths.provider.code_verification,
];

/**
 * Converts an internal failure to an OAuth error (RFC 6749, 4.1.2.1). No code is defined for `/token`, so the same
 * code is used there.
 */
const toOut = (error: unknown): ErrorOut =>
  storeErrors.is(error)
    ? { error: 'temporarily_unavailable', error_description: error.message }
    : { error: 'server_error', error_description: 'something went wrong in this cloud; try again' };

/** Responds to an internal failure, replacing any response that was already prepared. */
const answerFailure = (
  ctx: KoaContextWithOIDC,
  { renderError }: RequestTransactionDeps['pages'],
  error: unknown,
) => {
  const out = toOut(error);
  const isAway = storeErrors.is(error);
  ctx.status = isAway ? 503 : 500;
  if (isAway) ctx.set('retry-after', String(retryStoreAfter));
  ctx.remove('location');
  if (pagePaths.some((path) => ctx.path === path || ctx.path.startsWith(`${path}/`))) renderError(ctx, out);
  else ctx.body = out;
};

/**
 * Runs each request to the authorization server in one transaction. Either a code or refresh token is used up and its
 * tokens are stored, or neither happens. Requests with the same code or token wait for each other. A refusal is
 * committed, because it may have revoked something. A failure is rolled back. The body is read before the transaction,
 * so that a slow client does not keep a transaction open.
 */
export const runInTransaction =
  ({ store, storage, pages, now }: RequestTransactionDeps) =>
  async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    if (ctx.path === oauthPaths.metadata || ctx.method === 'OPTIONS') return next();
    const state = ctx.state as RequestState;
    try {
      await store.transaction('group', async (tx) => {
        state.tx = tx;
        state.grantId = await lockConsent(ctx, tx);
        await storage.within(tx, async () => {
          await next();
          const isProviders = state.isRepeated !== true;
          if (isProviders && ctx.path === oauthPaths.provider.token && ctx.status === 200)
            await finishTokenRequest(ctx, tx, now);
        });
        if (storeErrors.is(state.failed)) throw state.failed;
        if (ctx.status >= 500) throw rollBack.error('internal-error');
      });
    } catch (error) {
      if (rollBack.is(error)) return;
      if (error !== state.failed) ctx.app.emit('error', error, ctx);
      answerFailure(ctx, pages, error);
    }
  };
