import type { AlertServer } from '../alerts/alert-server.ts';
import { openAlerts, type PushAlerts } from '../alerts/alerts.ts';
import { keepState, signedInTo, wipeWhenSignedOut } from '../live/keep-state.ts';
import { type KeptStates, ofBridge, openKeptStates } from '../live/kept-states.ts';
import type { LiveHouse } from '../live/live-house.ts';
import type { Scale } from '../reading/number/temperature.ts';
import type { ConsoleSession } from '../session/session.ts';
import type { Preferences } from '../state/preferences.ts';
import type { Store } from '../state/store.ts';
import { language } from '../text/text.ts';
import { openWebApp, type WebApp } from './web-app.ts';

export { createBridgeAlerts } from '../alerts/alert-server.ts';
export { createCloudAlerts } from '../alerts/cloud-alerts.ts';

/** This device: the installable page, and the data that it stores. */
export interface Device {
  readonly webApp: WebApp;
  readonly kept: KeptStates;
  readonly alerts: PushAlerts;
  scale(): Scale;
  /** True if this device may store data that can be removed: a key, or a state. */
  hasSomething(): boolean;
  /** Removes the access key of the bridge and the stored data, and reloads the page. */
  forget(): Promise<void>;
}

interface DeviceDeps {
  /** The session with the cloud; `undefined` on the page of a bridge. */
  readonly session: ConsoleSession | undefined;
  readonly preferences: Store<Preferences>;
  /** The server that sends push notifications to this device. */
  readonly alertServer: AlertServer;
  /** The house on the page and its system id; the id is `undefined` on the bridge's own page. */
  readonly shown?: { readonly house: LiveHouse; readonly systemId: string | undefined };
}

/** Opens the device for a page. Loaded after the page has rendered its first content. */
export function openDevice({ session, preferences, alertServer, shown }: DeviceDeps): Device {
  const kept = openKeptStates(window.caches, window.location.href);
  const scale = () => preferences.get().scale;
  const alerts = openAlerts(alertServer, () => ({ language: language(), scale: scale() }));
  // If the server does not respond, the next page that opens confirms the subscription.
  const renew = () => void alerts.renew().catch(() => undefined);
  if (session === undefined) renew();
  else wipeWhenSignedOut(session, kept, { signedIn: renew, signedOut: () => void alerts.forget() });
  const keeper =
    shown &&
    keepState(shown.house, {
      id: shown.systemId ?? ofBridge,
      kept,
      account: () => session && signedInTo(session),
    });
  if (keeper !== undefined) {
    session?.state.subscribe(keeper.keepNow);
    // A hidden page may be closed without any further event.
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') keeper.keepNow();
    });
  }
  return {
    webApp: openWebApp(),
    kept,
    alerts,
    scale,
    hasSomething: () => preferences.get().key !== null || window.caches !== undefined,
    forget: async () => {
      keeper?.stop();
      // Ends the push notifications first, because that requires the key, which is removed next.
      await alerts.end().catch(() => undefined);
      preferences.set({ ...preferences.get(), key: null });
      await kept.wipe();
      window.location.reload();
    },
  };
}

/** The device, or `undefined` if its script failed to load. The page still works while its server responds. */
export type LoadedDevice = Promise<Device | undefined>;
