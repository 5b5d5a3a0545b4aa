// Opens the application without its server: a page is first requested from the server, and opened from the cache if
// there is no response. No data of a house or an account passes through this worker. Push notifications arrive
// encrypted from the push service. The worker is built separately, so that it has no imports
// (`build/list-files-for-worker.ts`).

import type { AlertMessage } from '@plenum/insight/alert';
import { toNotification } from './show-notification.ts';

interface WorkerEvent extends Event {
  waitUntil(until: Promise<unknown>): void;
}

interface RequestEvent extends WorkerEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

interface PushEvent extends WorkerEvent {
  readonly data: { json(): unknown } | null;
}

interface NotificationEvent extends WorkerEvent {
  readonly notification: Notification;
}

/** A window of this application (W3C Service Workers, `WindowClient`). */
interface Window {
  readonly url: string;
  focus(): Promise<Window>;
  navigate(url: string): Promise<unknown>;
}

declare const self: {
  /** Written by `build/list-files-for-worker.ts`. */
  readonly __files: { readonly version: string; readonly files: readonly string[] };
  readonly registration: {
    readonly scope: string;
    showNotification(title: string, options: NotificationOptions): Promise<void>;
  };
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly Window[]>;
    openWindow(url: string): Promise<unknown>;
  };
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: NotificationEvent) => void): void;
  addEventListener(type: 'install' | 'activate', listener: (event: WorkerEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: RequestEvent) => void): void;
};

const { version, files } = self.__files;
const prefix = 'plenum-application-';
const cacheName = `${prefix}${version}`;
const { scope } = self.registration;

/** Timeout of the server before a page is opened from the cache, in ms. */
const answerTimeout = 4_000;

/** Stores a page. A redirected page, such as a proxy's sign-in, cannot be opened again and is not stored. */
const storePage = async (cache: Cache, page: string, isRequired: boolean) => {
  const answer = await fetch(page, { cache: 'no-store' });
  if (answer.ok && !answer.redirected) await cache.put(page, answer);
  else if (isRequired) throw new Error(`${page} was answered with ${answer.status}.`);
};

const store = async () => {
  const cache = await caches.open(cacheName);
  await cache.addAll(files.map((file) => `${scope}${file}`));
  await storePage(cache, scope, true);
  // Only a cloud serves this page, so a failure is ignored.
  await storePage(cache, `${scope}house`, false);
};

const removeOlder = async () => {
  const names = await caches.keys();
  const older = names.filter((name) => name.startsWith(prefix) && name !== cacheName);
  await Promise.all(older.map((name) => caches.delete(name)));
};

const find = async (url: string) => (await caches.open(cacheName)).match(url, { ignoreVary: true });

const openPage = async (request: Request, page: string): Promise<Response> => {
  const network = fetch(request);
  const answered = await Promise.race([
    network.catch(() => undefined),
    new Promise<undefined>((resolve) => setTimeout(resolve, answerTimeout, undefined)),
  ]);
  // A proxy in front of an unavailable cloud responds with a status of 500 or above.
  if (answered !== undefined && answered.status < 500) return answered;
  return (await find(page)) ?? network;
};

/** Returns an asset. Its name changes with its content, so a stored one is always valid. */
const openAsset = async (request: Request): Promise<Response> => {
  const stored = await find(request.url);
  if (stored !== undefined) return stored;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(cacheName)).put(request, answer.clone());
  return answer;
};

const show = async ({ data }: PushEvent) => {
  const { title, options } = toNotification(data?.json() as AlertMessage, scope);
  await self.registration.showNotification(title, options);
};

const withoutHash = (url: string) => url.split('#')[0];

/** Opens a page in the window that already shows its house, or in a new one. */
const openFor = async (url: string) => {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = windows.find((one) => withoutHash(one.url) === withoutHash(url));
  try {
    if (open !== undefined) return await (await open.focus()).navigate(url);
  } catch {
    // This worker cannot navigate a window that was opened before it started.
  }
  return self.clients.openWindow(url);
};

self.addEventListener('install', (event) => event.waitUntil(store()));
self.addEventListener('activate', (event) => event.waitUntil(removeOlder()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  const address = `${origin}${pathname}`;
  if (request.method !== 'GET' || !address.startsWith(scope)) return;
  const path = address.slice(scope.length);
  if (request.mode === 'navigate' && (path === '' || path === 'house'))
    event.respondWith(openPage(request, address));
  else if (path.startsWith('assets/') && search === '') event.respondWith(openAsset(request));
});
self.addEventListener('push', (event) => event.waitUntil(show(event)));
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openFor(event.notification.data as string));
});
