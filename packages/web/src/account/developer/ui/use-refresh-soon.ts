import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

/** Milliseconds after which a queued message has mostly been delivered. */
const soon = [250, 1_000];

/** Reloads all queries shortly after something was queued, even when the component is gone by then. */
export const useRefreshSoon = (): (() => void) => {
  const client = useQueryClient();
  return useCallback(() => {
    for (const pause of soon) setTimeout(() => void client.invalidateQueries(), pause);
  }, [client]);
};
