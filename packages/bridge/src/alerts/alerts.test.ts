import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { AlertMessage } from '@plenum/insight/alert';
import { createVapidKeys, subscriptionLimits } from '@plenum/outbound/push';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { silent } from '@plenum/platform/quiet-log';
import { opensslMissing } from '@plenum/testbed/certificates';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { startPushService } from '@plenum/testbed/push-service';
import { post, send } from '../fixture/http.fixture.ts';
import { openSmallDevice } from '../fixture/open-small-device.fixture.ts';
import { startSmallBridge } from '../fixture/start-small-bridge.fixture.ts';
import { storeFile } from '../store/open-store.ts';
import { openAlerts } from './alerts.ts';

const second = 1_000;
const minute = 60_000;
const choices = { fault: true, filter: false, battery: false, offline: true };
const reader = { language: 'de', scale: 'C' } as const;

describe('the push notifications of a bridge', { skip: opensslMissing }, () => {
  it('sends each push notification once, even after a restart, until the browser unsubscribes', async () => {
    await using service = await startPushService();
    using folder = createDataFolder();
    const clock = createFakeClock();
    const policy = { isDevelopment: true, ca: service.authority.ca };
    const start = (accessKey?: string) => {
      const { device, db, close } = openSmallDevice(folder.path, clock);
      const alerts = openAlerts({ device, db, clock, random: () => 0.5, log: silent, accessKey, policy });
      return {
        alerts,
        fault: (body: string) => device.applyOverride({ name: 'UnitFault', body }),
        stop: async () => {
          await alerts[Symbol.asyncDispose]();
          close();
        },
      };
    };
    let house = start();
    const look = async (after = 2 * second) => {
      clock.advance(after);
      await house.alerts.idle();
    };
    const restart = async (accessKey?: string) => {
      await house.stop();
      house = start(accessKey);
      await look();
    };
    const messages = () => service.pushed.map(({ text }) => JSON.parse(text) as AlertMessage);
    const keys = () => messages().map(({ alert }) => alert?.key ?? 'test');
    const keyOf = () => {
      const key = house.alerts.publicKey();
      return key.ok && key.value;
    };

    const target = service.subscribe();
    const { endpoint } = target;
    const publicKey = keyOf();
    const isNotified = () => house.alerts.read(endpoint) !== undefined;
    const save = () => assert.ok(house.alerts.save({ target, choices, reader }).ok);
    await look();
    assert.equal(isNotified(), false);
    save();
    assert.deepEqual(house.alerts.read(endpoint), choices);
    assert.ok((await house.alerts.test(endpoint)).ok);
    assert.deepEqual(messages(), [{ version: 1, house: 'Flat', at: clock.now(), reader }]);
    assert.equal(service.pushed[0]!.by.key, publicKey);

    await look();
    assert.deepEqual(keys(), ['test', 'split.2 no-answer', 'vrf.1 not-connected']);
    await house.fault('E07');
    await look();
    assert.deepEqual(messages()[3]!.alert, {
      key: 'unit.0 unit-fault E07',
      what: 'fault',
      component: { kind: 'unit', index: 0, name: 'Air conditioner' },
      condition: { code: 'unit-fault', about: 'fault', fault: 'E07' },
    });
    await look(3 * minute);
    save();
    await look();
    await restart();
    assert.equal(keyOf(), publicKey);
    assert.equal(statSync(storeFile(folder.path)).mode & 0o777, 0o600);
    assert.equal(keys().length, 4);
    await house.fault(' OK');
    await look();
    await house.fault('E07');
    await look();
    assert.deepEqual(keys().slice(4), ['unit.0 unit-fault E07']);

    // If the push service is busy, the message stays queued, even across a restart.
    service.react = () => ({ status: 429, headers: { 'retry-after': '60' } });
    await house.fault('E08');
    await look();
    assert.equal(keys().length, 6);
    const waits = await house.alerts.test(endpoint);
    assert.equal(waits.ok ? '' : waits.refusal.facts.reason, 'push-waits');
    service.react = () => ({ status: 201 });
    await restart();
    await look(56 * second);
    assert.equal(keys().length, 6);
    await look();
    assert.deepEqual(keys().slice(6), ['unit.0 unit-fault E08', 'test']);

    // A subscription ends when the push service responds with 410, the browser unsubscribes, the access key changes, or
    // no page has been opened for too long.
    service.react = () => ({ status: 410 });
    await house.fault('E09');
    await look();
    assert.equal(isNotified(), false);
    service.react = () => ({ status: 201 });
    save();
    assert.ok(house.alerts.end(endpoint).ok);
    assert.equal(isNotified(), false);
    assert.deepEqual(house.alerts.renew({ endpoint, reader }), { ok: true, value: undefined });
    assert.equal(isNotified(), false);
    save();
    await restart();
    assert.equal(isNotified(), true);
    await restart('other');
    assert.equal(isNotified(), false);
    save();
    // Opening a page renews the subscription for the full period, keeps its choices, and stores the current language
    // and units of the reader.
    const later = { language: 'es', scale: 'F' } as const;
    clock.set(clock.now() + subscriptionLimits.unseen - 4 * second);
    assert.deepEqual(house.alerts.renew({ endpoint, reader: later }), { ok: true, value: choices });
    assert.ok((await house.alerts.test(endpoint)).ok);
    assert.deepEqual(messages().at(-1)!.reader, later);
    clock.set(clock.now() + subscriptionLimits.unseen - 4 * second);
    await look();
    assert.equal(isNotified(), true);
    await look();
    assert.equal(isNotified(), false);
    await house.stop();
  });

  it('sends push notifications only to public addresses over https, and to at most 20 browsers', async () => {
    await using bridge = await startSmallBridge({ accessKey: 'sesame' });
    const headers = { authorization: 'Bearer sesame' };
    const save = async (endpoint: string, more: object = {}) => {
      const keys = { p256dh: createVapidKeys().publicKey, auth: 'A'.repeat(22), ...more };
      const body = { target: { endpoint, keys }, choices, reader };
      return (await post(bridge.http.port, '/alerts/save', body, headers)).text;
    };
    for (const [endpoint, why] of [
      ['https://127.0.0.1/x', 'Messages cannot be sent to 127.0.0.1 (loopback)'],
      ['https://192.168.1.4/x', 'Messages cannot be sent to 192.168.1.4 (private)'],
      ['https://169.254.169.254/', 'Messages cannot be sent to 169.254.169.254 (linkLocal)'],
      ['https://localhost/x', 'Messages cannot be sent to localhost (loopback)'],
      ['http://push.example.org/x', 'https'],
      ['https://a:b@push.example.org/', 'user'],
      [`https://push.example.org/${'x'.repeat(2_000)}`, '2000'],
    ] as const)
      assert.ok((await save(endpoint)).includes(why), `${endpoint}: ${await save(endpoint)}`);
    const { text } = await send(bridge.http.port, '/alerts', { headers });
    assert.match(text, /^\{"publicKey":"[\w-]{87}"\}$/);
    const off = await save('https://push.example.org/', { p256dh: 'A'.repeat(87) });
    assert.match(off, /cannot be the public key of a browser: it is not a P-256 point/);
    const { count } = subscriptionLimits;
    for (let index = 0; index < count; index++)
      assert.equal(await save(`https://push.example.org/${index}`), 'OK');
    assert.match(await save('https://push.example.org/x'), /There are 21 entries. Send at most 20/);
    assert.equal(await save('https://push.example.org/0'), 'OK');
    for (const path of ['save', 'read', 'end', 'test'])
      assert.equal((await post(bridge.http.port, `/alerts/${path}`, {})).status, 401);
    const other = await post(bridge.http.port, '/alerts/test', { endpoint: 'https://x.org/' }, headers);
    assert.match(
      other.text,
      /A test push notification is not available: this browser does not get push notifications/,
    );
  });
});
