import { useQuery, useQueryClient } from '@tanstack/react-query';
import { isRequestError } from '../live/server-client.ts';
import { useHouseContext } from './house-context.tsx';

/** Returns the answer of an own endpoint of the bridge, `undefined` until it has responded, and a function to post. */
export function useOwn<Answer>(path: string) {
  const { client, toasts } = useHouseContext();
  const queries = useQueryClient();
  const queryKey = ['own', path];
  const { data } = useQuery({
    queryKey,
    queryFn: async () => ((await client.get(path)) as Answer | undefined) ?? null,
    // A bridge without the endpoint answers 404.
    refetchInterval: ({ state }) => (state.data === null ? false : 30_000),
  });
  const send = async (where: string, body: unknown): Promise<void> => {
    const refused = await client.post(where, body);
    if (isRequestError(refused)) toasts.showError(refused.sentence);
    await queries.invalidateQueries({ queryKey });
  };
  return { answer: data ?? undefined, send };
}
