import type { ComfortAnswer } from '@plenum/protocol/schedule';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { isRequestError } from '../../live/server-client.ts';
import { useHouseContext } from '../house-context.tsx';

const key = ['comfort'];
export const comfortPath = '/comfort';

/** Returns the early starts of the house, and a function to change them; `undefined` until the bridge has responded. */
export function useComfort() {
  const { client, toasts } = useHouseContext();
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: key,
    queryFn: async () => ((await client.get(comfortPath)) as ComfortAnswer | undefined) ?? null,
    // A bridge without early starts answers 404.
    refetchInterval: ({ state }) => (state.data === null ? false : 30_000),
  });
  const send = async (where: string, body: unknown): Promise<void> => {
    const refused = await client.post(where, body);
    if (isRequestError(refused)) toasts.showError(refused.sentence);
    await queries.invalidateQueries({ queryKey: key });
  };
  return { comfort: data ?? undefined, send };
}
