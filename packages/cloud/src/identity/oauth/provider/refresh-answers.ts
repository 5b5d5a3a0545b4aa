import { createHash } from 'node:crypto';
import { oauthPaths } from '@plenum/protocol/cloud';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { createEncryption, type Encryption } from '../../../kernel/crypto/encryption.ts';
import { systemRandom } from '../../../kernel/crypto/random.ts';
import type { Db } from '../../../kernel/database/store.ts';
import { hashSecret, isSameHash } from '../../account/secret.ts';
import type { Apps } from '../app/apps.ts';
import { isOriginOf } from '../app/client.ts';
import { type ClientCredentials, readClientCredentials } from '../app/client-credentials.ts';
import { formOf } from '../forwarded-request.ts';
import type { App } from '../shape.ts';
import { refreshRepeatMs } from '../token/lifetimes.ts';
import { fromStoredPayload } from '../token/stored-payload.ts';
import type { RequestState } from './request-state.ts';

/** The response of the token endpoint to a refresh, with its timestamp (ms since 1970 UTC). */
interface StoredAnswer {
  readonly at: number;
  readonly body: Readonly<Record<string, unknown>>;
}

const encryptionContext = 'the answer to a refresh';

/** Derives the key from the refresh token, so that the response cannot be read with the store alone. */
const encryptionOf = (refreshToken: string): Encryption =>
  createEncryption([createHash('sha256').update(`plenum answer\n${refreshToken}`).digest()], systemRandom);

/** Stores the response to a refresh in case the client does not receive it. */
export async function storeAnswer(
  db: Db,
  { refreshToken, ...answer }: StoredAnswer & { readonly refreshToken: string },
): Promise<void> {
  await db
    .updateTable('authorization_item')
    .set({ answer: encryptionOf(refreshToken).encrypt(JSON.stringify(answer), encryptionContext) })
    .where('kind', '=', 'RefreshToken')
    .where('id_hash', '=', hashSecret(refreshToken))
    .execute();
}

const findToken = (db: Db, refreshToken: string) =>
  db
    .selectFrom('authorization_item')
    .select(['payload', 'client_id', 'consumed_at', 'answer'])
    .where('kind', '=', 'RefreshToken')
    .where('id_hash', '=', hashSecret(refreshToken))
    .executeTakeFirst();

/**
 * Returns the stored response to a refresh if it may be repeated: to the same app, within 30 s, and while the refresh
 * token in it is unused. A later second use means that two parties have the token (RFC 9700, 4.14.2).
 */
const findAnswer = async (
  db: Db,
  { refreshToken, clientId, now }: { refreshToken: string; clientId: string; now: number },
): Promise<(StoredAnswer & { readonly scope: string }) | undefined> => {
  const row = await findToken(db, refreshToken);
  if (row === undefined || row.client_id !== clientId || row.answer === null) return undefined;
  if (row.consumed_at === null || now - row.consumed_at > refreshRepeatMs) return undefined;
  const answer: StoredAnswer = JSON.parse(encryptionOf(refreshToken).decrypt(row.answer, encryptionContext));
  const next = await findToken(db, String(answer.body.refresh_token));
  if (next === undefined || next.consumed_at !== null) return undefined;
  return { ...answer, scope: fromStoredPayload(refreshToken, row.payload).scope ?? '' };
};

/**
 * True if the credentials are those that the app must send (RFC 6749, 3.2.1). Their secret is a hash
 * (`ForwardedRequest`).
 */
const isAuthenticated = ({ secretHash }: App, { secret }: ClientCredentials): boolean =>
  secretHash === undefined ? secret === undefined : secret !== undefined && isSameHash(secret, secretHash);

const parameters = ['grant_type', 'refresh_token', 'client_id', 'client_secret', 'scope'];

/** Returns the refresh token of a plain refresh. Any other form is left to the provider. */
const refreshTokenOf = (form: URLSearchParams): string | undefined => {
  if (form.get('grant_type') !== 'refresh_token') return undefined;
  if (parameters.some((name) => form.getAll(name).length > 1)) return undefined;
  return form.get('refresh_token') ?? undefined;
};

const isWithin = (requested: string | null, scope: string): boolean =>
  requested === null || requested.split(' ').every((one) => scope.split(' ').includes(one));

/** Responds with the headers that oidc-provider sends from its token endpoint. */
const answer = (ctx: KoaContextWithOIDC, body: object) => {
  ctx.vary('Origin');
  ctx.set({
    'access-control-allow-origin': ctx.get('origin') || '*',
    'access-control-expose-headers': 'WWW-Authenticate',
    'cache-control': 'no-store',
  });
  ctx.status = 200;
  ctx.body = body;
};

/**
 * Repeats the response to a refresh that the client did not receive, and passes every other request on to
 * oidc-provider. The transaction of the request must have locked the consent, so that a repetition during the first
 * request waits for its response.
 */
export const answerRepeatedRefresh =
  ({ apps, now }: { readonly apps: Pick<Apps, 'find'>; readonly now: () => number }) =>
  async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    const form = formOf(ctx);
    if (ctx.path !== oauthPaths.provider.token || form === undefined) return next();
    const { db } = (ctx.state as RequestState).tx!;
    const refreshToken = refreshTokenOf(form);
    const credentials = readClientCredentials({ authorization: ctx.headers.authorization, form });
    if (refreshToken === undefined || credentials === undefined) return next();
    const { clientId } = credentials;
    const found = await findAnswer(db, { refreshToken, clientId, now: now() });
    if (found === undefined || !isWithin(form.get('scope'), found.scope)) return next();
    const app = await apps.find(db, clientId);
    if (app === undefined || !isAuthenticated(app, credentials)) return next();
    const origin = ctx.get('origin');
    if (origin !== '' && (app.confidential || !isOriginOf(app.redirectUris, origin))) return next();
    Object.assign(ctx.state as RequestState, {
      isRepeated: true,
      ...(app.confidential && { authenticatedClientId: clientId }),
    });
    const elapsedSeconds = Math.floor((now() - found.at) / 1000);
    answer(ctx, { ...found.body, expires_in: Number(found.body.expires_in) - elapsedSeconds });
  };
