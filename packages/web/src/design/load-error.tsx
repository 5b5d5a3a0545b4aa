import { RetryNotice } from './retry-notice.tsx';
import './load-error.css';

/** Loads the page anew where its server has it; where it is away, the page that stands is better than none. */
export const reloadWhenReachable = async (): Promise<void> => {
  try {
    const { ok } = await fetch(window.location.href, { cache: 'no-store' });
    if (ok) window.location.reload();
  } catch {
    // It is still away.
  }
};

interface LoadErrorProps {
  /** What is missing, at the beginning of a sentence. */
  readonly what: string;
  /** What may bring it, in a sentence. */
  readonly hope?: string;
  /** Whether that is said where the reader is, however far down the page. */
  readonly isSticky?: boolean;
}

/** Stands where a part of the page would that could not be loaded. */
export const LoadError = ({
  what,
  hope = 'Reloading the page may help.',
  isSticky = false,
}: LoadErrorProps) => (
  <div className="load-error card" data-sticky={isSticky ? '' : undefined}>
    <RetryNotice
      sentence={`${what} could not be loaded. ${hope}`}
      label="Reload"
      isLine={isSticky}
      onRetry={() => void reloadWhenReachable()}
    />
  </div>
);
