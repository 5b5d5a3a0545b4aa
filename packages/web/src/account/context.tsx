import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useState } from 'react';
import type { Notices } from '../live/notices.ts';
import type { Preferences } from '../live/preferences.ts';
import type { Store } from '../live/store.ts';
import { useStore } from '../live/use-store.ts';
import type { Answer, Refusal } from './session/ask.ts';
import { type Account, accountOf, isSilence, type Session, type SessionState } from './session/session.ts';

/** Everything the pages of the account speak to. */
export interface AccountContext {
  readonly session: Session;
  readonly notices: Notices;
  readonly preferences: Store<Preferences>;
}

const Context = createContext<AccountContext | undefined>(undefined);
export const AccountProvider = Context.Provider;

export const useContextOfAccount = (): AccountContext => useContext(Context)!;

export const useSession = (): SessionState => useStore(useContextOfAccount().session.state, (state) => state);

/** Who is signed in. For pages that are shown to nobody else. */
export const useAccount = (): Account => {
  const account = accountOf(useSession());
  if (account === undefined) throw new Error('Nobody is signed in.');
  return account;
};

/** Milliseconds until a cloud that did not answer is asked again. */
export const whenSilent = 4_000;

/** What the cloud has at a path, asked again when something was changed; `every` asks again after so many ms. */
export const useAsked = <T,>(path: string, { every }: { every?: number } = {}): UseQueryResult<T> => {
  const { session } = useContextOfAccount();
  return useQuery({
    queryKey: ['asked', path],
    queryFn: () => session.get<T>(path),
    refetchInterval: ({ state }) => (isSilence(state.error) ? whenSilent : (every ?? false)),
  });
};

/** Something that is asked for once at a time: whether it is under way, and why it was refused. */
interface Attempt<Given extends readonly unknown[], T> {
  /** Resolves to what the cloud answered, undefined where it refused or is busy with the last one. */
  run(...given: Given): Promise<{ readonly value: T } | undefined>;
  readonly isBusy: boolean;
  readonly refusal: Refusal | undefined;
  /** Forgets the refusal, as when a form is filled in anew. */
  clear(): void;
}

const useAttempt = <Given extends readonly unknown[], T>(
  ask: (...given: Given) => Promise<Answer<T>>,
): Attempt<Given, T> => {
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
export const useEnter = (): Attempt<Parameters<Session['enter']>, Account> =>
  useAttempt(useContextOfAccount().session.enter);

/** A change that is asked for. */
export type Change<T> = Attempt<[body?: object], T>;

/** Asks for changes at a path; one is under way until all that was asked has been asked again. */
export const useChange = <T = undefined>(path: string): Change<T> => {
  const { session } = useContextOfAccount();
  const client = useQueryClient();
  return useAttempt(async (body?: object) => {
    const answer = await session.post<T>(path, body);
    if (answer.ok) await client.invalidateQueries();
    return answer;
  });
};
