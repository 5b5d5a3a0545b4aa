import '@fontsource-variable/inter/opsz.css';
import '@plenum/design/tokens.css';
import '@plenum/design/base.css';
import '@plenum/design/mark.css';
import '../design/base.css';
import '../design/controls.css';
import '../design/frame.css';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components';
import { createRoot } from 'react-dom/client';
import { PageErrorBoundary } from './page-error.tsx';

/** Shows a page: what is around every one of ours, and the way its parts ask a server. */
export const renderApp = (queries: QueryClient, page: ReactNode): void =>
  createRoot(document.getElementById('root')!).render(
    <QueryClientProvider client={queries}>
      <I18nProvider locale="en">
        <PageErrorBoundary>{page}</PageErrorBoundary>
      </I18nProvider>
    </QueryClientProvider>,
  );
