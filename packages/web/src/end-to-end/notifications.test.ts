import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startBridge } from '@plenum/testbed/bridge';
import { startPushService } from '@plenum/testbed/push-service';
import type { Page } from 'playwright-core';
import { enter, startCloud, startPairingFleet } from './account.fixture.ts';
import { openPage, until } from './browser.fixture.ts';
import { ask as askConsole } from './console.fixture.ts';

const component = { kind: 'zone', index: 2, name: 'Study' };
const toMessage = (language: string, scale: string, alert?: object) => ({
  version: 1,
  house: 'Elm Street',
  at: 0,
  reader: { language, scale },
  ...(alert && { alert }),
});
const sensor = { key: 'a', what: 'fault', component, condition: { code: 'sensor-fault', about: 'fault' } };
const cold = { key: 'b', what: 'range', component, temperature: 1650, limit: 1800 };

/** The records of a test in the service worker: notifications and windows, which a headless browser does not have. */
interface Scope {
  shown: { title: string; body: string; close(): void }[];
  opened: string[];
  readonly registration: { showNotification(title: string, options: { body: string }): Promise<void> };
  readonly clients: { openWindow(url: string): Promise<unknown> };
}

/**
 * Replaces the features that a headless browser lacks. It has no push service and shows no notifications, so the user's
 * choices and the responses of a push service are simulated (W3C Push API, Notifications API).
 */
const stubPushManager = (
  page: Page,
  target: ReturnType<Awaited<ReturnType<typeof startPushService>>['subscribe']>,
) =>
  page.addInitScript((given) => {
    const key = 'test-push';
    const subscription = {
      endpoint: given.endpoint,
      options: {
        get applicationServerKey() {
          return Uint8Array.from(JSON.parse(localStorage.getItem(key)!)).buffer;
        },
      },
      toJSON: () => given,
      unsubscribe: async () => {
        localStorage.removeItem(key);
        return true;
      },
    };
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
    Notification.requestPermission = async () => 'granted';
    Object.assign(PushManager.prototype, {
      getSubscription: async () => (localStorage.getItem(key) === null ? null : subscription),
      subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
        localStorage.setItem(key, JSON.stringify([...applicationServerKey]));
        return subscription;
      },
    });
  }, target);

it('sends a bridge’s push notifications in the reader’s language until unsubscribed', async () => {
  await using service = await startPushService();
  // A reserved name (RFC 2606): the bridge accepts it but cannot reach it.
  const target = { ...service.subscribe(), endpoint: 'https://push.invalid/one' };
  await using bridge = await startBridge('--access-key', 'open-sesame-please');
  await using watched = await openPage('about:blank', {
    serviceWorkers: 'allow',
  });
  const { page } = watched;
  await stubPushManager(page, target);
  await page.goto(bridge.url);
  await page.getByLabel('Access key').fill('open-sesame-please');
  await page.keyboard.press('Enter');
  await page.getByText('Live', { exact: true }).waitFor();
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));

  const ask = async (path: string, body: object) => {
    const headers = { authorization: 'Bearer open-sesame-please' };
    const answer = await fetch(`${bridge.url}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return answer.text();
  };
  const chosen = () => ask('/alerts/read', { endpoint: target.endpoint });
  await page.getByRole('button', { name: 'On this device' }).click();
  await page.getByText('Air filter due').click();
  await page.getByText('Rooms out of range').click();
  await page.getByRole('spinbutton', { name: 'Below' }).press('ArrowUp');
  await page.getByLabel('For at least').selectOption({ label: '2 hours' });
  assert.equal(await page.getByText('Bridge gone').count(), 0);
  await page.getByRole('button', { name: 'Notify this browser' }).click();
  await page.getByText('Notifications are on in this browser.').waitFor();
  assert.deepEqual(JSON.parse(await chosen()), {
    choices: {
      fault: true,
      filter: false,
      battery: true,
      offline: true,
      range: { low: 1650, high: 3000, minutes: 120 },
    },
  });
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText('it cannot be reached (name-unknown)').waitFor();

  const devtools = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [found] = registrations;
      if (found !== undefined) resolve(found.registrationId);
    }),
  );
  await devtools.send('ServiceWorker.enable');
  const registrationId = await registered;
  const push = (message: object) =>
    devtools.send('ServiceWorker.deliverPushMessage', {
      origin: bridge.url,
      registrationId,
      data: JSON.stringify(message),
    });
  const [worker = assert.fail()] = page.context().serviceWorkers();
  await worker.evaluate(() => {
    const scope = self as unknown as Scope;
    scope.shown = [];
    scope.opened = [];
    scope.registration.showNotification = async (title, options) => {
      scope.shown.push({ title, ...options, close: () => undefined });
    };
    scope.clients.openWindow = async (url) => scope.opened.push(url);
  });
  const shown = () =>
    worker.evaluate(() => (self as unknown as Scope).shown.map(({ title, body }) => `${title}: ${body}`));
  for (const message of [
    toMessage('en', 'C'),
    toMessage('de', 'C', sensor),
    toMessage('es', 'F', cold),
    toMessage('en', 'C', cold),
  ])
    await push(message);
  await until(async () => (await shown()).length, 4);
  assert.deepEqual(await shown(), [
    'Elm Street: Notifications work.',
    'Study · Elm Street: Fühlerstörung: Die Temperatur ist nicht verlässlich',
    'Study · Elm Street: 62°, por debajo de 64° desde hace tiempo',
    'Study · Elm Street: 16.5°, below 18° for a long time',
  ]);

  // A press on the notification opens the room.
  const opened = () => worker.evaluate(() => (self as unknown as Scope).opened);
  await worker.evaluate(() => {
    const [, , , notification] = (self as unknown as Scope).shown;
    const waitUntil = () => undefined;
    self.dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil }));
  });
  await until(opened, [`${bridge.url}/#/overview/zone/2`]);

  // The page renews its subscription. If the bridge has ended the subscription in the meantime, the renewal does not
  // revive it, but ends it in the browser too.
  const isSubscribed = () => page.evaluate(() => localStorage.getItem('test-push') !== null);
  const confirms = /\/alerts\/(renew|save)$/;
  const begun = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  await page.route(confirms, async (route) => {
    begun.resolve();
    await held.promise;
    await route.continue();
  });
  await page.reload();
  await begun.promise;
  assert.equal(await isSubscribed(), true);
  await ask('/alerts/end', { endpoint: target.endpoint });
  const confirmed = page.waitForResponse(confirms);
  held.resolve();
  await (await confirmed).finished();
  assert.equal(await chosen(), '{"choices":null}');
  await until(isSubscribed, false);
  await page.unroute(confirms);
  await page.getByText('Live', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'On this device' }).click();
  await page.getByRole('button', { name: 'Notify this browser' }).click();
  await page.getByText('Notifications are on in this browser.').waitFor();
  await page.getByRole('button', { name: 'Switch off' }).click();
  await page.getByText('Notifications are off in this browser.').waitFor();
  assert.equal(await chosen(), '{"choices":null}');
  assert.equal(await isSubscribed(), false);
  await page.getByRole('button', { name: 'Notify this browser' }).click();
  await page.getByText('Notifications are on in this browser.').waitFor();
  await page.getByRole('button', { name: 'Forget this house' }).click();
  await page.getByLabel('Access key').waitFor();
  assert.equal(await chosen(), '{"choices":null}');
  assert.equal(await isSubscribed(), false);
  assert.deepEqual(watched.complaints, []);
});

it('sends a cloud’s push notifications as chosen for each house, until sign-out', async () => {
  await using service = await startPushService();
  const target = { ...service.subscribe(), endpoint: 'https://push.invalid/two' };
  await using cloud = await startCloud();
  await using watched = await openPage('about:blank', { serviceWorkers: 'allow' });
  const { page } = watched;
  await stubPushManager(page, target);
  await page.goto(`${cloud.url}/#/houses`);
  await enter(page);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.getByRole('button', { name: 'On this device' }).click();
  await page.getByText('Bridge offline for 15 minutes').waitFor();
  await page.getByRole('button', { name: 'Notify this browser' }).click();
  await page.getByText('Notifications are on in this browser.').waitFor();
  const chosen = () => askConsole(page, '/account/notifications/read', { endpoint: target.endpoint });
  const choices = { fault: true, filter: true, battery: true, offline: true };
  assert.deepEqual(await chosen(), { choices, houses: [] });

  // If there are several houses, each may have a separate choice.
  await page.getByRole('button', { name: 'Close' }).first().click();
  await using fleet = await startPairingFleet(cloud.url, 2);
  await askConsole(page, '/console/pairings/allow', { code: fleet.code });
  const paired = () =>
    page.evaluate(async () => ((await (await fetch('/console/bridges')).json()) as object[]).length);
  await until(paired, 2);
  await page.getByRole('button', { name: 'On this device' }).click();
  const house = page.getByLabel('House', { exact: true });
  await house.selectOption({ index: 2 });
  assert.equal(await page.getByText('Air filter due').count(), 0);
  await page.getByText('Different settings for this house').click();
  await page.getByText('Air filter due').click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Notifications are on in this browser.').waitFor();
  const { houses } = (await chosen()) as { houses: { choices: object }[] };
  assert.deepEqual(
    houses.map((one) => one.choices),
    [{ ...choices, filter: false }],
  );
  await house.selectOption({ label: 'All houses' });
  assert.equal(await page.getByRole('switch', { name: 'Air filter due' }).isChecked(), true);
  await house.selectOption({ index: 2 });
  await page.getByText('Different settings for this house').click();
  await page.getByRole('button', { name: 'Save' }).click();
  await until(chosen, { choices, houses: [] });
  await page.getByRole('button', { name: 'Close' }).first().click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('Password').waitFor();
  await until(() => page.evaluate(() => localStorage.getItem('test-push')), null);
  await enter(page);
  await until(chosen, {});
});
