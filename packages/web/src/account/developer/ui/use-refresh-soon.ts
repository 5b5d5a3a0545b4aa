import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

/** Delays in ms after which a queued message has usually been delivered. */
const soon = [250, 1_000];

/** Reloads all queries shortly after a message was queued, even if the component has been unmounted by then. */
export function useRefreshSoon(): () => void {
  const client = useQueryClient();
  return useCallback(() => {
    for (const pause of soon) setTimeout(() => void client.invalidateQueries(), pause);
  }, [client]);
}
