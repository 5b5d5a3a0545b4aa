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
  emptyMailbox,
  isPublicKey,
  type Mailbox,
  mailboxLimits,
  messageLifetime,
  nextLetter,
  putIn,
  settle,
} from './index.ts';

const contact = 'https://plenum.example.org';
const toMessage = (at = 0): AlertMessage => ({
  version: 1,
  house: 'Zoë’s house',
  at,
  reader: { language: 'de', scale: 'C' },
});
const letter = (key: string, at = 0) => ({ key, message: toMessage(at) });
const answered = (status: number, retryAfter?: number): SendResult => ({
  status,
  retryAfter,
  answer: '',
  latency: 1,
});
const [second, minute, hour] = [1_000, 60_000, 3_600_000];

it('the push service of these tests opens the example of RFC 8291, 5', () => {
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

describe('a message to a device', { skip: opensslMissing }, () => {
  it('is sealed for that browser alone, signed with the key of the server, and of one length', async () => {
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
    const sent = await sendPush(target, letter('zone.2 range low'));
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
    const refused = await guarded(target, letter('x'));
    assert.equal('problem' in refused && refused.problem, 'address-forbidden');
    const named = createSendPush({
      send: createSender({ ...deps, isDevelopment: false, resolveHost: async () => ['10.0.0.1'] }),
      keys: () => keys,
      contact,
    });
    const inside = await named({ ...target, endpoint: 'https://push.example.org/' }, letter('x'));
    assert.equal('problem' in inside && inside.problem, 'address-forbidden');
    assert.equal(service.pushed.length, 2);
  });
});

it('a public key is a point of the curve', () => {
  const { publicKey } = createVapidKeys();
  assert.equal(isPublicKey(publicKey), true);
  const bytes = Buffer.from(publicKey, 'base64url');
  bytes[64]! ^= 1;
  assert.equal(isPublicKey(bytes.toString('base64url')), false);
  for (const key of ['', 'A'.repeat(87), publicKey.slice(0, -2)]) assert.equal(isPublicKey(key), false);
});

describe('the mailbox of a device', () => {
  const attempt = (mailbox: Mailbox, result: SendResult, now = 0, fraction = 0) =>
    settle(mailbox, { letter: nextLetter(mailbox, now)!, result, now, fraction });
  const one = putIn(emptyMailbox, [letter('a')], 0);

  it('gives messages in their order, and the newer of two with one key', () => {
    const mailbox = putIn(putIn(one, [letter('b')], 0), [letter('a', 5)], 5);
    assert.deepEqual(mailbox.waiting, [letter('b'), letter('a', 5)]);
    assert.deepEqual(attempt(mailbox, answered(201), 5), { ...mailbox, waiting: [letter('a', 5)] });
    assert.equal(dueAt(mailbox, 0), 0);
    assert.equal(dueAt(emptyMailbox, 0), undefined);
  });

  it('keeps 20 that wait and takes 30 in an hour', () => {
    const letters = (count: number) => Array.from({ length: count }, (_, index) => letter(`${index}`));
    assert.equal(putIn(emptyMailbox, letters(20), 0).waiting.length, 20);
    const full = putIn(emptyMailbox, letters(21), 0);
    assert.deepEqual([full.waiting.length, full.waiting[0]!.key], [20, '1']);
    const busy = putIn(emptyMailbox, letters(29), 0);
    assert.equal(putIn(busy, [letter('x'), letter('y')], 1).waiting.at(-1)!.key, 'x');
    const spent = putIn(busy, [letter('x')], 1);
    assert.equal(putIn(spent, [letter('z')], hour - 1), spent);
    assert.equal(putIn(spent, [letter('z')], hour).waiting.at(-1)!.key, 'z');
  });

  it('ends with 404 and 410, and is emptied by any 2xx', () => {
    for (const status of [404, 410]) assert.equal(attempt(one, answered(status)), 'ended');
    for (const status of [200, 201, 202])
      assert.deepEqual(attempt(one, answered(status)), { ...one, waiting: [] });
  });

  it('waits after 429, 5xx and no answer: half a minute, then twice as long each time, an hour at most', () => {
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

  it('waits for as long as the push service asks, 6 hours at most', () => {
    const pause = (asked: number) => {
      const after = attempt(one, answered(429, asked));
      return after !== 'ended' && after.pausedUntil;
    };
    assert.equal(pause(hour), hour);
    assert.equal(pause(6 * hour), 6 * hour);
    assert.equal(pause(Number.POSITIVE_INFINITY), 6 * hour);
  });

  it('drops a message that is refused for what it is, and one after a day', () => {
    for (const status of [400, 413]) {
      const after = attempt(one, answered(status));
      assert.deepEqual(after !== 'ended' && after.waiting, []);
    }
    assert.deepEqual(nextLetter(one, messageLifetime - 1), letter('a'));
    assert.equal(nextLetter(one, messageLifetime), undefined);
    assert.equal(dueAt(one, messageLifetime), undefined);
    const both = putIn(one, [letter('b', hour)], hour);
    assert.deepEqual(nextLetter(both, messageLifetime), letter('b', hour));
    const after = attempt(both, answered(500), messageLifetime);
    assert.deepEqual(after !== 'ended' && after.waiting, [letter('b', hour)]);
  });

  it('ends after 40 failures in a row', () => {
    const { failures } = mailboxLimits;
    assert.notEqual(attempt({ ...one, failures: failures - 2 }, answered(500)), 'ended');
    assert.equal(attempt({ ...one, failures: failures - 1 }, answered(500)), 'ended');
    const again = attempt({ ...one, failures: failures - 1 }, answered(201));
    assert.equal(again !== 'ended' && again.failures, 0);
  });
});
