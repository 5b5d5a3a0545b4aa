import {
  type ConsoleRefusal,
  type ConsoleResult,
  type ConsoleTarget,
  type OptionalWhenEmpty,
  toConsolePath,
} from '@plenum/client/console';
import type { AnswerOf, BodyOf, ConsoleRouteId } from '@plenum/protocol/console';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useRef, useState } from 'react';
import type { LoadedDevice } from '../install/device.ts';
import {
  type Account,
  accountOf,
  type ConsoleSession,
  isUnreachable,
  type SessionState,
} from '../session/session.ts';
import type { Preferences } from '../state/preferences.ts';
import type { Store } from '../state/store.ts';
import type { Toasts } from '../state/toasts.ts';
import { useStore } from '../state/use-store.ts';

interface AccountContext {
  readonly session: ConsoleSession;
  readonly toasts: Toasts;
  readonly preferences: Store<Preferences>;
  readonly device: LoadedDevice;
}

const Context = createContext<AccountContext | undefined>(undefined);
export const AccountProvider = Context.Provider;

export const useAccountContext = (): AccountContext => useContext(Context)!;

export const useSession = (): SessionState => useStore(useAccountContext().session.state, (state) => state);

/** Returns the signed-in account. Only for pages that require sign-in. */
export function useAccount(): Account {
  const account = accountOf(useSession());
  if (account === undefined) throw new Error('Nobody is signed in.');
  return account;
}

/** Delay before a request without a response is repeated, in ms. */
export const retryInterval = 4_000;

/** Returns the query key of a route. */
export const queryKeyOf = <Id extends ConsoleRouteId>(
  id: Id,
  ...target: OptionalWhenEmpty<ConsoleTarget<Id>>
) => ['console', toConsolePath(id, ...target)] as const;

interface QueryPace {
  /** Interval in ms after which the data is read again; never by default. */
  readonly every?: number;
  /** If false, nothing is read; true by default. */
  readonly isEnabled?: boolean;
}

/** Loads the response of a route; reloads it after every change and every `every` ms. */
export function useCloudQuery<Id extends ConsoleRouteId>(
  id: Id,
  ...[options]: OptionalWhenEmpty<ConsoleTarget<Id> & QueryPace>
): UseQueryResult<AnswerOf<Id>> {
  const { session } = useAccountContext();
  const { every = false, isEnabled = true, ...rest } = (options ?? {}) as QueryPace;
  const target = [rest] as OptionalWhenEmpty<ConsoleTarget<Id>>;
  return useQuery({
    queryKey: queryKeyOf(id, ...target),
    queryFn: () => session.get(id, ...target),
    enabled: isEnabled,
    refetchInterval: ({ state }) => (isUnreachable(state.error) ? retryInterval : every),
  }) as UseQueryResult<AnswerOf<Id>>;
}

/** A request that never runs twice at the same time; includes its state and its refusal. */
export interface Mutation<Arguments extends readonly unknown[], T> {
  /**
   * Sends the request and resolves to the response. Resolves to `undefined` if the request was refused, or was not sent
   * because another one is running.
   */
  run(...values: Arguments): Promise<{ readonly value: T } | undefined>;
  readonly isBusy: boolean;
  readonly refusal: ConsoleRefusal | undefined;
  /** Clears the refusal, for example when a form is edited. */
  clear(): void;
}

const useMutationState = <Arguments extends readonly unknown[], T>(
  request: (...values: Arguments) => Promise<ConsoleResult<T>>,
  reload?: () => Promise<void>,
): Mutation<Arguments, T> => {
  const [isBusy, setBusy] = useState(false);
  const running = useRef<{ readonly asked: string; isAnswered: boolean }>(undefined);
  const [refusal, setRefusal] = useState<ConsoleRefusal>();
  return {
    isBusy,
    refusal,
    clear: () => setRefusal(undefined),
    run: async (...values) => {
      const asked = JSON.stringify(values);
      const last = running.current;
      // A different request may follow as soon as this one has a response, even while queries reload, because parts of
      // the page already show the change.
      if (last !== undefined && (!last.isAnswered || last.asked === asked)) return undefined;
      const own = { asked, isAnswered: false };
      running.current = own;
      setBusy(true);
      const answer = await request(...values);
      own.isAnswered = true;
      if (answer.ok) await reload?.();
      if (running.current === own) {
        running.current = undefined;
        setBusy(false);
      }
      setRefusal(answer.ok ? undefined : answer.refusal);
      return answer.ok ? { value: answer.value } : undefined;
    },
  };
};

export const useAuthenticate = (): Mutation<Parameters<ConsoleSession['authenticate']>, Account> =>
  useMutationState(useAccountContext().session.authenticate);

/** Sends one or more changes. They count as running until all queries have been reloaded. */
export function useCloudChange<Arguments extends readonly unknown[], T>(
  change: (session: ConsoleSession, ...values: Arguments) => Promise<ConsoleResult<T>>,
): Mutation<Arguments, T> {
  const { session } = useAccountContext();
  const client = useQueryClient();
  return useMutationState(
    (...values: Arguments) => change(session, ...values),
    () => client.invalidateQueries(),
  );
}

/** A change at the cloud. The body is the argument of `run`. */
type CloudMutation<Id extends ConsoleRouteId> = Mutation<
  BodyOf<Id> extends undefined ? [] : [body: BodyOf<Id>],
  AnswerOf<Id>
>;

/** Sends a change through a route. It counts as running until all queries have been reloaded. */
export function useCloudMutation<Id extends ConsoleRouteId>(
  id: Id,
  ...[target]: OptionalWhenEmpty<ConsoleTarget<Id>>
): CloudMutation<Id> {
  return useCloudChange(({ post }, body?: unknown) =>
    // A target with the body of the route is its request, which TypeScript does not conclude for a type parameter.
    post(id, ...([{ ...target, body }] as never)),
  ) as CloudMutation<Id>;
}
