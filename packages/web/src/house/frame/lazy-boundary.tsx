import { type ReactNode, useEffect, useRef } from 'react';
import { LoadBoundary } from '../../design/load-boundary.tsx';
import { LoadError, reloadWhenReachable } from '../../design/load-error.tsx';
import { useConnection, useHouse } from '../context.tsx';

interface About {
  /** What it is that may be missing, at the beginning of a sentence. */
  readonly what: string;
  /** Whether that is said where the reader is, however far down the page. */
  readonly isSticky?: boolean;
}

const isBusy = () => document.querySelector('[role="dialog"]') !== null;

const LoadFailed = (about: About) => {
  const connection = useConnection();
  const { name } = useHouse().source;
  const wasAway = useRef(false);
  useEffect(() => {
    if (connection !== 'live') wasAway.current = true;
    else if (wasAway.current && !isBusy()) void reloadWhenReachable();
  }, [connection]);
  const hope = `The page reloads as soon as ${name.toLowerCase()} answers.`;
  return <LoadError {...about} {...(connection !== 'live' && { hope })} />;
};

/** Parts of the house that are fetched later: one that cannot be is missing by itself, until its server answers again. */
export const LazyBoundary = ({ children, ...about }: About & { readonly children: ReactNode }) => (
  <LoadBoundary missing={<LoadFailed {...about} />}>{children}</LoadBoundary>
);
