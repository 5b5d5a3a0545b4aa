import { QueryClient } from '@tanstack/react-query';
import { onResume, renderApp } from '../design/render-app.tsx';
import { openPageSession } from '../session/open-page-session.ts';
import { accountOf, isUnreachable } from '../session/session.ts';
import { followTheme, openPreferences } from '../state/preferences.ts';
import { createToasts } from '../state/toasts.ts';
import { loadTexts } from '../text/language.ts';
import { AccountProvider } from './account-context.tsx';
import { App } from './app.tsx';

const preferences = openPreferences(localStorage);
await loadTexts(preferences.get().language);
const toasts = createToasts();
const session = openPageSession();
const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      networkMode: 'always',
      retry: (count, error) => isUnreachable(error) && count < 1,
    },
  },
});

const device = import('../install/device.ts').then(
  ({ openDevice, createCloudAlerts }) =>
    openDevice({ session, preferences, alertServer: createCloudAlerts(session) }),
  () => undefined,
);

followTheme(preferences);

// The next account must not see the data of the previous one. Queries that were refused run again once the session is
// renewed.
let seen = session.state.get();
session.state.subscribe(() => {
  const before = seen;
  seen = session.state.get();
  if (accountOf(seen)?.accountId !== accountOf(before)?.accountId) queries.clear();
  else if (before.is === 'expired' && seen.is === 'signed-in') void queries.invalidateQueries();
});

// The user may have signed in or out in another tab while this one was hidden.
const refresh = () => void session.refresh();
onResume(refresh);
refresh();

renderApp(
  queries,
  <AccountProvider value={{ session, toasts, preferences, device }}>
    <App />
  </AccountProvider>,
);
