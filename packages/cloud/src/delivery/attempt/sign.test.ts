import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { systemRandom } from '../../kernel/crypto/random.ts';
import { createSecret, sign } from './sign.ts';

const nowInSeconds = () => Math.floor(Date.now() / 1000);
const body = '{"requestId":"1","requestType":"Sync","userId":"Zoë"}';

it('signs the example in the specification correctly', () => {
  const headers = sign(['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'], {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    seconds: 1614265330,
    body: '{"test": 2432232314}',
  });
  assert.deepEqual(headers, {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

it('creates different secrets of 32 bytes that the public library accepts', () => {
  const secret = createSecret(systemRandom);
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  assert.notEqual(secret, createSecret(systemRandom));
  const headers = sign([secret], { id: 'msg_1', seconds: nowInSeconds(), body });
  assert.deepEqual(new Webhook(secret).verify(body, headers), JSON.parse(body));
});

it('the public library refuses a signature if a byte, the id or the time differs', () => {
  const secret = createSecret(systemRandom);
  const seconds = nowInSeconds();
  const headers = sign([secret], { id: 'msg_1', seconds, body });
  const verify = (text: string, changed = {}) => new Webhook(secret).verify(text, { ...headers, ...changed });
  assert.throws(() => verify(body.replace('Sync', 'sync')), WebhookVerificationError);
  assert.throws(() => verify(body, { 'webhook-id': 'msg_2' }), WebhookVerificationError);
  assert.throws(() => verify(body, { 'webhook-timestamp': `${seconds - 1}` }), WebhookVerificationError);
});

it('verifies a signature with either of two secrets in a rotation, and with no other', () => {
  const [fresh, old, other] = [
    createSecret(systemRandom),
    createSecret(systemRandom),
    createSecret(systemRandom),
  ];
  const headers = sign([fresh, old], { id: 'msg_1', seconds: nowInSeconds(), body });
  assert.equal(headers['webhook-signature']?.split(' ').length, 2);
  for (const secret of [fresh, old]) new Webhook(secret).verify(body, headers);
  assert.throws(() => new Webhook(other).verify(body, headers), WebhookVerificationError);
});
