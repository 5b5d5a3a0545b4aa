import type { RecordOf } from '@plenum/protocol/console';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useCloudMutation, useCloudQuery } from '../../context/account-context.tsx';

/** A token for the developer's own houses, issued by the console. */
export type OwnToken = RecordOf<'OwnToken'>;

/** The token of the explorer, which only this page stores. */
export interface ExplorerToken {
  readonly token: OwnToken | undefined;
  /** Expiry time of an earlier token that this page no longer has. */
  readonly otherUntil: number | undefined;
  make(): Promise<void>;
  end(): Promise<void>;
  /** Removes a token that the cloud has rejected. */
  forget(): void;
  readonly isBusy: boolean;
  readonly sentence: string | undefined;
}

const tokens = ['own-token'] as const;

export const useToken = (clientId: string): ExplorerToken => {
  const target = { parameters: { clientId } };
  const client = useQueryClient();
  const [token, setToken] = useState(() => client.getQueryData<OwnToken>([...tokens, clientId]));
  const known = useCloudQuery('ownToken', target);
  const making = useCloudMutation('makeOwnToken', target);
  const ending = useCloudMutation('endOwnToken', target);
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
