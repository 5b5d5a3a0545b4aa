import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { preloadComponents } from '../../design/lazy.tsx';
import { useConnection } from '../context/house-context.tsx';

/** Milliseconds after which a browser without idle callbacks (Safari) counts as idle. */
const soon = 1_500;

const whenIdle = (act: () => void): (() => void) => {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(act, soon);
    return () => clearTimeout(timer);
  }
  const id = requestIdleCallback(act, { timeout: soon });
  return () => cancelIdleCallback(id);
};

/** On each connection to the house: repeats failed queries, and loads the remaining scripts of the page. */
export const useOnConnected = (): void => {
  const isLive = useConnection() === 'live';
  const client = useQueryClient();
  useEffect(() => {
    if (!isLive) return;
    void client.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
    return whenIdle(preloadComponents);
  }, [isLive, client]);
};
