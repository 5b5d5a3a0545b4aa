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

/** Everything the pages of the account speak to. */
export interface AccountContext {
  readonly session: Session;
  readonly toasts: Toasts;
  readonly preferences: Store<Preferences>;
}

const Context = createContext<AccountContext | undefined>(undefined);
export const AccountProvider = Context.Provider;

export const useAccountContext = (): AccountContext => useContext(Context)!;

export const useSession = (): SessionState => useStore(useAccountContext().session.state, (state) => state);

/** Who is signed in. For pages that are shown to nobody else. */
export const useAccount = (): Account => {
  const account = accountOf(useSession());
  if (account === undefined) throw new Error('Nobody is signed in.');
  return account;
};

/** Milliseconds until a cloud that did not answer is asked again. */
export const retryInterval = 4_000;

/** What the cloud has at a path, asked again when something was changed; `every` asks again after so many ms. */
export const useCloudQuery = <T,>(path: string, { every }: { every?: number } = {}): UseQueryResult<T> => {
  const { session } = useAccountContext();
  return useQuery({
    queryKey: ['asked', path],
    queryFn: () => session.get<T>(path),
    refetchInterval: ({ state }) => (isUnreachable(state.error) ? retryInterval : (every ?? false)),
  });
};

/** Something that is asked for once at a time: whether it is under way, and why it was refused. */
interface Mutation<Given extends readonly unknown[], T> {
  /** Resolves to what the cloud answered, undefined where it refused or is busy with the last one. */
  run(...given: Given): Promise<{ readonly value: T } | undefined>;
  readonly isBusy: boolean;
  readonly refusal: Refusal | undefined;
  /** Forgets the refusal, as when a form is filled in anew. */
  clear(): void;
}

const useMutationState = <Given extends readonly unknown[], T>(
  ask: (...given: Given) => Promise<Answer<T>>,
): Mutation<Given, T> => {
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  return {
    isBusy,
    refusal,
    clear: () => setRefusal(undefined),
    run: async (...given) => {
      if (isBusy) return undefined;
      setBusy(true);
      const answer = await ask(...given);
      setBusy(false);
      setRefusal(answer.ok ? undefined : answer.refusal);
      return answer.ok ? { value: answer.value } : undefined;
    },
  };
};

/** Signing in, or up. */
export const useAuthenticate = (): Mutation<Parameters<Session['authenticate']>, Account> =>
  useMutationState(useAccountContext().session.authenticate);

/** A change that is asked for. */
export type CloudMutation<T> = Mutation<[body?: object], T>;

/** Asks for changes at a path; one is under way until all that was asked has been asked again. */
export const useCloudMutation = <T = undefined>(path: string): CloudMutation<T> => {
  const { session } = useAccountContext();
  const client = useQueryClient();
  return useMutationState(async (body?: object) => {
    const answer = await session.post<T>(path, body);
    if (answer.ok) await client.invalidateQueries();
    return answer;
  });
};
