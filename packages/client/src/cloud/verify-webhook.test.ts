import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { CloudError } from './cloud-error.ts';
import { verifyWebhook } from './verify-webhook.ts';

/** The example of the Standard Webhooks libraries. */
const known = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  seconds: 1_614_265_330,
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};
const sync = '{"requestId":"5f0d7a52-9c1e-4b0f-8a3e-2d6f1b7c9e10","requestType":"Sync","userId":"ann"}';
const now = known.seconds * 1_000;

const sign = (
  body: string | Uint8Array,
  { secret = known.secret, id = 'msg_1', seconds = known.seconds } = {},
) => {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.`).update(body).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': `${seconds}`, 'webhook-signature': `v1,${signature}` };
};
const verify = (headers: object, body: string | Uint8Array = sync, about: object = {}) =>
  verifyWebhook({ headers: headers as never, body, secrets: [known.secret], now, ...about });
const refused = (code: string, sentence: RegExp) => (error: unknown) =>
  error instanceof CloudError && error.code === code && sentence.test(error.message);

test('accepts the example signature of Standard Webhooks despite its undefined message', () => {
  const { id, seconds, body, signature } = known;
  const headers = { 'webhook-id': id, 'webhook-timestamp': `${seconds}`, 'webhook-signature': signature };
  assert.throws(() => verify(headers, body), refused('malformed', /neither a Sync nor an Event/));
  assert.throws(() => verify(headers, `${body} `), refused('forged', /No signature/));
});

test('returns a signed message from the cloud with its id', () => {
  assert.deepEqual(verify(sign(sync)), { id: 'msg_1', message: JSON.parse(sync) });
  assert.deepEqual(verify(sign(sync), new TextEncoder().encode(sync)).message.requestType, 'Sync');
  assert.equal(verify(new Headers(sign(sync))).id, 'msg_1');
  const upper = Object.fromEntries(
    Object.entries(sign(sync)).map(([name, value]) => [name.toUpperCase(), value]),
  );
  assert.equal(verify(upper).id, 'msg_1');
});

test('rejects a webhook if any signed part was changed', () => {
  const headers = sign(sync);
  for (const forged of [
    { ...headers, 'webhook-id': 'msg_2' },
    { ...headers, 'webhook-timestamp': `${known.seconds + 1}` },
    { ...headers, 'webhook-signature': headers['webhook-signature'].replace('v1,', 'v2,') },
    { ...headers, 'webhook-signature': 'v1,' },
    { ...headers, 'webhook-signature': '' },
    sign(sync, { secret: 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }),
    sign(sync, { secret: 'whsec_' }),
  ])
    assert.throws(() => verify(forged), refused('forged', /No signature/));
  for (const name of ['webhook-id', 'webhook-timestamp'])
    assert.throws(() => verify({ ...headers, [name]: undefined }), refused('forged', /headers/));
});

test('refuses a secret shorter than 24 bytes even if the signature matches', () => {
  const ofBytes = (bytes: number) => `whsec_${Buffer.alloc(bytes, 7).toString('base64')}`;
  for (const [secret, bytes] of [
    ['', 0],
    ['whsec_', 0],
    ['whsec_????', 0],
    [ofBytes(23), 23],
  ] as const) {
    const headers = sign(sync, { secret: secret || 'whsec_' });
    const sentence = new RegExp(`has ${bytes} bytes`);
    assert.throws(() => verify(headers, sync, { secrets: [secret] }), refused('weak-secret', sentence));
    // A strong secret next to the short one does not help, since the sender chooses the secret that signs the message.
    assert.throws(
      () => verify(headers, sync, { secrets: [known.secret, secret] }),
      refused('weak-secret', sentence),
    );
  }
  assert.equal(verify(sign(sync, { secret: ofBytes(24) }), sync, { secrets: [ofBytes(24)] }).id, 'msg_1');
});

test('rejects every webhook if there is no secret', () => {
  assert.throws(
    () => verify(sign(sync, { secret: 'whsec_' }), sync, { secrets: [] }),
    refused('forged', /No signature/),
  );
});

test('accepts either secret in a rotation, with two signatures or two secrets', () => {
  const other = 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
  const both = {
    ...sign(sync),
    'webhook-signature': `${sign(sync, { secret: other })['webhook-signature']} ${sign(sync)['webhook-signature']}`,
  };
  assert.equal(verify(both).id, 'msg_1');
  assert.equal(verify(sign(sync, { secret: other }), sync, { secrets: [known.secret, other] }).id, 'msg_1');
});

test('accepts a message up to 300 s before or after it was signed', () => {
  for (const age of [-300, 0, 300])
    assert.equal(verify(sign(sync), sync, { now: now + age * 1_000 }).id, 'msg_1');
  assert.throws(
    () => verify(sign(sync), sync, { now: now + 301_000 }),
    refused('forged', /signed 301 s ago/),
  );
  assert.throws(
    () => verify(sign(sync), sync, { now: now - 301_000 }),
    refused('forged', /signed 301 s ahead/),
  );
});

test('reports a signed body that is not JSON as malformed', () => {
  assert.throws(() => verify(sign('x'), 'x'), refused('malformed', /not JSON/));
  assert.throws(() => verify(sign('null'), 'null'), refused('malformed', /neither/));
});
