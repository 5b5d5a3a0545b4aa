import type { AlertServer } from '../alerts/alert-server.ts';
import { type Alerts, openAlerts } from '../alerts/alerts.ts';
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

/** This device: the page as one of its applications, and the data that it keeps. */
export interface Device {
  readonly webApp: WebApp;
  readonly kept: KeptStates;
  readonly alerts: Alerts;
  /** The temperature scale of its reader. */
  scale(): Scale;
  /** True if there may be data to forget: a key, or a state. */
  hasSomething(): boolean;
  /** Removes the access key of the bridge and the kept data, and starts anew. */
  forget(): Promise<void>;
}

interface DeviceDeps {
  /** The session with the cloud; `undefined` at a bridge, which has none. */
  readonly session: ConsoleSession | undefined;
  readonly preferences: Store<Preferences>;
  /** The server that sends push notifications to this device. */
  readonly alertServer: AlertServer;
  /** The house of the page, and its system id; `undefined` at the bridge itself. */
  readonly shown?: { readonly house: LiveHouse; readonly systemId: string | undefined };
}

/** Opens the device for a page. Loaded after the page has begun to show something. */
export const openDevice = ({ session, preferences, alertServer, shown }: DeviceDeps): Device => {
  const kept = openKeptStates(window.caches, window.location.href);
  const scale = () => preferences.get().scale;
  const alerts = openAlerts(alertServer, () => ({ language: language(), scale: scale() }));
  // If the server does not answer, the next page confirms the subscription.
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
    // A hidden page may never be seen again.
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
      // The key that is needed to end them is removed next.
      await alerts.end().catch(() => undefined);
      preferences.set({ ...preferences.get(), key: null });
      await kept.wipe();
      window.location.reload();
    },
  };
};

/** A device whose script may fail to load. The page then works as before, except without its server. */
export type LoadedDevice = Promise<Device | undefined>;
