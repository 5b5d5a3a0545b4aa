import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifyWebhook } from '@plenum/client';
import { toSignedHeaders } from './sign.ts';

const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const other = `whsec_${Buffer.alloc(24, 8).toString('base64')}`;
const body = '{"requestType":"Sync","requestId":"1","userId":"u"}';
const sign = (...secrets: string[]) => toSignedHeaders(body, { id: 'msg_1', timestamp: 1_000, secrets });
const verify = (headers: Record<string, string>) =>
  verifyWebhook({ headers, body, secrets: [secret], now: 1_000_000 });

test('the client verifies a signature that the check made', () => {
  assert.equal(verify(sign(secret)).id, 'msg_1');
  assert.equal(verify(sign(other, secret)).id, 'msg_1');
  assert.throws(() => verify(sign(other)), { code: 'forged' });
});

test('a signature equals the one that Standard Webhooks specifies, byte by byte', () => {
  assert.deepEqual(sign(secret), {
    'Content-Type': 'application/json',
    'webhook-id': 'msg_1',
    'webhook-timestamp': '1000',
    'webhook-signature': `v1,${signature}`,
  });
});

/** HMAC-SHA256 of `msg_1.1000.` and the body, with 24 bytes of value 7 as the key, computed with openssl. */
const signature = 'rdABxE29BmeracgjlbKSPzl5XyVY39JNI/9Pud81PRg=';
