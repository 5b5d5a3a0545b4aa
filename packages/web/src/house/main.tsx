import '@fontsource-variable/inter/opsz.css';
import '../design/tokens.css';
import '../design/base.css';
import '../design/controls.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { I18nProvider } from 'react-aria-components';
import { createRoot } from 'react-dom/client';
import { createAsk } from '../live/ask.ts';
import { openHouse } from '../live/house.ts';
import { createNotices } from '../live/notices.ts';
import { openPreferences } from '../live/preferences.ts';
import { App } from './app.tsx';
import { HouseProvider } from './context.tsx';
import { Trouble } from './frame/trouble.tsx';

const preferences = openPreferences(localStorage);
const notices = createNotices();
const ask = createAsk(
  (input, init) => fetch(input, init),
  () => preferences.get().key,
);
const house = openHouse(ask, notices.tell);
const queries = new QueryClient({ defaultOptions: { queries: { staleTime: 20_000, retry: 1 } } });

const showTheme = () => {
  const { theme } = preferences.get();
  document.documentElement.dataset.theme = theme;
};
preferences.subscribe(showTheme);
showTheme();

// A page that slept, or lost its network, looks at once whether its stream still lives.
document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && house.nudge());
window.addEventListener('online', house.nudge);
window.addEventListener('pageshow', ({ persisted }) => persisted && house.nudge());

createRoot(document.getElementById('root')!).render(
  <QueryClientProvider client={queries}>
    <HouseProvider value={{ house, ask, notices, preferences }}>
      <I18nProvider locale="en">
        <Trouble>
          <App />
        </Trouble>
      </I18nProvider>
    </HouseProvider>
  </QueryClientProvider>,
);
