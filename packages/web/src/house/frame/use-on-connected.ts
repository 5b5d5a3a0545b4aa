import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { preloadComponents } from '../../design/lazy.tsx';
import { useConnection } from '../house-context.tsx';

/** Delay after a connection during which the reader has the browser's full speed, in ms. */
const firstReading = 10_000;

/** Delay after which the scripts are loaded even if the browser is busy, in ms. */
const maxBusy = 1_500;

/** Calls `act` after the first delay, as soon as the browser is idle (which Safari does not report). */
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
 * On each connection to the house, repeats failed queries, and a little later loads the remaining scripts of the page.
 */
export function useOnConnected(): void {
  const isLive = useConnection() === 'live';
  const client = useQueryClient();
  useEffect(() => {
    if (!isLive) return;
    void client.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
    return afterFirstReading(preloadComponents);
  }, [isLive, client]);
}
