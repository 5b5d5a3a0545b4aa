import { type TokenBucket, toClientNetwork } from '@plenum/platform';
import { cloudLimits } from '@plenum/protocol/cloud';
import { toConsoleSentence } from '@plenum/protocol/console';
import type { Encryption } from '../../../kernel/crypto/encryption.ts';
import type { Db, Store } from '../../../kernel/database/store.ts';
import { invisible } from '../../../kernel/http/invisible.ts';
import { isLoopback } from '../../../kernel/http/public-url.ts';
import { checkRedirectUri, maxNameLength, toStoredUris } from './apps.ts';

/** An app that registered itself. Its name is unverified. */
export interface RegisteredApp {
  readonly name: string;
  /** The redirect URIs. On the user's machine any port is allowed (RFC 8252, 7.3). */
  readonly redirectUris: readonly string[];
}

/** The reason why an app is not registered (RFC 7591, 3.2.2). */
interface RegistrationRefusal {
  readonly ok: false;
  readonly error: 'invalid_redirect_uri' | 'invalid_client_metadata' | 'temporarily_unavailable';
  readonly sentence: string;
  /** In seconds. */
  readonly retryAfter?: number;
}

type Registration = { readonly ok: true; readonly clientId: string; readonly app: RegisteredApp };

/**
 * Apps that register themselves (RFC 7591), as assistants do. The data of such an app is encrypted in its client id, so
 * registering stores nothing here (decisions/036).
 */
export interface Registrations {
  /** Registers an app that calls from an address. */
  register(asked: unknown, address: string): Registration | RegistrationRefusal;
  find(clientId: string): RegisteredApp | undefined;
  /**
   * Stores the name of an app that an owner allows, for the lists of apps. Does nothing for apps that did not register
   * themselves.
   */
  keep(db: Db, clientId: string): Promise<void>;
}

const context = 'the client id of an app that registered itself';

/** The form of client ids of registered apps, which are ciphertext. The ids of other apps contain no dot. */
const clientIdForm = /^v1\.[\w.-]{1,2000}$/;

const refuse = (
  error: RegistrationRefusal['error'],
  sentence: string,
  retryAfter?: number,
): RegistrationRefusal => ({ ok: false, error, sentence, ...(retryAfter !== undefined && { retryAfter }) });

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

/**
 * Selects those of the requested redirect URIs that the app may have. RFC 7591, 2 allows a server to omit the others.
 */
const readRedirectUris = (asked: unknown): readonly string[] | RegistrationRefusal => {
  const { count, characters } = cloudLimits.maxRedirectUris;
  if (!isTexts(asked) || asked.length === 0)
    return refuse('invalid_redirect_uri', 'redirect_uris: send a list of at least one URI, each a string.');
  if (asked.length > count || asked.join('').length > characters)
    return refuse(
      'invalid_redirect_uri',
      `redirect_uris: send at most ${count}, with at most ${characters} characters in all.`,
    );
  const checked = asked.map(checkRedirectUri);
  const taken = checked
    .flatMap((one) => (one.ok ? one.value : []))
    .filter((uri) => !(uri.startsWith('https:') && isLoopback(new URL(uri))));
  if (taken.length > 0) return taken;
  const [first] = checked;
  const why =
    first?.ok === false
      ? toConsoleSentence(first.refusal)
      : 'a loopback address cannot have a certificate; use http.';
  return refuse('invalid_redirect_uri', `redirect_uris: ${why}`);
};

/** True if readers would mistake the name for ours, in any case, width or accents. */
const isOurs = (name: string): boolean =>
  name
    .normalize('NFKD')
    .replace(/[^\p{L}]/gu, '')
    .toLowerCase()
    .includes('plenum');

/**
 * Returns the name that an app gives itself, shortened for display, or the host of its redirect URI if it has no name.
 */
const readName = (asked: unknown, [first = '']: readonly string[]): string | undefined => {
  if (asked !== undefined && typeof asked !== 'string') return undefined;
  const name = [...(asked ?? '').normalize('NFC').trim()].slice(0, maxNameLength).join('').trim();
  if (invisible.test(name)) return undefined;
  return name === '' ? new URL(first).host || new URL(first).protocol : name;
};

interface RegistrationsDeps {
  readonly encryption: Encryption;
  /** Limits how often an address may register an app. */
  readonly limit: TokenBucket;
  readonly now: () => number;
}

export function createRegistrations({ encryption, limit, now }: RegistrationsDeps): Registrations {
  const find = (clientId: string): RegisteredApp | undefined => {
    if (!clientIdForm.test(clientId)) return undefined;
    try {
      return JSON.parse(encryption.decrypt(clientId, context)) as RegisteredApp;
    } catch {
      return undefined;
    }
  };
  return {
    find,
    register: (asked, address) => {
      const { isAllowed, wait } = limit.take(toClientNetwork(address));
      if (!isAllowed)
        return refuse(
          'temporarily_unavailable',
          `Too many requests from this address; try again in ${wait} s.`,
          wait,
        );
      if (typeof asked !== 'object' || asked === null || Array.isArray(asked))
        return refuse('invalid_client_metadata', 'The body is not a JSON object.');
      const { redirect_uris, client_name } = asked as Readonly<Record<string, unknown>>;
      const redirectUris = readRedirectUris(redirect_uris);
      if ('ok' in redirectUris) return redirectUris;
      const name = readName(client_name, redirectUris);
      if (name === undefined)
        return refuse(
          'invalid_client_metadata',
          'client_name: it is not a string, or has invisible characters.',
        );
      if (typeof client_name === 'string' && isOurs(client_name))
        return refuse(
          'invalid_client_metadata',
          'client_name: only Plenum itself may be called Plenum; choose another name.',
        );
      const app: RegisteredApp = { name, redirectUris };
      return { ok: true, clientId: encryption.encrypt(JSON.stringify(app), context), app };
    },
    keep: async (db, clientId) => {
      const app = find(clientId);
      if (app === undefined) return;
      await db
        .insertInto('app')
        .values({
          client_id: clientId,
          owner_account_id: null,
          name: app.name,
          redirect_uris: toStoredUris(app.redirectUris),
          confidential: 0,
          pkce_required: 1,
          secret_hash: null,
          created_at: now(),
        })
        // The new timestamp prevents the row from being swept before the consent is stored.
        .onConflict((conflict) => conflict.column('client_id').doUpdateSet({ created_at: now() }))
        .execute();
    },
  };
}

/** Time in ms for which an app stays listed without use after an owner allowed it. */
const unusedFor = 86_400_000;

/** Deletes the names of registered apps that have no consent. */
export async function sweepRegistered({ db }: Pick<Store, 'db'>, now: number): Promise<void> {
  await db
    .deleteFrom('app')
    .where('client_id', 'like', 'v1.%')
    .where('owner_account_id', 'is', null)
    .where('created_at', '<=', now - unusedFor)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('authorization_item')
            .select('id_hash')
            .whereRef('authorization_item.client_id', '=', 'app.client_id'),
        ),
      ),
    )
    .execute();
}
