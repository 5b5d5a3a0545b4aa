import {
  type ConsoleClient,
  type ConsoleRefusal,
  type ConsoleRequest,
  type ConsoleResult,
  type ConsoleTarget,
  noAnswerCode,
  type OptionalWhenEmpty,
} from '@plenum/client/console';
import type { AnswerOf, BodyOf, ConsoleRouteId, RecordOf } from '@plenum/protocol/console';
import { PlenumError } from '@plenum/protocol/error';
import { createStore, type Store } from '../state/store.ts';
import { describeCloudRefusal } from '../text/cloud-refusal-text.ts';

export type Account = RecordOf<'Account'>;

/** The scope of errors that are refusals from the cloud; the cloud defines their codes and sentences. */
const refused = 'refused';

const toError = (refusal: ConsoleRefusal): PlenumError =>
  new PlenumError(refused, refusal.code, { sentence: refusal.sentence, facts: { refusal } });

const isRefusedAs = (error: unknown, code: string): boolean =>
  error instanceof PlenumError && error.scope === refused && error.code === code;

/** The state of a session. An expired session keeps its account, so that the user can continue. */
export type SessionState =
  | { readonly is: 'unknown' | 'unreachable' | 'signed-out' }
  | { readonly is: 'signed-in' | 'expired'; readonly account: Account };

/** Returns the account of a session, even of an expired one; undefined if no user is signed in. */
export const accountOf = (state: SessionState): Account | undefined =>
  'account' in state ? state.account : undefined;

export type Credentials = BodyOf<'signIn'>;

/** The session of this browser with the cloud. It also sends the requests of the pages. */
export interface ConsoleSession {
  readonly state: Store<SessionState>;
  /** Loads the signed-in account. Called at the start, and whenever the page becomes visible again. */
  refresh(): Promise<void>;
  authenticate(how: 'sign-in' | 'sign-up', credentials: Credentials): Promise<ConsoleResult<Account>>;
  /** Signs out. The session stays unchanged if the cloud does not respond. */
  signOut(): Promise<ConsoleResult<undefined>>;
  /** Resolves to the response of a route. Throws a `PlenumError` with the code and the sentence of a refusal. */
  get<Id extends ConsoleRouteId>(
    id: Id,
    ...target: OptionalWhenEmpty<ConsoleTarget<Id>>
  ): Promise<AnswerOf<Id>>;
  /** Requests a change. */
  post<Id extends ConsoleRouteId>(
    id: Id,
    ...request: OptionalWhenEmpty<ConsoleRequest<Id>>
  ): Promise<ConsoleResult<AnswerOf<Id>>>;
  /** Sets the account after a change; undefined if no user is signed in anymore. */
  setAccount(account: Account | undefined): void;
}

/** The code of a refusal because no user is signed in, or the session has ended. */
const notSignedIn = 'not-signed-in';

const routes = { 'sign-in': 'signIn', 'sign-up': 'signUp' } as const;

/**
 * Returns a client that sends requests through another one and translates the sentences of refusals to the language of
 * the page.
 */
const translated = (client: ConsoleClient): ConsoleClient =>
  (async <Id extends ConsoleRouteId>(id: Id, ...request: OptionalWhenEmpty<ConsoleRequest<Id>>) => {
    const answer = await client(id, ...request);
    if (answer.ok) return answer;
    const { refusal } = answer;
    return { ok: false, refusal: { ...refusal, sentence: describeCloudRefusal(refusal) } };
  }) as ConsoleClient;

/**
 * @param mayBeSignedIn returns false if the browser has no session, in which case a request for the account would only
 * be refused
 */
export function openSession(from: ConsoleClient, mayBeSignedIn = () => true): ConsoleSession {
  const client = translated(from);
  const state = createStore<SessionState>({ is: 'unknown' });

  const setAccount = (account: Account | undefined) =>
    state.set(account === undefined ? { is: 'signed-out' } : { is: 'signed-in', account });

  const account = () => accountOf(state.get());

  const expire = () => {
    const known = account();
    state.set(known === undefined ? { is: 'signed-out' } : { is: 'expired', account: known });
  };

  const refresh = async () => {
    if (!mayBeSignedIn()) return expire();
    const answer = await client('account');
    if (answer.ok) return setAccount(answer.value);
    if (answer.refusal.code === notSignedIn) return expire();
    if (account() === undefined) state.set({ is: 'unreachable' });
  };

  /**
   * Sends a change. A form token becomes stale when another tab signs in; a new one is then fetched, and the change
   * sent once more.
   */
  const post: ConsoleSession['post'] = async (id, ...[request]) => {
    const sendAs = (from: Account | undefined) =>
      // Every request may have a form token, which TypeScript does not conclude for a type parameter.
      client(id, ...([{ ...request, formToken: from?.formToken }] as never));
    const before = account();
    const answer = await sendAs(before);
    if (answer.ok) return answer;
    if (answer.refusal.code === notSignedIn) expire();
    if (answer.refusal.code !== 'form-stale') return answer;
    await refresh();
    const now = account();
    const isRenewed = now?.accountId === before?.accountId && now?.formToken !== before?.formToken;
    return isRenewed ? sendAs(now) : answer;
  };

  return {
    state,
    refresh,
    setAccount,
    authenticate: async (how, credentials) => {
      const answer = await client(routes[how], { body: credentials });
      if (answer.ok) setAccount(answer.value);
      return answer;
    },
    signOut: async () => {
      const answer = await post('signOut');
      if (answer.ok || answer.refusal.code === notSignedIn) setAccount(undefined);
      return answer;
    },
    get: async (id, ...target) => {
      // A target is a request without a body, and routes that read take none.
      const answer = await client(id, ...(target as never));
      if (answer.ok) return answer.value;
      if (answer.refusal.code === notSignedIn) expire();
      throw toError(answer.refusal);
    },
    post,
  };
}

/** Returns the refusal in an error of `get`, if a bridge sent it as data. */
export function refusalByBridge(error: unknown): ConsoleRefusal | undefined {
  if (!(error instanceof PlenumError) || error.scope !== refused) return undefined;
  const { refusal } = error.facts as { refusal: ConsoleRefusal };
  return refusal.byBridge === undefined ? undefined : refusal;
}

/** True if an error means that the session has ended, for which a dialog is already open. */
export const isSessionEnded = (error: unknown): boolean => isRefusedAs(error, notSignedIn);

/** True if an error means that there was no response, so a retry may help. */
export const isUnreachable = (error: unknown): boolean => isRefusedAs(error, noAnswerCode);
