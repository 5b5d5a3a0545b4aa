import type { ReactNode } from 'react';
import { t } from '../../text/text.ts';
import { isScriptNotLoaded } from '../lazy.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { RetryNotice } from './retry-notice.tsx';
import './load-error.css';

/** Reloads the page if its server responds. Otherwise keeps the open page, which is better than an error page. */
export async function reloadWhenReachable(): Promise<void> {
  try {
    const { ok } = await fetch(window.location.href, { cache: 'no-store' });
    if (ok) window.location.reload();
  } catch {
    // The server still does not respond.
  }
}

interface LoadErrorProps {
  /** Name of the missing part, as the beginning of a sentence. */
  readonly what: string;
  /** A sentence that suggests a remedy. */
  readonly hope?: string;
  /** True to keep the message in view while the page scrolls. */
  readonly isSticky?: boolean;
}

/** A notice in place of a part of the page that could not be loaded. */
export const LoadError = ({ what, hope = t('design.reloadHelps'), isSticky = false }: LoadErrorProps) => (
  <div className="load-error card" data-sticky={isSticky ? '' : undefined}>
    <RetryNotice
      sentence={t('design.notLoaded', { what, hope })}
      label={t('app.reload')}
      isLine={isSticky}
      onRetry={() => void reloadWhenReachable()}
    />
  </div>
);

interface LoadBoundaryProps {
  readonly missing: ReactNode;
  readonly children: ReactNode;
}

/** Shows `missing` if the script of a lazy component cannot be loaded. Any other error goes to the next boundary. */
export const LoadBoundary = ({ missing, children }: LoadBoundaryProps) => (
  <ErrorBoundary
    fallback={(error) => {
      if (!isScriptNotLoaded(error)) throw error;
      return missing;
    }}
  >
    {children}
  </ErrorBoundary>
);
