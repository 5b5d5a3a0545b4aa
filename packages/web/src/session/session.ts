import type { RecordOf } from '@plenum/protocol/console';
import { createStore, type Store } from '../state/store.ts';
import { type Answer, RefusedError, type SendRequest, unreachable } from './cloud-request.ts';

/** Whose account it is, as `GET /account` tells it. */
export type Account = RecordOf<'Account'>;

/** Who sits at the page. A session that has ended keeps the account, so that its owner can go on where they were. */
export type SessionState =
  | { readonly is: 'unknown' | 'silent' | 'nobody' }
  | { readonly is: 'signed-in' | 'expired'; readonly account: Account };

/** Whose account it is, also when the session has ended; undefined where it is nobody's or not known. */
export const accountOf = (state: SessionState): Account | undefined =>
  'account' in state ? state.account : undefined;

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** The session of a browser with the cloud, and how its pages ask the cloud. */
export interface Session {
  readonly state: Store<SessionState>;
  /** Looks who is signed in: at first, and whenever the page was out of sight. */
  refresh(): Promise<void>;
  authenticate(how: 'sign-in' | 'sign-up', credentials: Credentials): Promise<Answer<Account>>;
  /** Signs out; where the cloud does not answer, who was signed in is so still. */
  signOut(): Promise<Answer<undefined>>;
  /** What the cloud has at a path. Throws `Refused`. */
  get<T>(path: string): Promise<T>;
  /** Asks for a change; `undefined` where it was done and there is nothing to say. */
  post<T = undefined>(path: string, body?: object): Promise<Answer<T>>;
  /** Takes the account as it is after a change of it; nobody where it is gone. */
  setAccount(account: Account | undefined): void;
}

/** The code of a refusal to somebody who is not signed in, or no longer. */
const notSignedIn = 'not-signed-in';

export const openSession = (send: SendRequest): Session => {
  const state = createStore<SessionState>({ is: 'unknown' });

  const become = (account: Account | undefined) =>
    state.set(account === undefined ? { is: 'nobody' } : { is: 'signed-in', account });

  const account = () => accountOf(state.get());

  const expire = () => {
    const known = account();
    state.set(known === undefined ? { is: 'nobody' } : { is: 'expired', account: known });
  };

  const look = async () => {
    const answer = await send<Account>('/account');
    if (answer.ok) return become(answer.value);
    if (answer.refusal.code === notSignedIn) return expire();
    if (account() === undefined) state.set({ is: 'silent' });
  };

  /** A token of the form is stale where another tab signed in anew: it is fetched, and the change asked for once more. */
  const post = async <T>(path: string, body: object = {}): Promise<Answer<T>> => {
    const before = account();
    const answer = await send<T>(path, { body, formToken: before?.formToken });
    if (answer.ok) return answer;
    if (answer.refusal.code === notSignedIn) expire();
    if (answer.refusal.code !== 'form-stale') return answer;
    await look();
    const now = account();
    const isRenewed = now?.accountId === before?.accountId && now?.formToken !== before?.formToken;
    return isRenewed ? send<T>(path, { body, formToken: now?.formToken }) : answer;
  };

  return {
    state,
    refresh: look,
    setAccount: become,
    authenticate: async (how, credentials) => {
      const answer = await send<Account>(`/account/${how}`, { body: { ...credentials } });
      if (answer.ok) become(answer.value);
      return answer;
    },
    signOut: async () => {
      const answer = await post<undefined>('/account/sign-out');
      if (answer.ok || answer.refusal.code === notSignedIn) become(undefined);
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

/** Whether something failed because the session has ended, which is said over the page already. */
export const isSessionEnded = (error: unknown): boolean =>
  error instanceof RefusedError && error.code === notSignedIn;

/** Whether something failed because nobody answered, so that asking again may help. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof RefusedError && error.code === unreachable;
