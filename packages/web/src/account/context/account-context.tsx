import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useState } from 'react';
import type { Answer, Refusal } from '../../session/cloud-request.ts';
import {
  type Account,
  accountOf,
  isUnreachable,
  type Session,
  type SessionState,
} from '../../session/session.ts';
import type { Preferences } from '../../state/preferences.ts';
import type { Store } from '../../state/store.ts';
import type { Toasts } from '../../state/toasts.ts';
import { useStore } from '../../state/use-store.ts';

/** What the pages of the account share. */
export interface AccountContext {
  readonly session: Session;
  readonly toasts: Toasts;
  readonly preferences: Store<Preferences>;
}

const Context = createContext<AccountContext | undefined>(undefined);
export const AccountProvider = Context.Provider;

export const useAccountContext = (): AccountContext => useContext(Context)!;

export const useSession = (): SessionState => useStore(useAccountContext().session.state, (state) => state);

/** The account that is signed in. Only for pages that require one. */
export const useAccount = (): Account => {
  const account = accountOf(useSession());
  if (account === undefined) throw new Error('Nobody is signed in.');
  return account;
};

/** Milliseconds until a request without an answer is repeated. */
export const retryInterval = 4_000;

/** The value at a path of the cloud, loaded again after every change, and every `every` ms. */
export const useCloudQuery = <T,>(path: string, { every }: { every?: number } = {}): UseQueryResult<T> => {
  const { session } = useAccountContext();
  return useQuery({
    queryKey: ['cloud', path],
    queryFn: () => session.get<T>(path),
    refetchInterval: ({ state }) => (isUnreachable(state.error) ? retryInterval : (every ?? false)),
  });
};

/** A request that runs once at a time: whether it is running, and why it was refused. */
interface Mutation<Arguments extends readonly unknown[], T> {
  /** Resolves to the response; undefined where the request was refused or one is already running. */
  run(...values: Arguments): Promise<{ readonly value: T } | undefined>;
  readonly isBusy: boolean;
  readonly refusal: Refusal | undefined;
  /** Clears the refusal, as when a form is edited. */
  clear(): void;
}

const useMutationState = <Arguments extends readonly unknown[], T>(
  request: (...values: Arguments) => Promise<Answer<T>>,
): Mutation<Arguments, T> => {
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  return {
    isBusy,
    refusal,
    clear: () => setRefusal(undefined),
    run: async (...values) => {
      if (isBusy) return undefined;
      setBusy(true);
      const answer = await request(...values);
      setBusy(false);
      setRefusal(answer.ok ? undefined : answer.refusal);
      return answer.ok ? { value: answer.value } : undefined;
    },
  };
};

/** Signs in or up. */
export const useAuthenticate = (): Mutation<Parameters<Session['authenticate']>, Account> =>
  useMutationState(useAccountContext().session.authenticate);

/** A change at the cloud. */
export type CloudMutation<T> = Mutation<[body?: object], T>;

/** Posts changes to a path. A change is running until all queries have been loaded again. */
export const useCloudMutation = <T = undefined>(path: string): CloudMutation<T> => {
  const { session } = useAccountContext();
  const client = useQueryClient();
  return useMutationState(async (body?: object) => {
    const answer = await session.post<T>(path, body);
    if (answer.ok) await client.invalidateQueries();
    return answer;
  });
};
