import { createStore, type Store } from '../state/store.ts';
import { type Installability, toInstallability } from './installability.ts';

/** The event with which Chromium allows a page to prompt for its installation; not part of any standard yet. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

/** The page as an installable application. */
export interface WebApp {
  readonly state: Store<Installability>;
  /** Shows the install prompt of the browser, if the browser has offered it. */
  install(): Promise<void>;
}

/**
 * Registers the service worker if the browser allows one, and stores the browser's install prompt until it is used.
 */
export function openWebApp(): WebApp {
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
  // A private window may refuse the service worker; the page still works while its server responds.
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
}
