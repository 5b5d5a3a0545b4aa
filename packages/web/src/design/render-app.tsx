import '@fontsource-variable/inter/opsz.css';
import '@plenum/platform/tokens.css';
import '@plenum/platform/base.css';
import '@plenum/platform/mark.css';
import './base.css';
import './controls.css';
import './frame.css';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components';
import { createRoot } from 'react-dom/client';
import { locale, t } from '../text/text.ts';
import { ErrorBoundary } from './notice/error-boundary.tsx';

const PageError = () => (
  <main>
    <div className="key-form card" role="alert">
      <h1>{t('app.failed')}</h1>
      <p className="quiet">{t('app.failedHelp')}</p>
      <button type="button" className="button button--main" onClick={() => window.location.reload()}>
        {t('app.reload')}
      </button>
    </div>
  </main>
);

/** Renders the root of a page, with the styles and the providers that all pages share. */
export const renderApp = (queries: QueryClient, page: ReactNode): void =>
  createRoot(document.getElementById('root')!).render(
    <QueryClientProvider client={queries}>
      <I18nProvider locale={locale()}>
        <ErrorBoundary fallback={() => <PageError />}>{page}</ErrorBoundary>
      </I18nProvider>
    </QueryClientProvider>,
  );

/** Calls `wake` whenever the page becomes visible again, returns from the back/forward cache, or is online again. */
export function onResume(wake: () => void): void {
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && wake());
  window.addEventListener('online', wake);
  window.addEventListener('pageshow', ({ persisted }) => persisted && wake());
}
