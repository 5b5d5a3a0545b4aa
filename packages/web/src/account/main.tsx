import '@fontsource-variable/inter/opsz.css';
import '../design/tokens.css';
import '../design/base.css';
import '../design/controls.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { I18nProvider } from 'react-aria-components';
import { createRoot } from 'react-dom/client';
import { Trouble } from '../design/trouble.tsx';
import { createNotices } from '../live/notices.ts';
import { openPreferences } from '../live/preferences.ts';
import { showTheme } from '../live/show-theme.ts';
import { App } from './app.tsx';
import { AccountProvider } from './context.tsx';
import { createSend } from './session/ask.ts';
import { accountOf, isSilence, openSession } from './session/session.ts';

const preferences = openPreferences(localStorage);
const notices = createNotices();
const session = openSession(createSend((input, init) => fetch(input, init)));
const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      networkMode: 'always',
      retry: (count, error) => isSilence(error) && count < 1,
    },
  },
});

showTheme(preferences);

// What one account asked is nothing for the next.
let seen: string | undefined;
session.state.subscribe(() => {
  const accountId = accountOf(session.state.get())?.accountId;
  if (accountId !== seen) queries.clear();
  seen = accountId;
});

// Another tab may have signed in or out while this one was out of sight.
const look = () => void session.look();
document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && look());
window.addEventListener('online', look);
window.addEventListener('pageshow', ({ persisted }) => persisted && look());
look();

createRoot(document.getElementById('root')!).render(
  <QueryClientProvider client={queries}>
    <AccountProvider value={{ session, notices, preferences }}>
      <I18nProvider locale="en">
        <Trouble>
          <App />
        </Trouble>
      </I18nProvider>
    </AccountProvider>
  </QueryClientProvider>,
);
