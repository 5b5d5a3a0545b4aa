import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createVapidKeys } from '@plenum/outbound/push';
import { onEachStore } from '../../fixture/with-store.fixture.ts';
import { signUpOwner, startWholeCloud } from './owner.fixture.ts';

const choices = { fault: true, filter: true, battery: true, offline: false };
const reader = { language: 'es', scale: 'F' };
const endpoint = 'https://push.example.org/one';
const target = { endpoint, keys: { p256dh: createVapidKeys().publicKey, auth: 'A'.repeat(22) } };
const path = '/account/notifications';

onEachStore('the push notifications of the web application', (engine) => {
  it('ends push notifications at sign-out, at a password change, and when the account is deleted', async () => {
    await using whole = await startWholeCloud(engine);
    const ann = await signUpOwner(whole.cloud, 'ann@example.org');
    const { publicKey } = (await ann.get(path)).body as { publicKey: string };
    assert.match(publicKey, /^[\w-]{87}$/);
    const chosen = async (owner = ann) => (await owner.post(`${path}/read`, { endpoint })).body;
    const save = (owner = ann) => owner.post(path, { target, choices, reader });
    const renew = async (owner = ann) =>
      (await owner.post(`${path}/renew`, { endpoint, reader: { language: 'de', scale: 'C' } })).body;
    assert.deepEqual(await renew(), {});
    assert.deepEqual(await chosen(), {});
    assert.equal((await save()).status, 204);
    assert.deepEqual(await chosen(), { choices, houses: [] });
    assert.deepEqual(await renew(), { choices, houses: [] });
    const malformed = await ann.post(path, { target, choices: { ...choices, fault: 'yes' }, reader });
    assert.equal(malformed.status, 400);
    assert.match(malformed.body.sentence, /yes/);
    assert.equal((await ann.post(`${path}/end`, { endpoint })).status, 204);
    assert.equal((await ann.post(`${path}/test`, { endpoint })).body.code, 'not-notified');

    const signIn = async () => {
      const answer = await fetch(`${whole.cloud.publicUrl}/account/sign-in`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'ann@example.org', password: 'a quiet house by the sea' }),
      });
      const { formToken } = (await answer.json()) as { formToken: string };
      const cookie = answer.headers.getSetCookie()[0]!.split(';')[0]!;
      const headers = { cookie, 'x-form-token': formToken };
      return { post: (to: string, body: object) => ann.post(to, body, headers) };
    };
    await save();
    const other = await signIn();
    await other.post('/account/sign-out', {});
    assert.deepEqual(await chosen(), { choices, houses: [] });
    await ann.post('/account/sign-out');
    const again = await signIn();
    const read = async (from: typeof again) => (await from.post(`${path}/read`, { endpoint })).body;
    assert.deepEqual(await read(again), {});
    await again.post(path, { target, choices, reader });
    const third = await signIn();
    const next = 'a louder house by the road';
    const present = 'a quiet house by the sea';
    assert.equal((await third.post('/account/password', { present, next })).status, 200);
    assert.equal((await again.post(`${path}/read`, { endpoint })).status, 401);
    const bob = await signUpOwner(whole.cloud, 'bob@example.org');
    assert.deepEqual(await chosen(bob), {});
    await save(bob);
    assert.equal((await bob.post('/account/remove', { password: present })).status, 204);
    const eve = await signUpOwner(whole.cloud, 'eve@example.org');
    assert.equal((await save(eve)).status, 204);
    assert.deepEqual(await chosen(eve), { choices, houses: [] });
  });
});
