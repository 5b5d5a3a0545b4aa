import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { type AlertMessage, offlineAfter } from '@plenum/insight/alert';
import { createVapidKeys, subscriptionLimits } from '@plenum/outbound/push';
import { createFakeClock } from '@plenum/platform/fake-clock';
import type { UplinkComponent } from '@plenum/protocol/uplink';
import { opensslMissing } from '@plenum/testbed/certificates';
import { startPushService } from '@plenum/testbed/push-service';
import { connectHouse } from '../delivery/house.fixture.ts';
import { withStore } from '../fixture/with-store.fixture.ts';
import { insertAccount } from '../fleet/bridge/account.fixture.ts';
import { createEncryption, fingerprintOf } from '../kernel/crypto/encryption.ts';
import { systemRandom } from '../kernel/crypto/random.ts';
import type { Store } from '../kernel/database/store.ts';
import { type Log, silent } from '../kernel/log/log.ts';
import { forgetLostSubscriptions } from './push-key.ts';
import { startPushNotifications } from './push-notifications.ts';

const choices = {
  fault: true,
  filter: true,
  battery: true,
  offline: true,
  range: { low: 1800, high: 2600, minutes: 60 },
};
const reader = { language: 'en', scale: 'C' } as const;
const listeners = { componentsChanged: [], ownershipChanged: [] };
const encryption = createEncryption([Buffer.alloc(32, 7)], systemRandom);
const minute = 60_000;
const ann = { accountId: 'ann', sessionHash: 'session' };

const zone = (more: object = {}): UplinkComponent => ({
  kind: 'zone',
  index: 2,
  datagram: { Index: 2, Name: 'Study', SensType: 3, Temp: 2200, ...more },
});

const start = (store: Store, clock: ReturnType<typeof createFakeClock>, more: object = {}) =>
  startPushNotifications({
    store,
    encryption,
    clock,
    log: silent,
    publicUrl: 'https://cloud.example.org',
    ...more,
  });

/** Records a bridge as connected, or as no longer connected. */
const record = ({ db }: Store, connected: boolean, now: number) =>
  db
    .updateTable('bridge')
    .set({ connected_node: connected ? 'N' : null, last_seen: now, name: 'Elm Street' })
    .execute();

const share = ({ db }: Store, accountId: string) =>
  db
    .insertInto('bridge_member')
    .values({
      id: 'guest',
      system_id: '000000001',
      paired_at: 0,
      email: 'b@x.org',
      email_key: 'b@x.org',
      access: 'view',
      until: null,
      token_hash: null,
      expires_at: null,
      invited_by: 'ann',
      invited_at: 0,
      account_id: accountId,
      accepted_at: 0,
    })
    .execute();

describe('push notifications', { skip: opensslMissing }, () => {
  withStore(
    "sends each alert once to a browser, even if several nodes check, and only while the browser's account can see the house",
    async (store) => {
      await using service = await startPushService();
      const clock = createFakeClock();
      const policy = { isDevelopment: true, ca: service.authority.ca };
      await using first = start(store, clock, policy);
      await using second = start(store, clock, policy);
      const both = async () => {
        await record(store, true, clock.now());
        clock.set(clock.now() + 31_000);
        await Promise.all([first.runNow(), second.runNow()]);
      };
      const messages = () => service.pushed.map(({ text }) => JSON.parse(text) as AlertMessage);
      const keys = () => messages().map(({ alert }) => alert?.key ?? 'test');

      await insertAccount(store, 'ann');
      await insertAccount(store, 'bob');
      const house = await connectHouse(store, { systemId: '000000001', accountId: 'ann', listeners });
      await house.snapshot(zone());
      const publicKeys = await Promise.all([first.publicKey(), second.publicKey()]);
      assert.equal(publicKeys[0], publicKeys[1]);
      const stored = await store.db.selectFrom('push_key').selectAll().execute();
      assert.equal(stored.length, 1);
      assert.match(stored[0]!.private_key, /^v1\./);

      const target = service.subscribe();
      const { endpoint } = target;
      assert.equal(await first.save(ann, { target, choices, reader }), undefined);
      const [row] = await store.db.selectFrom('push_subscription').selectAll().execute();
      assert.doesNotMatch(JSON.stringify(row), new RegExp(`${endpoint}|${target.keys.auth}`));
      assert.deepEqual(await second.read({ accountId: 'ann', endpoint }), { choices, houses: [] });
      assert.equal(await second.read({ accountId: 'bob', endpoint }), undefined);
      assert.equal(await second.test({ accountId: 'ann', endpoint }), undefined);
      assert.equal(service.pushed[0]!.by.key, publicKeys[0]);
      const stranger = await first.test({ accountId: 'bob', endpoint });
      assert.equal(stranger?.refusal.code, 'not-notified');

      await both();
      assert.deepEqual(keys(), ['test']);
      await house.change(zone({ DmpFlt: 1 }));
      await both();
      await both();
      assert.deepEqual(messages()[1], {
        version: 1,
        house: 'Elm Street',
        systemId: '000000001',
        at: clock.now() - 31_000,
        reader,
        alert: {
          key: 'zone.2 damper-fault',
          what: 'fault',
          component: { kind: 'zone', index: 2, name: 'Study' },
          condition: { code: 'damper-fault', about: 'fault' },
        },
      });
      assert.equal(keys().length, 2);
      await house.change(zone());
      await both();
      await house.change(zone({ DmpFlt: 1 }));
      await both();
      assert.deepEqual(keys().slice(2), ['zone.2 damper-fault']);

      // Saving new choices restarts the wait for the range alert, but does not repeat the fault alert.
      await house.change(zone({ DmpFlt: 1, Temp: 1700 }));
      await first.save(ann, {
        target,
        choices: { ...choices, fault: false, range: { ...choices.range, minutes: 10 } },
        reader,
      });
      await both();
      clock.set(clock.now() + 10 * minute - 62_000);
      await both();
      assert.equal(keys().length, 3);
      await both();
      assert.deepEqual(keys().slice(3), ['zone.2 range low']);

      // The bridge has been disconnected for a long time, which is announced once.
      const away = async (after: number) => {
        clock.set(clock.now() + after);
        await Promise.all([first.runNow(), second.runNow()]);
      };
      await record(store, false, clock.now());
      await away(31_000);
      await away(offlineAfter - 1);
      assert.equal(keys().length, 4);
      await away(31_000);
      await away(31_000);
      assert.deepEqual(keys().slice(4), ['offline']);
      await both();

      // A guest gets push notifications until the sharing ends. Pending ones are then dropped too.
      await share(store, 'bob');
      const other = service.subscribe();
      const bob = { accountId: 'bob', endpoint: other.endpoint };
      await first.save({ accountId: 'bob', sessionHash: 'other' }, { target: other, choices, reader });
      await both();
      assert.deepEqual(keys().slice(5), ['zone.2 damper-fault']);
      service.react = () => ({ status: 503 });
      await first.test(bob);
      await house.change(zone({ DmpFlt: 1, SensorFault: 1 }));
      await both();
      await store.db.deleteFrom('bridge_member').execute();
      service.react = () => ({ status: 201 });
      const before = keys().length;
      clock.set(clock.now() + 60 * minute);
      await both();
      assert.deepEqual(keys().slice(before).toSorted(), ['test']);

      // Status 410 ends a subscription. So does a page that has not been opened for a long time. Opening the page
      // confirms a subscription, but does not revive one that has ended.
      service.react = () => ({ status: 410 });
      assert.equal((await first.test(bob))?.refusal.code, 'push-failed');
      assert.equal(await first.read(bob), undefined);
      const german = { language: 'de', scale: 'C' } as const;
      const again = { accountId: 'bob', sessionHash: 'other' };
      assert.equal(await first.renew(again, { endpoint: bob.endpoint, reader: german }), undefined);
      assert.equal(await first.renew(again, { endpoint, reader: german }), undefined);
      assert.equal(await first.read(bob), undefined);
      clock.set(clock.now() + subscriptionLimits.unseen - 1);
      assert.equal((await second.renew(ann, { endpoint, reader: german }))?.choices.fault, false);
      clock.set(clock.now() + subscriptionLimits.unseen - 1);
      await first.runNow();
      assert.notEqual(await first.read({ accountId: 'ann', endpoint }), undefined);
      clock.set(clock.now() + 1);
      await first.runNow();
      assert.equal(await first.read({ accountId: 'ann', endpoint }), undefined);
    },
  );

  withStore(
    'leaves push notifications that it cannot decrypt to other nodes, and changes nothing in the store',
    async (store) => {
      await using service = await startPushService();
      const clock = createFakeClock();
      const errors: string[] = [];
      const policy = { isDevelopment: true, ca: service.authority.ca };
      const log: Log = { info: () => {}, warn: () => {}, error: (_, sentence) => errors.push(sentence) };
      const newKey = createEncryption([Buffer.alloc(32, 8)], systemRandom);
      await using knowing = start(store, clock, policy);
      await insertAccount(store, 'ann');
      const target = service.subscribe();
      const own = { accountId: 'ann', endpoint: target.endpoint };
      await knowing.publicKey();
      const rowsOf = () =>
        store.db
          .selectFrom('push_subscription')
          .select(['target', 'queue', 'send_at', 'lease_until'])
          .execute();
      for (const isKeyReadable of [false, true]) {
        if (isKeyReadable) {
          const [key] = await store.db.selectFrom('push_key').select('private_key').execute();
          const private_key = newKey.encrypt(encryption.decrypt(key!.private_key, 'push-key'), 'push-key');
          await store.db.updateTable('push_key').set({ private_key }).execute();
        }
        await using other = start(store, clock, { ...policy, log, encryption: newKey });
        assert.equal(await knowing.publicKey(), await other.publicKey());
        assert.equal(await knowing.save(ann, { target, choices, reader }), undefined);
        assert.deepEqual((await other.test(own))?.refusal.facts, { reason: 'push-waits' });
        const before = await rowsOf();
        assert.equal(JSON.parse(before[0]!.queue).failures, 0);
        assert.equal(before[0]!.lease_until, 0);
        for (let count = 0; count < 3; count++) await other.runNow();
        assert.deepEqual(await rowsOf(), before);
        assert.equal(service.pushed.length, isKeyReadable ? 1 : 0);
        await knowing.runNow();
        assert.equal(service.pushed.length, isKeyReadable ? 2 : 1);
      }
      // Each of the two nodes without the key reports it once.
      assert.equal(errors.length, 2, errors.join('\n'));
      assert.match(
        errors[0]!,
        /^secrets of push notifications cannot be decrypted, because this node does not/,
      );
    },
  );

  withStore('ends subscriptions whose key is declared lost, and creates another push key', async (store) => {
    await using service = await startPushService();
    const clock = createFakeClock();
    const warnings: object[] = [];
    const log: Log = { info: () => {}, warn: (facts) => warnings.push(facts), error: () => {} };
    const newKey = createEncryption([Buffer.alloc(32, 8)], systemRandom);
    const both = createEncryption([Buffer.alloc(32, 8), Buffer.alloc(32, 7)], systemRandom);
    const lostKeys = [fingerprintOf(Buffer.alloc(32, 7))];
    await insertAccount(store, 'ann');
    const target = service.subscribe();
    const own = { accountId: 'ann', endpoint: target.endpoint };
    const policy = { isDevelopment: true, ca: service.authority.ca };
    const read = async (node: object = {}) => {
      await using notifications = start(store, clock, { ...policy, ...node });
      return { key: await notifications.publicKey(), chosen: await notifications.read(own) };
    };
    {
      await using notifications = start(store, clock, policy);
      await notifications.publicKey();
      await notifications.save(ann, { target, choices, reader });
    }
    const before = await read();
    // A key that is not declared lost, or that this node has, may be in use.
    for (const kept of [
      { encryption: newKey, lostKeys: [] },
      { encryption: both, lostKeys },
    ]) {
      await forgetLostSubscriptions({ store, log, ...kept });
      assert.deepEqual(await read(), before);
    }
    await forgetLostSubscriptions({ store, log, encryption: newKey, lostKeys });
    assert.deepEqual(warnings, [{ subscriptions: 1 }]);

    const after = await read({ encryption: newKey });
    assert.notEqual(after.key, before.key);
    assert.equal(after.chosen, undefined);
    await using notifications = start(store, clock, { ...policy, encryption: newKey });
    await notifications.save(ann, { target: service.subscribe(), choices, reader });
    // The new key stays at the next start with the lost key.
    await forgetLostSubscriptions({ store, log, encryption: newKey, lostKeys });
    assert.equal((await read({ encryption: newKey })).key, after.key);
    await notifications.save(ann, { target, choices, reader });
    assert.equal(await notifications.test(own), undefined);
    assert.equal(service.pushed[0]!.by.key, after.key);
  });

  withStore('notifies of an alert although the clock of the machine went back', async (store) => {
    await using service = await startPushService();
    const clock = createFakeClock();
    await using push = start(store, clock, { isDevelopment: true, ca: service.authority.ca });
    await insertAccount(store, 'ann');
    const house = await connectHouse(store, { systemId: '000000001', accountId: 'ann', listeners });
    await house.snapshot(zone());
    const now = clock.now();
    clock.set(now + 75 * 60 * minute);
    assert.equal(await push.save(ann, { target: service.subscribe(), choices, reader }), undefined);
    await push.runNow();
    clock.set(now);
    await record(store, true, now);
    await house.change(zone({ DmpFlt: 1 }));
    await push.runNow();
    assert.equal(service.pushed.length, 1);
  });

  withStore('ends the pause of a push service if the clock of the machine went back', async (store) => {
    await using service = await startPushService();
    const clock = createFakeClock();
    await using push = start(store, clock, { isDevelopment: true, ca: service.authority.ca });
    await insertAccount(store, 'ann');
    const house = await connectHouse(store, { systemId: '000000001', accountId: 'ann', listeners });
    await house.snapshot(zone());
    assert.equal(await push.save(ann, { target: service.subscribe(), choices, reader }), undefined);
    const now = clock.now();
    clock.set(now + 75 * 60 * minute);
    await record(store, true, clock.now());
    await house.change(zone({ DmpFlt: 1 }));
    service.react = () => ({ status: 503 });
    await push.runNow();
    assert.equal(service.pushed.length, 1);
    service.react = () => ({ status: 201 });
    clock.set(now);
    await push.runNow();
    assert.equal(service.pushed.length, 2);
  });

  withStore('allows people to choose alerts for single houses', async (store) => {
    await using service = await startPushService();
    const clock = createFakeClock();
    await using notifications = start(store, clock, { isDevelopment: true, ca: service.authority.ca });
    await insertAccount(store, 'ann');
    await insertAccount(store, 'bob');
    const [town, beach] = await Promise.all(
      ['000000001', '000000002'].map((systemId) =>
        connectHouse(store, { systemId, accountId: 'ann', listeners }),
      ),
    );
    await connectHouse(store, { systemId: '000000003', accountId: 'bob', listeners });
    const each = [town!, beach!];
    const target = service.subscribe();
    const own = { accountId: 'ann', endpoint: target.endpoint };
    const silent = { fault: false, filter: false, battery: false, offline: false };
    const save = (houses?: object[], browser = ann) =>
      notifications.save(browser, { target, choices, reader, ...(houses && { houses }) });
    const look = async () => {
      await record(store, true, clock.now());
      clock.set(clock.now() + 31_000);
      await notifications.runNow();
    };
    /** Causes a fault in every house, and returns the houses whose faults were announced. */
    const told = async () => {
      for (const house of each) await house.change(zone());
      await look();
      const before = service.pushed.length;
      for (const house of each) await house.change(zone({ DmpFlt: 1 }));
      await look();
      return service.pushed
        .slice(before)
        .map(({ text }) => (JSON.parse(text) as AlertMessage).systemId)
        .toSorted();
    };
    for (const house of each) await house.snapshot(zone());
    const beachSilent = [{ systemId: '000000002', choices: silent }];
    assert.equal(await save(), undefined);
    assert.deepEqual(await told(), ['000000001', '000000002']);
    assert.equal(await save(beachSilent), undefined);
    assert.deepEqual(await notifications.read(own), { choices, houses: beachSilent });
    assert.deepEqual(await told(), ['000000001']);
    // Without this member, the choices for single houses stay.
    assert.equal(await save(), undefined);
    assert.deepEqual(await told(), ['000000001']);
    const refused: [object[], RegExp][] = [
      [[...beachSilent, ...beachSilent], /cannot be the house: it is listed twice/],
      [[{ systemId: '2', choices: silent }], /9 digits/],
      [
        [{ systemId: '000000002', choices: { ...silent, range: { low: 2700, high: 2600, minutes: 60 } } }],
        /27 cannot be the lowest temperature/,
      ],
      [Array(101).fill(beachSilent[0]), /There are 101 entries. Send at most 100/],
    ];
    for (const [houses, why] of refused) assert.match(`${(await save(houses))?.refusal.facts.why}`, why);
    const foreign = await save([{ systemId: '000000003', choices: silent }]);
    assert.equal(foreign?.refusal.code, 'no-such-bridge');
    assert.deepEqual(await notifications.read(own), { choices, houses: beachSilent });
    assert.equal(await save([]), undefined);
    assert.deepEqual(await told(), ['000000001', '000000002']);
    // Another account in the same browser starts without any of the earlier choices.
    await save(beachSilent);
    await save(undefined, { accountId: 'bob', sessionHash: 'b' });
    assert.deepEqual(await notifications.read({ ...own, accountId: 'bob' }), { choices, houses: [] });
  });

  withStore(
    'sends push notifications only to public addresses, to at most 20 browsers of an account, and for one account per browser',
    async (store) => {
      const clock = createFakeClock();
      await using notifications = start(store, clock);
      await insertAccount(store, 'ann');
      await insertAccount(store, 'bob');
      const keys = { p256dh: createVapidKeys().publicKey, auth: 'A'.repeat(22) };
      const save = async (endpoint: string, browser = ann) =>
        (await notifications.save(browser, { target: { endpoint, keys }, choices, reader }))?.refusal;
      for (const endpoint of [
        'https://127.0.0.1/',
        'https://10.0.0.1/',
        'https://[::1]/',
        'http://push.example.org/',
      ])
        assert.equal((await save(endpoint))?.code, 'notification-malformed', endpoint);
      const range = { low: 2700, high: 2600, minutes: 60 };
      const target = { endpoint: 'https://push.example.org/', keys };
      const refused = await notifications.save(ann, { target, choices: { ...choices, range }, reader });
      assert.match(`${refused?.refusal.facts.why}`, /27 cannot be the lowest temperature/);
      const { count: ofAccount } = subscriptionLimits;
      for (let index = 0; index < ofAccount; index++)
        assert.equal(await save(`https://push.example.org/${index}`), undefined);
      assert.deepEqual((await save('https://push.example.org/x'))?.facts, { most: ofAccount });
      assert.equal(await save('https://push.example.org/0'), undefined);
      assert.equal(
        await save('https://push.example.org/0', { accountId: 'bob', sessionHash: 'b' }),
        undefined,
      );
      const endpoint = 'https://push.example.org/0';
      assert.equal(await notifications.read({ accountId: 'ann', endpoint }), undefined);
      await notifications.end({ accountId: 'ann', endpoint });
      assert.deepEqual(await notifications.read({ accountId: 'bob', endpoint }), { choices, houses: [] });
      await notifications.end({ accountId: 'bob', endpoint });
      assert.equal(await notifications.read({ accountId: 'bob', endpoint }), undefined);
    },
  );
});
