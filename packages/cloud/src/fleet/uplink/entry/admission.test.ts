import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { systemClock } from '@plenum/platform';
import { uplink } from '@plenum/protocol/uplink';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { readAudit } from '../../../identity/account/audit/audit.fixture.ts';
import { createMemoryBus } from '../../../kernel/bus/memory-bus.ts';
import { storeErrors } from '../../../kernel/failure/store-errors.ts';
import { silent } from '../../../kernel/log/log.ts';
import { toAccountLimits } from '../../../kernel/quota/account-limits.ts';
import { insertAccount } from '../../bridge/account.fixture.ts';
import { readBridges } from '../../bridge/store.ts';
import { createScriptedBridge, openConnection, snapshotOf } from '../bridge.fixture.ts';
import { accountSubject } from '../bus-subjects.ts';
import { grantOf, type NodeConfig, releaseAt, startNode } from '../node.fixture.ts';

const startOwned = async (config: Partial<NodeConfig> = {}) => {
  const folder = createDataFolder();
  const node = await startNode({ place: { dataDir: folder.path }, ...config });
  await insertAccount(node.cloud.store, 'ann');
  await insertAccount(node.cloud.store, 'bob');
  return {
    ...node,
    [Symbol.asyncDispose]: async () => {
      await node[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
};

test('pairs a bridge with a grant from its owner and a proof of its key, then connects it', async () => {
  await using node = await startOwned();
  const bridge = await createScriptedBridge();
  await assert.rejects(bridge.connect(node.url), { message: '403 not-paired' });
  assert.deepEqual(await bridge.pair(node.url, 'ann'), { status: 200 });
  assert.equal(
    (await readBridges(node.cloud.store.db, { accountId: 'ann', now: 0 }))[0]?.systemId,
    bridge.systemId,
  );
  const connection = await bridge.connect(node.url);
  connection.send(snapshotOf(bridge.systemId));
  assert.deepEqual(await connection.next(), { type: 'ack', n: 1 });
});

test('refuses to take over a system id with another key, account or used proof', async () => {
  await using node = await startOwned();
  const own = await createScriptedBridge();
  const proof = await own.prove(node.url);
  assert.equal((await own.pair(node.url, 'ann', proof)).status, 200);
  assert.deepEqual(await own.pair(node.url, 'ann', proof), { status: 401, error: 'token-used' });

  const thief = await createScriptedBridge(own.systemId);
  assert.deepEqual(await thief.pair(node.url, 'bob'), { status: 409, error: 'system-taken' });
  assert.deepEqual(await thief.pair(node.url, 'ann'), { status: 409, error: 'system-taken' });
  await assert.rejects(thief.connect(node.url), { message: '403 not-paired' });
  const disguised = await thief.sign({ aud: node.url, header: { kid: own.kid } });
  await assert.rejects(openConnection(node.url, disguised), { message: '401 invalid-token' });
  assert.ok((await own.connect(node.url)).isOpen());
});

test('refuses to pair without a grant for a bridge', async () => {
  await using node = await startOwned();
  const bridge = await createScriptedBridge();
  const refused = { status: 401, error: 'not-granted' };
  assert.deepEqual(await bridge.pair(node.url, 'ann:query-control'), refused, "an app's token is refused");
  assert.deepEqual(
    await bridge.pair(node.url, 'ann:pair-bridge:some-app'),
    refused,
    'refuses the scope of another client',
  );
  const proof = await bridge.prove(node.url);
  for (const headers of [{}, { Authorization: 'Bearer nobody' }, { Authorization: `Basic ${proof}` }]) {
    const body = JSON.stringify({ proof });
    const json = { 'Content-Type': 'application/json' };
    const init = { method: 'POST', headers: { ...json, ...headers }, body };
    assert.equal((await fetch(`${node.url}${uplink.pairingPath}`, init)).status, 401);
  }
  assert.deepEqual(await readBridges(node.cloud.store.db, { accountId: 'ann', now: 0 }), []);
});

test('refuses to pair with an invalid proof', async () => {
  await using node = await startOwned();
  const bridge = await createScriptedBridge();
  const { url } = node;
  const aud = url;
  const secret = { kty: 'oct', k: 'c2VjcmV0' };
  const rsa = await exportJWK((await generateKeyPair('RS256', { extractable: true })).publicKey);
  const other = await createScriptedBridge();
  const past = Math.floor(Date.now() / 1000) - 91;
  const proofs: Record<string, string> = {
    'no text': '',
    'no JWT': 'a.b.c',
    'a token to connect': await bridge.sign({ aud, header: { jwk: bridge.jwk } }),
    'a proof without a key': await bridge.sign({ aud, typ: 'plenum-pairing+jwt' }),
    'a proof with the key of another': await bridge.sign({
      aud,
      typ: 'plenum-pairing+jwt',
      header: { jwk: other.jwk },
    }),
    'a proof with a secret for a key': await bridge.sign({
      aud,
      typ: 'plenum-pairing+jwt',
      header: { jwk: secret },
    }),
    'a proof with a key of another kind': await bridge.sign({
      aud,
      typ: 'plenum-pairing+jwt',
      header: { jwk: rsa },
    }),
    'a proof for another cloud': await bridge.prove('https://other.example'),
    'an old proof': await bridge.prove(url, { iat: past - 60, exp: past }),
    'a proof of an hour': await bridge.prove(url, { exp: Math.floor(Date.now() / 1000) + 3_600 }),
    'a proof for no system id': await bridge.prove(url, { sub: '12345678' }),
    'a proof for a system id with more': await bridge.prove(url, { sub: '123456789_hvac' }),
    'a proof without an id': await bridge.prove(url, { jti: '' }),
    'a proof with an id no database keeps': await bridge.prove(url, { jti: 'a\u0000b' }),
  };
  for (const [what, proof] of Object.entries(proofs))
    assert.deepEqual(await bridge.pair(url, 'ann', proof), { status: 401, error: 'invalid-token' }, what);
  assert.deepEqual(await readBridges(node.cloud.store.db, { accountId: 'ann', now: 0 }), []);
});

test('refuses to pair if the body has no proof', async () => {
  await using node = await startOwned();
  const headers = { Authorization: `Bearer ${grantOf('ann')}`, 'Content-Type': 'application/json' };
  for (const body of ['null', '"proof"', '7', '{}', '{"proof":7}', '{"proof":null}']) {
    const answer = await fetch(`${node.url}${uplink.pairingPath}`, { method: 'POST', headers, body });
    assert.deepEqual([answer.status, await answer.json()], [401, { error: 'invalid-token' }], body);
  }
});

test('notifies clients watching an account of a pairing, but not of a refused one', async () => {
  await using bus = createMemoryBus({ clock: systemClock, log: silent });
  const accountLimits = { ...toAccountLimits(), maxBridges: 2, maxUnproven: 1 };
  await using node = await startOwned({ bus, accountLimits });
  let published = 0;
  await bus.subscribe(accountSubject('ann'), () => void published++);
  const [first, second, third] = await Promise.all(
    ['000000001', '000000002', '000000003'].map(createScriptedBridge),
  );
  assert.deepEqual(await first!.pair(node.url, 'ann'), { status: 200 });
  const full = { status: 409, error: 'too-many-bridges' };
  assert.deepEqual(await second!.pair(node.url, 'ann'), full, 'the first bridge has not connected yet');
  const seen = () => node.cloud.store.db.updateTable('bridge').set({ last_seen: 1 }).execute();
  await seen();
  assert.deepEqual(await second!.pair(node.url, 'ann'), { status: 200 });
  await seen();
  assert.deepEqual(await third!.pair(node.url, 'ann'), full);
  assert.equal(published, 2);
  const acts = (await readAudit(node.cloud.store, 'ann', 9)).map(({ act }) => act);
  assert.deepEqual(acts.toSorted(), [
    ...['bridge-paired', 'bridge-paired', 'bridge-pairing-refused', 'bridge-pairing-refused'],
  ]);
});

test('refuses to pair with a used grant, and does not use up a grant for many bridges', async () => {
  let spent = 0;
  const spend = async () => {
    spent++;
    return false;
  };
  let scope: string = uplink.scope;
  const identify = async (grantId: string) => ({
    accountId: 'ann',
    clientId: uplink.clientId,
    scopes: [scope],
    grantId,
  });
  await using node = await startOwned({ grants: { identify, spend } });
  const bridge = await createScriptedBridge();
  assert.deepEqual(await bridge.pair(node.url, 'ann'), { status: 401, error: 'not-granted' });
  assert.deepEqual(await readBridges(node.cloud.store.db, { accountId: 'ann', now: 0 }), []);
  assert.deepEqual(await readAudit(node.cloud.store, 'ann', 9), []);
  scope = uplink.fleetScope;
  assert.deepEqual(await bridge.pair(node.url, 'ann'), { status: 200 });
  assert.equal(spent, 1);
});

test('tells a bridge to retry if the store is unavailable, and does not reveal other failures', async () => {
  let failure: Error = storeErrors.error('unavailable');
  const identify = async () => {
    throw failure;
  };
  await using node = await startOwned({ grants: { identify } });
  const bridge = await createScriptedBridge();
  const pair = async () => {
    const headers = { Authorization: `Bearer ${grantOf('ann')}`, 'Content-Type': 'application/json' };
    const body = JSON.stringify({ proof: await bridge.prove(node.url) });
    return fetch(`${node.url}${uplink.pairingPath}`, { method: 'POST', headers, body });
  };
  const busy = await pair();
  assert.deepEqual(
    [busy.status, busy.headers.get('retry-after'), await busy.json()],
    [503, '5', { error: 'busy' }],
  );
  failure = new Error('broken');
  assert.equal((await pair()).status, 500);
});

test('a token opens only one connection', async () => {
  await using node = await startOwned();
  const bridge = await createScriptedBridge();
  await bridge.pair(node.url, 'ann');
  const token = await bridge.sign({ aud: node.url });
  const connection = await bridge.connect(node.url, token);
  await assert.rejects(openConnection(node.url, token), { message: '401 token-used' });
  connection.send(snapshotOf(bridge.systemId));
  assert.deepEqual(
    await connection.next(),
    { type: 'ack', n: 1 },
    'the repetition did not affect the open connection',
  );
});

test('refuses a connection with a string that is not a token of the paired key', async () => {
  await using node = await startOwned();
  const bridge = await createScriptedBridge();
  await bridge.pair(node.url, 'ann');
  const aud = node.url;
  const now = Math.floor(Date.now() / 1000);
  const unsigned = [
    { alg: 'none', kid: bridge.kid, typ: 'plenum-uplink+jwt' },
    { sub: bridge.systemId, aud },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const mac = new SignJWT({ sub: bridge.systemId, aud, jti: '1', iat: now, exp: now + 60 })
    .setProtectedHeader({ alg: 'HS256', kid: bridge.kid, typ: 'plenum-uplink+jwt' })
    .sign(new TextEncoder().encode(JSON.stringify(bridge.jwk)));
  const tokens: Record<string, string> = {
    'no token': '',
    'no JWT': 'abc',
    'too long a token': 'a'.repeat(3_000),
    'an unsigned token': `${unsigned}.`,
    'a token signed with the public key as a secret': await mac,
    'the proof of a pairing': await bridge.prove(node.url),
    'a token for another cloud': await bridge.sign({ aud: 'https://other.example' }),
    'an expired token': await bridge.sign({ aud, claims: { iat: now - 151, exp: now - 91 } }),
    'a token from the future': await bridge.sign({ aud, claims: { iat: now + 91, exp: now + 151 } }),
    'a token of an hour': await bridge.sign({ aud, claims: { exp: now + 3_600 } }),
    'a token without an end': await bridge.sign({ aud, claims: { exp: undefined } }),
    'a token without an id': await bridge.sign({ aud, claims: { jti: undefined } }),
    'a token with an id no database keeps': await bridge.sign({ aud, claims: { jti: 'a\u0000b' } }),
    'a token with an id too long': await bridge.sign({ aud, claims: { jti: 'a'.repeat(65) } }),
  };
  for (const [what, token] of Object.entries(tokens))
    await assert.rejects(openConnection(node.url, token), { message: '401 invalid-token' }, what);
  const stranger = await createScriptedBridge('987654321');
  await assert.rejects(stranger.connect(node.url), { message: '403 not-paired' });
});

test('a refusal contains the time of the cloud, so that a bridge can set its clock', async () => {
  await using node = await startOwned();
  const answer = await fetch(`${node.url}${uplink.path}`, { headers: { Connection: 'close' } });
  assert.equal(answer.status, 404);
  const { port } = new URL(node.url);
  const { connect } = await import('node:net');
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(
    `GET ${uplink.path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: ${uplink.subprotocol}\r\nSec-WebSocket-Key: ${generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }).x!.slice(0, 22)}==\r\n\r\n`,
  );
  let text = '';
  for await (const piece of socket) text += piece;
  assert.match(text, /^HTTP\/1\.1 401 Unauthorized\r\nDate: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT\r\n/);
  assert.match(text, /\{"error":"invalid-token"\}$/);
});

test('disconnects a released bridge, refuses it, and lets another account pair it', async () => {
  await using node = await startOwned();
  const bridge = await createScriptedBridge();
  await bridge.pair(node.url, 'ann');
  const connection = await bridge.connect(node.url);
  connection.send(snapshotOf(bridge.systemId));
  await connection.next();
  assert.equal(await releaseAt(node, { accountId: 'bob', address: '192.0.2.1' }, bridge.systemId), false);
  assert.equal(await releaseAt(node, { accountId: 'ann', address: '192.0.2.1' }, bridge.systemId), true);
  const frame = await connection.next();
  assert.ok(frame.type === 'close' && frame.reason === 'released');
  await connection.closed;
  await assert.rejects(bridge.connect(node.url), { message: '403 not-paired' });
  assert.equal((await bridge.pair(node.url, 'bob')).status, 200);
  assert.ok((await bridge.connect(node.url)).isOpen());
});
