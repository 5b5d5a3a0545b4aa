import assert from 'node:assert/strict';
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { bridgeToken } from '@plenum/protocol/uplink';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { importJWK, jwtVerify } from 'jose';
import { bridgeFailures } from '../bridge-failures.ts';
import { startSmallBridge } from '../fixture/start-small-bridge.fixture.ts';
import { keyFile, openKey } from './key.ts';
import { signConnectToken, signPairingProof } from './token.ts';

test('creates a key at the first start, readable only to its owner, and keeps it', async () => {
  using folder = createDataFolder();
  const first = await openKey(folder.path);
  const file = keyFile(folder.path);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.equal(first.publicJwk.crv, 'Ed25519');
  assert.equal(first.publicJwk.d, undefined);
  assert.deepEqual((await openKey(folder.path)).publicJwk, first.publicJwk);

  chmodSync(file, 0o644);
  await openKey(folder.path);
  assert.equal(statSync(file).mode & 0o777, 0o600);
});

test('creates a different key in every data folder', async () => {
  using one = createDataFolder();
  using other = createDataFolder();
  assert.notEqual((await openKey(one.path)).id, (await openKey(other.path)).id);
});

test('does not replace the key with a partly written one', async () => {
  using folder = createDataFolder();
  writeFileSync(`${keyFile(folder.path)}.new`, '{"kty":"OK');
  const key = await openKey(folder.path);
  assert.equal(JSON.parse(readFileSync(keyFile(folder.path), 'utf8')).x, key.publicJwk.x);
});

test('signs a token for its bridge, audience and expiry with the key', async () => {
  using folder = createDataFolder();
  const key = await openKey(folder.path);
  const options = { key, systemId: '123456789', audience: 'https://cloud.example', now: 1_767_225_600_999 };
  const verify = async (token: string, typ: string) =>
    jwtVerify(token, await importJWK(key.publicJwk, 'EdDSA'), {
      typ,
      audience: 'https://cloud.example',
      currentDate: new Date(1_767_225_600_000),
    });
  const { payload, protectedHeader } = await verify(await signConnectToken(options), bridgeToken.connectType);
  assert.deepEqual(protectedHeader, { alg: 'EdDSA', kid: key.id, typ: 'plenum-uplink+jwt' });
  assert.match(payload.jti!, /^[0-9a-f-]{36}$/);
  const { jti: _, ...claims } = payload;
  const aud = 'https://cloud.example';
  assert.deepEqual(claims, {
    sub: '123456789',
    aud,
    iat: 1_767_225_600,
    exp: 1_767_225_660,
  });

  const withZone = await signConnectToken({ ...options, timeZone: 'Australia/Sydney' });
  assert.equal((await verify(withZone, bridgeToken.connectType)).payload.zoneinfo, 'Australia/Sydney');

  const proof = await verify(await signPairingProof(options), bridgeToken.pairingType);
  assert.deepEqual(proof.protectedHeader.jwk, key.publicJwk);
  assert.notEqual(proof.payload.jti, payload.jti);
});

test('refuses to start with a damaged key or malformed cloud address, and gives the cause', async () => {
  using folder = createDataFolder();
  const file = keyFile(folder.path);
  writeFileSync(file, 'no key');
  const start = (cloud: string) => startSmallBridge({ dataDir: folder.path, cloud });
  await assert.rejects(start('http://127.0.0.1:9'), (error: Error) => {
    assert.ok(bridgeFailures.is(error, 'key-unusable'));
    return error.message.includes(file);
  });
  await assert.rejects(start('cloud.example'), {
    message: 'cloud.example is not the address of a cloud; give its http or https URL.',
  });
});
