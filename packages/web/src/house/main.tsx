import { findDatagram } from '@plenum/protocol/component';
import { QueryClient } from '@tanstack/react-query';
import { onResume, renderApp } from '../design/render-app.tsx';
import { openLiveHouse } from '../live/live-house.ts';
import { createServerClient } from '../live/server-client.ts';
import { createBridgeSource, readHouseId } from '../live/source.ts';
import { followTheme, openPreferences } from '../state/preferences.ts';
import { createStore } from '../state/store.ts';
import { createToasts } from '../state/toasts.ts';
import { ensureSupportedLanguage } from '../text/ensure-language.ts';
import { loadTexts } from '../text/language.ts';
import { nameComponents } from '../text/refusal-text.ts';
import { App } from './app.tsx';
import { toHash } from './frame/routes.ts';
import { HouseProvider } from './house-context.tsx';

ensureSupportedLanguage(navigator);
const preferences = openPreferences(localStorage);
await loadTexts(preferences.get().language);
const toasts = createToasts();
const degrees = () => `°${preferences.get().scale}` as const;
/**
 * Resolves a path of the server relative to the page, because a proxy may serve the page and the server under a prefix.
 */
const toUrl = (path: RequestInfo | URL) =>
  typeof path === 'string' && path.startsWith('/') ? new URL(`.${path}`, document.baseURI) : path;
// The key is not stored, since it is for one visit (decisions/030).
const installerKey = createStore<string | null>(null);
const client = createServerClient(
  (input, init) => fetch(toUrl(input), init),
  { access: () => preferences.get().key, installer: installerKey.get },
  degrees,
);
const id = readHouseId(window.location);
const cloud =
  id === undefined
    ? undefined
    : (await import('../live/open-cloud.ts')).openCloud(id, { fetch: client.fetch, degrees });
const source = cloud?.source ?? createBridgeSource(client);
const house = openLiveHouse(source, degrees, toasts.showError);
nameComponents((kind, index) => {
  const { datagrams } = house.state.get();
  return (findDatagram(datagrams, kind, index) as { readonly Name?: string } | undefined)?.Name?.trim();
});
const device = import('../install/device.ts').then(
  ({ openDevice, createBridgeAlerts, createCloudAlerts }) =>
    openDevice({
      session: cloud?.session,
      preferences,
      alertServer: cloud === undefined ? createBridgeAlerts(client) : createCloudAlerts(cloud.session),
      shown: { house, systemId: id },
    }),
  () => undefined,
);
void cloud?.session.refresh();
// Requests are sent even if the browser is offline, because the bridge may run on the same machine.
const queries = new QueryClient({
  defaultOptions: { queries: { staleTime: 20_000, networkMode: 'always', retry: 1 } },
});

followTheme(preferences);
if (preferences.get().start === 'wall' && window.location.hash === '')
  window.location.replace(toHash('wall'));

// The stream may be broken after the computer slept or lost its network.
onResume(house.checkConnection);

renderApp(
  queries,
  <HouseProvider value={{ house, client: source.client, source, toasts, preferences, device, installerKey }}>
    <App />
  </HouseProvider>,
);
