import { type ReactNode, useEffect, useRef } from 'react';
import { LoadBoundary, LoadError, reloadWhenReachable } from '../../design/notice/load-error.tsx';
import { t } from '../../text/text.ts';
import { useConnection, useHouseContext } from '../house-context.tsx';

interface LazyBoundaryProps {
  /** Name of the missing part, as the beginning of a sentence. */
  readonly what: string;
  /** True to keep the message in view while the page scrolls. */
  readonly isSticky?: boolean;
}

const hasOpenDialog = () => document.querySelector('[role="dialog"]') !== null;

const LoadFailed = (about: LazyBoundaryProps) => {
  const connection = useConnection();
  const { name } = useHouseContext().source;
  const wasAway = useRef(false);
  useEffect(() => {
    if (connection !== 'live') wasAway.current = true;
    else if (wasAway.current && !hasOpenDialog()) void reloadWhenReachable();
  }, [connection]);
  const hope = t('house.reloadsWhen', { name: name.charAt(0).toLowerCase() + name.slice(1) });
  return <LoadError {...about} {...(connection !== 'live' && { hope })} />;
};

/**
 * A boundary for a lazy part of the house. If its script cannot be loaded, only this part is missing, until the server
 * responds again.
 */
export const LazyBoundary = ({
  children,
  ...about
}: LazyBoundaryProps & { readonly children: ReactNode }) => (
  <LoadBoundary missing={<LoadFailed {...about} />}>{children}</LoadBoundary>
);
