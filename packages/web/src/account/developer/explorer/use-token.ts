import type { AnswerOf, RecordOf } from '@plenum/protocol/console';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useCloudMutation, useCloudQuery } from '../../context/account-context.tsx';
import { pathOf } from '../app/apps.ts';

/** A token of the developer's own, as the console gives it. */
export type OwnToken = RecordOf<'OwnToken'>;

/** The token the explorer sends with, which this page alone remembers. */
export interface ExplorerToken {
  readonly token: OwnToken | undefined;
  /** When one ends that was made before, in another page or before this one was loaded. */
  readonly otherUntil: number | undefined;
  make(): Promise<void>;
  end(): Promise<void>;
  /** Forgets a token the cloud no longer takes. */
  forget(): void;
  readonly isBusy: boolean;
  readonly sentence: string | undefined;
}

const tokens = ['own token'] as const;

export const useToken = (clientId: string): ExplorerToken => {
  const path = `${pathOf(clientId)}/token`;
  const client = useQueryClient();
  const [token, setToken] = useState(() => client.getQueryData<OwnToken>([...tokens, clientId]));
  const known = useCloudQuery<AnswerOf<'ownToken'>>(path);
  const making = useCloudMutation<OwnToken>(path);
  const ending = useCloudMutation(`${path}/end`);
  const keep = (next: OwnToken | undefined) => {
    if (next === undefined) client.removeQueries({ queryKey: [...tokens, clientId] });
    else client.setQueryData([...tokens, clientId], next);
    setToken(next);
  };

  useEffect(() => {
    if (token === undefined) return;
    const timer = setTimeout(() => setToken(undefined), token.expiresAt - Date.now());
    return () => clearTimeout(timer);
  }, [token]);

  const isBusy = making.isBusy || ending.isBusy;
  const otherUntil = token === undefined && !making.isBusy ? known.data?.expiresAt : undefined;
  return {
    token,
    otherUntil,
    make: async () => {
      const made = await making.run();
      if (made !== undefined) keep(made.value);
    },
    end: async () => {
      if ((await ending.run()) !== undefined) keep(undefined);
    },
    forget: () => keep(undefined),
    isBusy,
    sentence: (making.refusal ?? ending.refusal)?.sentence,
  };
};
