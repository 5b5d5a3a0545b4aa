import type { RecordOf } from '@plenum/protocol/console';
import { createStore, type Store } from '../state/store.ts';
import { type Answer, RefusedError, type SendRequest, unreachable } from './cloud-request.ts';

/** The account, as returned by `GET /account`. */
export type Account = RecordOf<'Account'>;

/** Who is signed in. An expired session keeps its account, so that its owner can continue. */
export type SessionState =
  | { readonly is: 'unknown' | 'unreachable' | 'signed-out' }
  | { readonly is: 'signed-in' | 'expired'; readonly account: Account };

/** The account of a session, also of an expired one; undefined where nobody is signed in. */
export const accountOf = (state: SessionState): Account | undefined =>
  'account' in state ? state.account : undefined;

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** The session of this browser with the cloud, and the requests of its pages. */
export interface Session {
  readonly state: Store<SessionState>;
  /** Reads who is signed in: at the start, and whenever the page becomes visible again. */
  refresh(): Promise<void>;
  authenticate(how: 'sign-in' | 'sign-up', credentials: Credentials): Promise<Answer<Account>>;
  /** Signs out. Where the cloud does not answer, the session stays as it is. */
  signOut(): Promise<Answer<undefined>>;
  /** The value at a path. Throws `RefusedError`. */
  get<T>(path: string): Promise<T>;
  /** Requests a change; the value is undefined where the response is empty. */
  post<T = undefined>(path: string, body?: object): Promise<Answer<T>>;
  /** Sets the account after a change of it; undefined where nobody is signed in any more. */
  setAccount(account: Account | undefined): void;
}

/** The code of a refusal where nobody is signed in, or no longer. */
const notSignedIn = 'not-signed-in';

export const openSession = (send: SendRequest): Session => {
  const state = createStore<SessionState>({ is: 'unknown' });

  const setAccount = (account: Account | undefined) =>
    state.set(account === undefined ? { is: 'signed-out' } : { is: 'signed-in', account });

  const account = () => accountOf(state.get());

  const expire = () => {
    const known = account();
    state.set(known === undefined ? { is: 'signed-out' } : { is: 'expired', account: known });
  };

  const refresh = async () => {
    const answer = await send<Account>('/account');
    if (answer.ok) return setAccount(answer.value);
    if (answer.refusal.code === notSignedIn) return expire();
    if (account() === undefined) state.set({ is: 'unreachable' });
  };

  /** A form token is stale after another tab signed in. It is fetched again, and the change sent once more. */
  const post = async <T>(path: string, body: object = {}): Promise<Answer<T>> => {
    const before = account();
    const answer = await send<T>(path, { body, formToken: before?.formToken });
    if (answer.ok) return answer;
    if (answer.refusal.code === notSignedIn) expire();
    if (answer.refusal.code !== 'form-stale') return answer;
    await refresh();
    const now = account();
    const isRenewed = now?.accountId === before?.accountId && now?.formToken !== before?.formToken;
    return isRenewed ? send<T>(path, { body, formToken: now?.formToken }) : answer;
  };

  return {
    state,
    refresh,
    setAccount,
    authenticate: async (how, credentials) => {
      const answer = await send<Account>(`/account/${how}`, { body: { ...credentials } });
      if (answer.ok) setAccount(answer.value);
      return answer;
    },
    signOut: async () => {
      const answer = await post<undefined>('/account/sign-out');
      if (answer.ok || answer.refusal.code === notSignedIn) setAccount(undefined);
      return answer;
    },
    get: async <T>(path: string) => {
      const answer = await send<T>(path);
      if (answer.ok) return answer.value;
      if (answer.refusal.code === notSignedIn) expire();
      throw new RefusedError(answer.refusal);
    },
    post,
  };
};

/** Whether an error is the end of the session, for which a dialog is already open. */
export const isSessionEnded = (error: unknown): boolean =>
  error instanceof RefusedError && error.code === notSignedIn;

/** Whether an error is a missing answer, so that a retry may help. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof RefusedError && error.code === unreachable;
