import assert from 'node:assert/strict';
import { createECDH } from 'node:crypto';
import { describe, it } from 'node:test';
import type { AlertMessage } from '@plenum/insight/alert';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { opensslMissing } from '@plenum/testbed/certificates';
import { openPush, startPushService } from '@plenum/testbed/push-service';
import { createSender, type SendResult } from '../index.ts';
import {
  createSendPush,
  createVapidKeys,
  dueAt,
  emptyPushQueue,
  enqueue,
  isPublicKey,
  messageLifetime,
  nextNotification,
  type PushQueue,
  pushQueueLimits,
  settle,
} from './index.ts';

const contact = 'https://plenum.example.org';
const toMessage = (at = 0): AlertMessage => ({
  version: 1,
  house: 'Zoë’s house',
  at,
  reader: { language: 'de', scale: 'C' },
});
const notification = (key: string, at = 0) => ({ key, message: toMessage(at) });
const answered = (status: number, retryAfter?: number): SendResult => ({
  status,
  retryAfter,
  answer: '',
  latency: 1,
});
const [second, minute, hour] = [1_000, 60_000, 3_600_000];

it('the push service of these tests decrypts the example of RFC 8291, 5', () => {
  const key = createECDH('prime256v1');
  key.setPrivateKey('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'base64url');
  const sealed =
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN';
  const opened = openPush(Buffer.from(sealed, 'base64url'), {
    key,
    auth: Buffer.from('BTBZMqHH6r4Tts7J_aSIgg', 'base64url'),
  });
  assert.equal(opened, 'When I grow up, I want to be a watermelon');
});

describe('sending push notifications', { skip: opensslMissing }, () => {
  it('encrypts a push notification for one browser, signs it, and gives it a fixed length', async () => {
    await using service = await startPushService();
    const keys = createVapidKeys();
    const clock = createFakeClock();
    const deps = { clock, resolveHost: async () => [], timeout: 15_000, ca: service.authority.ca };
    const sendPush = createSendPush({
      send: createSender({ ...deps, isDevelopment: true }),
      keys: () => keys,
      contact,
    });
    const target = service.subscribe();
    const sent = await sendPush(target, notification('zone.2 range low'));
    assert.equal('status' in sent && sent.status, 201);
    await sendPush(target, { key: 'x', message: { ...toMessage(), house: 'x'.repeat(900) } });
    const [first = assert.fail(), other = assert.fail()] = service.pushed;
    assert.deepEqual(JSON.parse(first.text), toMessage());
    assert.equal(first.size, other.size);
    assert.ok(first.size <= 4_096);
    assert.deepEqual(
      ['content-encoding', 'ttl', 'urgency'].map((name) => first.headers[name]),
      ['aes128gcm', '86400', 'high'],
    );
    assert.match(`${first.headers.topic}`, /^[\w-]{32}$/);
    assert.notEqual(first.headers.topic, other.headers.topic);
    const { key, aud, sub, exp } = first.by;
    assert.deepEqual([key, aud, sub], [keys.publicKey, service.origin, contact]);
    assert.ok(exp * second > Date.now() && exp * second <= Date.now() + 24 * hour);
    await assert.rejects(async () =>
      openPush(Buffer.alloc(200, 1), { key: createECDH('prime256v1'), auth: Buffer.alloc(16) }),
    );

    const guarded = createSendPush({
      send: createSender({ ...deps, isDevelopment: false }),
      keys: () => keys,
      contact,
    });
    const refused = await guarded(target, notification('x'));
    assert.equal('problem' in refused && refused.problem, 'address-forbidden');
    const named = createSendPush({
      send: createSender({ ...deps, isDevelopment: false, resolveHost: async () => ['10.0.0.1'] }),
      keys: () => keys,
      contact,
    });
    const inside = await named({ ...target, endpoint: 'https://push.example.org/' }, notification('x'));
    assert.equal('problem' in inside && inside.problem, 'address-forbidden');
    assert.equal(service.pushed.length, 2);
  });
});

it('a public key must be a point on the curve', () => {
  const { publicKey } = createVapidKeys();
  assert.equal(isPublicKey(publicKey), true);
  const bytes = Buffer.from(publicKey, 'base64url');
  bytes[64]! ^= 1;
  assert.equal(isPublicKey(bytes.toString('base64url')), false);
  for (const key of ['', 'A'.repeat(87), publicKey.slice(0, -2)]) assert.equal(isPublicKey(key), false);
});

describe('the queue of a device', () => {
  const attempt = (queue: PushQueue, result: SendResult, now = 0, fraction = 0) =>
    settle(queue, { notification: nextNotification(queue, now)!, result, now, fraction });
  const one = enqueue(emptyPushQueue, [notification('a')], 0);

  it('the queue of a device keeps messages in order, and replaces one of the same key', () => {
    const queue = enqueue(enqueue(one, [notification('b')], 0), [notification('a', 5)], 5);
    assert.deepEqual(queue.waiting, [notification('b'), notification('a', 5)]);
    assert.deepEqual(attempt(queue, answered(201), 5), { ...queue, waiting: [notification('a', 5)] });
    assert.equal(dueAt(queue, 0), 0);
    assert.equal(dueAt(emptyPushQueue, 0), undefined);
  });

  it('the queue of a device has at most 20 messages, and accepts 30 an hour', () => {
    const notifications = (count: number) =>
      Array.from({ length: count }, (_, index) => notification(`${index}`));
    assert.equal(enqueue(emptyPushQueue, notifications(20), 0).waiting.length, 20);
    const full = enqueue(emptyPushQueue, notifications(21), 0);
    assert.deepEqual([full.waiting.length, full.waiting[0]!.key], [20, '1']);
    const busy = enqueue(emptyPushQueue, notifications(29), 0);
    assert.equal(enqueue(busy, [notification('x'), notification('y')], 1).waiting.at(-1)!.key, 'x');
    const spent = enqueue(busy, [notification('x')], 1);
    assert.equal(enqueue(spent, [notification('z')], hour - 1), spent);
    assert.equal(enqueue(spent, [notification('z')], hour).waiting.at(-1)!.key, 'z');
  });

  it('the queue of a device ends after 404 and 410, and any 2xx removes the sent message', () => {
    for (const status of [404, 410]) assert.equal(attempt(one, answered(status)), 'ended');
    for (const status of [200, 201, 202])
      assert.deepEqual(attempt(one, answered(status)), { ...one, waiting: [] });
  });

  it('the queue of a device waits half a minute after 429, 5xx or silence, up to an hour', () => {
    for (const result of [
      answered(429),
      answered(500),
      answered(503),
      { problem: 'too-slow', detail: '', latency: 0 } as const,
    ]) {
      const after = attempt(one, result, 7, 0.999_999);
      assert.ok(after !== 'ended');
      assert.deepEqual([after.waiting, after.failures, after.pausedUntil], [one.waiting, 1, 7 + 30 * second]);
    }
    const pauses = [0, 1, 2, 7, 30].map((failures) => {
      const after = attempt({ ...one, failures }, answered(500), 0, 0.999_999_999);
      return after !== 'ended' && after.pausedUntil;
    });
    assert.deepEqual(pauses, [30 * second, minute, 2 * minute, hour, hour]);
    const soonest = attempt(one, answered(500), 0, 0);
    assert.equal(soonest !== 'ended' && soonest.pausedUntil, 15 * second);
  });

  it('the queue of a device waits for the time that the push service requests, up to 6 hours', () => {
    const pause = (asked: number) => {
      const after = attempt(one, answered(429, asked));
      return after !== 'ended' && after.pausedUntil;
    };
    assert.equal(pause(hour), hour);
    assert.equal(pause(6 * hour), 6 * hour);
    assert.equal(pause(Number.POSITIVE_INFINITY), 6 * hour);
  });

  it('the queue of a device keeps no pause and no count from before the clock went back', () => {
    const later = 75 * hour;
    const full = enqueue(
      emptyPushQueue,
      Array.from({ length: 30 }, (_, index) => notification(`${index}`, later)),
      later,
    );
    const failed = settle(full, {
      notification: full.waiting[0]!,
      result: answered(429, 6 * hour),
      now: later,
      fraction: 0,
    });
    assert.ok(failed !== 'ended');
    assert.equal(dueAt(failed, later), later + 6 * hour);
    assert.equal(dueAt(failed, later - 1), later - 1);
    assert.equal(enqueue(failed, [notification('next')], later), failed);
    assert.ok(enqueue(failed, [notification('next')], 0).waiting.some(({ key }) => key === 'next'));
  });

  it('the queue of a device drops a message that is refused for its content or a day old', () => {
    for (const status of [400, 413]) {
      const after = attempt(one, answered(status));
      assert.deepEqual(after !== 'ended' && after.waiting, []);
    }
    assert.deepEqual(nextNotification(one, messageLifetime - 1), notification('a'));
    assert.equal(nextNotification(one, messageLifetime), undefined);
    assert.equal(dueAt(one, messageLifetime), undefined);
    const both = enqueue(one, [notification('b', hour)], hour);
    assert.deepEqual(nextNotification(both, messageLifetime), notification('b', hour));
    const after = attempt(both, answered(500), messageLifetime);
    assert.deepEqual(after !== 'ended' && after.waiting, [notification('b', hour)]);
  });

  it('the queue of a device ends after 40 consecutive failures', () => {
    const { failures } = pushQueueLimits;
    assert.notEqual(attempt({ ...one, failures: failures - 2 }, answered(500)), 'ended');
    assert.equal(attempt({ ...one, failures: failures - 1 }, answered(500)), 'ended');
    const again = attempt({ ...one, failures: failures - 1 }, answered(201));
    assert.equal(again !== 'ended' && again.failures, 0);
  });
});
