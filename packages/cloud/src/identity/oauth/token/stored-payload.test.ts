import assert from 'node:assert/strict';
import { it } from 'node:test';
import { hashSecret } from '../../account/secret.ts';
import { fromStoredPayload, isSurrogate, toIdHash, toStoredPayload, toSurrogate } from './stored-payload.ts';

it('stores a payload without its own id, the browser’s session and the user code', () => {
  const payload = {
    jti: 'secret-id',
    state: 'keep secret-id here',
    consumed: 12,
    userCode: 'ABCD-EFGH',
    session: { uid: 'session', cookie: 'cookie-value' },
    exp: 1_000,
  };
  const stored = toStoredPayload('secret-id', payload as never);
  for (const secret of ['secret-id', 'cookie-value', 'ABCD-EFGH', 'consumed'])
    assert.ok(!stored.includes(secret), secret);
  assert.deepEqual(fromStoredPayload('secret-id', stored), {
    jti: 'secret-id',
    state: 'keep secret-id here',
    session: { uid: 'session' },
    exp: 1_000,
  });
});

it('stores a payload that has no session', () => {
  assert.equal(toStoredPayload('id', { exp: 1 }), '{"exp":1}');
});

it('stores an id as its hash, a consent’s id unchanged, and a surrogate by its hash', () => {
  assert.equal(toIdHash('AccessToken', 'id'), hashSecret('id'));
  assert.equal(toIdHash('Grant', 'id'), 'id');
  const surrogate = toSurrogate('the-hash');
  assert.equal(isSurrogate(surrogate), true);
  assert.equal(isSurrogate('id'), false);
  assert.equal(toIdHash('DeviceCode', surrogate), 'the-hash');
});

it('restores an id that looks like a replacement pattern', () => {
  const stored = toStoredPayload('a$&b', { jti: 'a$&b' });
  assert.deepEqual(fromStoredPayload('a$&b', stored), { jti: 'a$&b' });
});
