import { QueryClient } from '@tanstack/react-query';
import { showPage } from '../design/show-page.tsx';
import { createNotices } from '../live/notices.ts';
import { onWake } from '../live/on-wake.ts';
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

// What one account asked is nothing for the next; what was refused to a session that had ended is asked by the next one.
let seen = session.state.get();
session.state.subscribe(() => {
  const before = seen;
  seen = session.state.get();
  if (accountOf(seen)?.accountId !== accountOf(before)?.accountId) queries.clear();
  else if (before.is === 'expired' && seen.is === 'signed-in') void queries.invalidateQueries();
});

// Another tab may have signed in or out while this one was out of sight.
const look = () => void session.look();
onWake(look);
look();

showPage(
  queries,
  <AccountProvider value={{ session, notices, preferences }}>
    <App />
  </AccountProvider>,
);
