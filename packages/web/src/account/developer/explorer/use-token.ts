import type { RecordOf } from '@plenum/protocol/console';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useCloudMutation, useCloudQuery } from '../../account-context.tsx';

/** A token for the developer's own houses or those of a test user, issued by the console. */
type IssuedToken = RecordOf<'OwnToken'>;

/** The token of the explorer, which only this page stores. */
export interface ExplorerToken {
  readonly token: IssuedToken | undefined;
  /** Expiry time of an earlier token that this page no longer has. */
  readonly otherUntil: number | undefined;
  make(): Promise<void>;
  /** Revokes the token for the developer's own houses. */
  end(): Promise<void>;
  /** Removes a token that the cloud has rejected. */
  forget(): void;
  readonly isBusy: boolean;
  readonly sentence: string | undefined;
}

const tokens = ['own-token'] as const;

/** The token of an app for a test user, or for the developer's own houses if `testUserId` is empty. */
export function useToken(clientId: string, testUserId: string): ExplorerToken {
  const target = { parameters: { clientId } };
  const queryKey = [...tokens, clientId, testUserId];
  const client = useQueryClient();
  const [token, setToken] = useState(() => client.getQueryData<IssuedToken>(queryKey));
  const known = useCloudQuery('ownToken', { ...target, isEnabled: testUserId === '' });
  const makingOwn = useCloudMutation('makeOwnToken', target);
  const makingTest = useCloudMutation('makeTestTokens', { parameters: { clientId, testUserId } });
  const making = testUserId === '' ? makingOwn : makingTest;
  const ending = useCloudMutation('endOwnToken', target);
  const keep = (next: IssuedToken | undefined) => {
    if (next === undefined) client.removeQueries({ queryKey });
    else client.setQueryData(queryKey, next);
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
      const made = await (testUserId === '' ? makingOwn.run() : makingTest.run({}));
      if (made !== undefined) keep(made.value);
    },
    end: async () => {
      if ((await ending.run()) !== undefined) keep(undefined);
    },
    forget: () => keep(undefined),
    isBusy,
    sentence: (making.refusal ?? ending.refusal)?.sentence,
  };
}
