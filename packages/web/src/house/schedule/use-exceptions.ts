import type { ExceptionsAnswer, KeptException } from '@plenum/protocol/schedule';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { isRequestError } from '../../live/server-client.ts';
import { useHouseContext } from '../house-context.tsx';

const key = ['exceptions'];
export const exceptionsPath = '/favourites/exceptions';

const none: readonly KeptException[] = [];

/**
 * Returns the exceptions that the bridge stores, and a function to change them; `undefined` if the bridge does not
 * store any.
 */
export function useExceptions() {
  const { client, toasts } = useHouseContext();
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: key,
    queryFn: async () => ((await client.get(exceptionsPath)) as ExceptionsAnswer | undefined) ?? null,
    refetchInterval: 30_000,
  });
  const send = async (where: string, body: unknown): Promise<boolean> => {
    const refused = await client.post(where, body);
    if (isRequestError(refused)) toasts.showError(refused.sentence);
    await queries.invalidateQueries({ queryKey: key });
    return !isRequestError(refused);
  };
  // Empty until the bridge has responded, so that the content below does not move. A bridge without exceptions returns
  // `null`.
  return { exceptions: data === undefined ? none : data?.exceptions, send };
}
