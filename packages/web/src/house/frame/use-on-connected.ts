import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { preloadComponents } from '../../design/lazy.tsx';
import { useConnection } from '../context/house-context.tsx';

/** Time after a connection that is left to the page being read, in ms. */
const firstReading = 10_000;

/** Time after which a busy browser loads the scripts anyway, in ms. */
const maxBusy = 1_500;

/** Calls `act` when the page has been read for a while and the browser is idle (Safari cannot tell when that is). */
const afterFirstReading = (act: () => void): (() => void) => {
  let id: number | undefined;
  const timer = setTimeout(() => {
    if (!('requestIdleCallback' in window)) act();
    else id = requestIdleCallback(act, { timeout: maxBusy });
  }, firstReading);
  return () => {
    clearTimeout(timer);
    if (id !== undefined) cancelIdleCallback(id);
  };
};

/**
 * On each connection to the house, repeats failed queries, and loads the remaining scripts of the page a little later.
 */
export const useOnConnected = (): void => {
  const isLive = useConnection() === 'live';
  const client = useQueryClient();
  useEffect(() => {
    if (!isLive) return;
    void client.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
    return afterFirstReading(preloadComponents);
  }, [isLive, client]);
};
