import { QueryClient } from '@tanstack/react-query';
import { createSend } from '../account/session/ask.ts';
import { openSession } from '../account/session/session.ts';
import { showPage } from '../design/show-page.tsx';
import { createAsk } from '../live/ask.ts';
import { openHouse } from '../live/house.ts';
import { ensureKnownLanguage } from '../live/known-language.ts';
import { createNotices } from '../live/notices.ts';
import { onWake } from '../live/on-wake.ts';
import { openPreferences } from '../live/preferences.ts';
import { showTheme } from '../live/show-theme.ts';
import { atBridge } from '../live/source.ts';
import { readHouseId, throughCloud } from '../live/through-cloud.ts';
import { App } from './app.tsx';
import { HouseProvider } from './context.tsx';

ensureKnownLanguage(navigator);
const preferences = openPreferences(localStorage);
const notices = createNotices();
const degrees = () => `°${preferences.get().scale}` as const;
const ask = createAsk(
  (input, init) => fetch(input, init),
  () => preferences.get().key,
  degrees,
);
const id = readHouseId(window.location);
const session = openSession(createSend((input, init) => fetch(input, init)));
const source = id === undefined ? atBridge(ask) : throughCloud(id, { session, fetch: ask.fetch });
if (id !== undefined) void session.look();
const house = openHouse(source, degrees, notices.refuse);
// A bridge is asked whether or not the machine of its reader has a network: it may run on that machine.
const queries = new QueryClient({
  defaultOptions: { queries: { staleTime: 20_000, networkMode: 'always', retry: 1 } },
});

showTheme(preferences);

// A page that slept, or lost its network, looks at once whether its stream still lives.
onWake(house.nudge);

showPage(
  queries,
  <HouseProvider value={{ house, ask: source.ask, source, notices, preferences }}>
    <App />
  </HouseProvider>,
);
