import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { preloadComponents } from '../../design/lazy.tsx';
import { useConnection } from '../context/house-context.tsx';

/** Milliseconds after which a browser that does not tell when it is idle (Safari) is taken to be. */
const soon = 1_500;

const whenIdle = (act: () => void): (() => void) => {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(act, soon);
    return () => clearTimeout(timer);
  }
  const id = requestIdleCallback(act, { timeout: soon });
  return () => cancelIdleCallback(id);
};

/** Whenever the house is joined: asks again for what failed, and fetches what of the page is still missing. */
export const useOnConnected = (): void => {
  const isLive = useConnection() === 'live';
  const client = useQueryClient();
  useEffect(() => {
    if (!isLive) return;
    void client.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
    return whenIdle(preloadComponents);
  }, [isLive, client]);
};
