import { createStore, type Store } from '../state/store.ts';
import { type Installability, toInstallability } from './installability.ts';

/** The event with which Chromium lets a page ask to be installed; not yet in any standard. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

/** The page as an application of this device. */
export interface WebApp {
  readonly state: Store<Installability>;
  /** Lets the browser ask to install the page, if it offered that. */
  install(): Promise<void>;
}

/** Registers the service worker if the browser allows one, and keeps the browser's offer until somebody wants it. */
export const openWebApp = (): WebApp => {
  let offer: InstallOffer | undefined;
  const read = () =>
    toInstallability({
      isSecure: window.isSecureContext,
      isInstalled: window.matchMedia('(display-mode: standalone)').matches,
      hasServiceWorker: 'serviceWorker' in navigator,
      isOffered: offer !== undefined,
      userAgent: navigator.userAgent,
    });
  const state = createStore(read());
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offer = event as InstallOffer;
    state.set(read());
  });
  window.addEventListener('appinstalled', () => state.set('installed'));
  // Without it the page works as before, except without its server: a private window may refuse it.
  if ('serviceWorker' in navigator && import.meta.env.PROD)
    void navigator.serviceWorker.register('./service-worker.js').catch(() => undefined);
  return {
    state,
    install: async () => {
      const asked = offer;
      offer = undefined;
      await asked?.prompt();
      if (state.get() !== 'installed') state.set(read());
    },
  };
};
