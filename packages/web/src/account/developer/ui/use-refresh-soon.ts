import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

/** Milliseconds after which something that was put on its way has mostly arrived, or has had its time to. */
const soon = [250, 1_000];

/** Looks again at everything shortly after something was put on its way; also when what did so is closed by then. */
export const useRefreshSoon = (): (() => void) => {
  const client = useQueryClient();
  return useCallback(() => {
    for (const pause of soon) setTimeout(() => void client.invalidateQueries(), pause);
  }, [client]);
};
