import { type ReactNode, useEffect, useRef } from 'react';
import { loadAnew, MissingPart } from '../../design/missing-part.tsx';
import { PartBoundary } from '../../design/part-boundary.tsx';
import { useConnection, useHouse } from '../context.tsx';

interface About {
  /** What it is that may be missing, at the beginning of a sentence. */
  readonly what: string;
  /** Whether that is said where the reader is, however far down the page. */
  readonly isSticky?: boolean;
}

const isBusy = () => document.querySelector('[role="dialog"]') !== null;

const Missing = (about: About) => {
  const connection = useConnection();
  const { name } = useHouse().source;
  const wasAway = useRef(false);
  useEffect(() => {
    if (connection !== 'live') wasAway.current = true;
    else if (wasAway.current && !isBusy()) void loadAnew();
  }, [connection]);
  const hope = `The page is loaded anew as soon as ${name.toLowerCase()} answers.`;
  return <MissingPart {...about} {...(connection !== 'live' && { hope })} />;
};

/** Parts of the house that are fetched later: one that cannot be is missing by itself, until its server answers again. */
export const Fetched = ({ children, ...about }: About & { readonly children: ReactNode }) => (
  <PartBoundary missing={<Missing {...about} />}>{children}</PartBoundary>
);
