import { useQueryClient } from '@tanstack/react-query';
import { isRequestError } from '../../live/server-client.ts';
import { timeZonePath, useHouseContext } from '../house-context.tsx';

export function useSetTimeZone(): (timeZone: string) => Promise<void> {
  const { client, toasts } = useHouseContext();
  const queries = useQueryClient();
  return async (timeZone) => {
    const refused = await client.post(timeZonePath, { timeZone });
    if (isRequestError(refused)) toasts.showError(refused.sentence);
    await queries.invalidateQueries({ queryKey: [timeZonePath] });
  };
}
