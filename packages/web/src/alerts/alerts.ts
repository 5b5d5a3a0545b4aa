import type { AlertReader, PushTarget } from '@plenum/protocol/alert';
import type { AlertChange, AlertHouse, AlertServer, ChosenAlerts } from './alert-server.ts';

/** The reason why this browser cannot receive push notifications, or `possible`. */
export type AlertSupport = 'insecure' | 'unsupported' | 'share-menu' | 'denied' | 'possible';

/** The push notifications of this browser. */
export interface PushAlerts {
  readonly knowsOffline: boolean;
  support(): AlertSupport;
  /** Resolves to the choice; `null` if this browser receives no push notifications. */
  read(): Promise<ChosenAlerts | null>;
  /** Resolves to the houses that can have a separate choice. */
  houses(): Promise<readonly AlertHouse[]>;
  /** Asks for permission if necessary, and subscribes. Resolves to `false` if permission was denied. */
  save(change: AlertChange): Promise<boolean>;
  test(): Promise<void>;
  /** Ends the subscription on this device and, if the server can be reached, at the server. */
  end(): Promise<void>;
  /**
   * Ends the subscription on this device only, because no user is signed in who could end it at the server. The server
   * has already ended it, or learns about it from the push service.
   */
  forget(): Promise<void>;
  /** Confirms the subscription in the current language. Ends it on this device if the server has ended it. */
  renew(): Promise<void>;
}

const registration = async () =>
  'serviceWorker' in navigator ? navigator.serviceWorker.getRegistration() : undefined;

const current = async (): Promise<PushSubscription | undefined> =>
  (await (await registration())?.pushManager?.getSubscription()) ?? undefined;

const toTarget = (subscription: PushSubscription): PushTarget => {
  const { endpoint, keys = {} } = subscription.toJSON();
  return { endpoint: endpoint!, keys: { p256dh: keys.p256dh!, auth: keys.auth! } };
};

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  );

const isSameKey = (key: ArrayBuffer | null, wanted: Uint8Array): boolean =>
  key !== null && new Uint8Array(key).every((byte, place) => byte === wanted[place]);

/**
 * Returns the subscription of this browser at its push service for the key of a server. Ends a subscription for another
 * key.
 */
const subscribe = async (publicKey: string): Promise<PushSubscription> => {
  const { pushManager } = await navigator.serviceWorker.ready;
  const applicationServerKey = fromBase64(publicKey);
  const before = await pushManager.getSubscription();
  if (before !== null) {
    if (isSameKey(before.options.applicationServerKey, applicationServerKey)) return before;
    await before.unsubscribe();
  }
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
};

/** Creates access to the push notifications of this browser from a server, in the language and units of a reader. */
export function openAlerts(server: AlertServer, reader: () => AlertReader): PushAlerts {
  const forget = async () => void (await (await current())?.unsubscribe());
  return {
    knowsOffline: server.knowsOffline,
    support: () => {
      if (!window.isSecureContext) return 'insecure';
      if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
        return /iPhone|iPad/.test(navigator.userAgent) ? 'share-menu' : 'unsupported';
      return Notification.permission === 'denied' ? 'denied' : 'possible';
    },
    read: async () => {
      const subscription = await current();
      return subscription === undefined ? null : server.read(subscription.endpoint);
    },
    houses: server.houses,
    save: async (change) => {
      if ((await Notification.requestPermission()) !== 'granted') return false;
      const subscription = await subscribe(await server.publicKey());
      await server.save(toTarget(subscription), change, reader());
      return true;
    },
    test: async () => {
      const subscription = await current();
      if (subscription !== undefined) await server.test(subscription.endpoint);
    },
    end: async () => {
      const subscription = await current();
      if (subscription === undefined) return;
      try {
        await server.end(subscription.endpoint);
      } finally {
        // From now on the push service responds with 410, which ends the subscription at the server too.
        await subscription.unsubscribe();
      }
    },
    forget,
    renew: async () => {
      const subscription = await current();
      if (subscription === undefined) return;
      // A single request, because otherwise another page could end the subscription between a read and a save, and the
      // save would revive it.
      const chosen = await server.renew({ endpoint: subscription.endpoint, reader: reader() });
      if (chosen === null) await forget();
    },
  };
}
