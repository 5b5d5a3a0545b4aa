import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bridgeToken } from '@plenum/protocol/uplink';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { Db } from '../../../kernel/database/store.ts';
import { openStore } from '../../../kernel/database/store.ts';
import { insertAccount } from '../../bridge/account.fixture.ts';
import { pairBridge } from '../../bridge/pair.ts';
import { none } from '../../component/bridge.fixture.ts';
import { createScriptedBridge } from '../bridge.fixture.ts';
import { namedIn, verifyConnectToken, verifyPairingProof } from './verify-token.ts';

const aud = 'https://cloud.example';
/** The token is valid from second 1,000 to second 1,060. */
const iat = 1_000;
const rules = { audiences: [aud], now: iat * 1_000 };
const claims = { jti: 'a', iat, exp: iat + bridgeToken.lifetime };

/**
 * Creates tokens of 2,000 and of 2,001 characters. The padding of the header and of the claims is encoded separately.
 */
const ofLengths = async (sign: (header: object, more: object) => Promise<string>) => {
  const found = new Map<number, string>();
  const isFound = () => found.has(2_000) && found.has(2_001);
  for (let padding = 0; !isFound() && padding < 4; padding++) {
    const header = { kid: 'k'.repeat(43 + padding) };
    const { length } = await sign(header, { more: '' });
    const about = Math.floor(((2_000 - length) * 3) / 4);
    for (let count = about - 3; !isFound() && count < about + 4; count++) {
      const token = await sign(header, { more: 'x'.repeat(count) });
      found.set(token.length, token);
    }
  }
  return [found.get(2_000)!, found.get(2_001)!] as const;
};

describe('the pairing proof', () => {
  it('reads a proof’s bridge, its key’s public members, and the time it expires as a replay', async () => {
    const bridge = await createScriptedBridge();
    const jwk = { ...bridge.jwk, use: 'sig', d: 'secret' };
    const typ = bridgeToken.pairingType;
    const proof = await bridge.sign({ aud, typ, header: { jwk }, claims });
    const { kty, crv, x } = bridge.jwk;
    assert.deepEqual(await verifyPairingProof(proof, rules), {
      systemId: bridge.systemId,
      keyId: bridge.kid,
      jwk: { kty, crv, x },
      jti: 'a',
      expiresAt: 1_091_000,
      timeZone: undefined,
    });
  });

  it('accepts a pairing proof for its lifetime plus half a minute', async () => {
    const bridge = await createScriptedBridge();
    const proof = await bridge.prove(aud, claims);
    const isValid = async (second: number) =>
      typeof (await verifyPairingProof(proof, { ...rules, now: second * 1_000 })) !== 'string';
    assert.deepEqual(
      [await isValid(969), await isValid(970), await isValid(1_089), await isValid(1_091)],
      [false, true, true, false],
    );
    const longer = await bridge.prove(aud, { ...claims, exp: claims.exp + 1 });
    assert.equal(await verifyPairingProof(longer, rules), 'invalid-token');
  });

  it('requires a pairing proof to have a public Ed25519 key and the type of a proof', async () => {
    const bridge = await createScriptedBridge();
    const typ = bridgeToken.pairingType;
    const sign = async (header: object, signedAs: string = typ) =>
      typeof (await verifyPairingProof(await bridge.sign({ aud, typ: signedAs, header, claims }), rules)) !==
      'string';
    const { jwk } = bridge;
    assert.equal(await sign({ jwk }), true);
    assert.equal(await sign({ jwk }, bridgeToken.connectType), false);
    assert.equal(await sign({}), false);
    for (const wrong of [{ kty: 'oct' }, { crv: 'X25519' }, { x: undefined }, { x: 7 }, { x: 'AA' }])
      assert.equal(await sign({ jwk: { ...jwk, ...wrong } }), false, JSON.stringify(wrong));
  });

  it('refuses a pairing proof made with another kind of key', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
    const jwk = await exportJWK(publicKey);
    const proof = await new SignJWT({ sub: '123456789', aud, ...claims })
      .setProtectedHeader({ alg: 'ES256', typ: bridgeToken.pairingType, jwk })
      .sign(privateKey);
    assert.equal(await verifyPairingProof(proof, rules), 'invalid-token');
  });

  it('accepts only 1 to 64 harmless characters as the id of a pairing proof', async () => {
    const bridge = await createScriptedBridge();
    for (const [jti, isValid] of [
      ['a', true],
      ['aZ0_.~-'.padEnd(64, 'x'), true],
      ['x'.repeat(65), false],
      ['', false],
      ['a b', false],
      [7, false],
    ] as const) {
      const verified = await verifyPairingProof(await bridge.prove(aud, { ...claims, jti }), rules);
      assert.equal(typeof verified !== 'string', isValid, String(jti));
    }
  });

  it('reads the time zone of a pairing proof, and ignores an unknown one', async () => {
    const bridge = await createScriptedBridge();
    const read = async (more: object) => {
      const verified = await verifyPairingProof(await bridge.prove(aud, { ...claims, ...more }), rules);
      assert.ok(typeof verified !== 'string');
      return verified.timeZone;
    };
    const { timeZoneClaim } = bridgeToken;
    assert.deepEqual(await read({ [timeZoneClaim]: 'Europe/Vienna' }), 'Europe/Vienna');
    assert.deepEqual(await read({ [timeZoneClaim]: 'no zone' }), undefined);
  });

  it('limits a pairing proof to 2,000 characters', async () => {
    const bridge = await createScriptedBridge();
    const [longest, longer] = await ofLengths((header, more) =>
      bridge.sign({
        aud,
        typ: bridgeToken.pairingType,
        header: { jwk: bridge.jwk, ...header },
        claims: { ...claims, ...more },
      }),
    );
    assert.ok(typeof (await verifyPairingProof(longest, rules)) !== 'string');
    assert.equal(await verifyPairingProof(longer, rules), 'invalid-token');
    assert.equal(await verifyPairingProof('', rules), 'invalid-token');
  });

  it('does not hide unrelated failures while verifying a pairing proof', async () => {
    const bridge = await createScriptedBridge();
    const error = new Error('no memory');
    const broken = {
      now: rules.now,
      get audiences(): readonly string[] {
        throw error;
      },
    };
    await assert.rejects(verifyPairingProof(await bridge.prove(aud, claims), broken), error);
  });
});

describe('the connect token', () => {
  const open = async () => {
    const stack = new AsyncDisposableStack();
    const folder = stack.use(createDataFolder());
    const store = stack.use(await openStore({ dataDir: folder.path }));
    await insertAccount(store, 'ann');
    const bridge = await createScriptedBridge();
    const { systemId, jwk, kid: keyId } = bridge;
    const pairing = { systemId, accountId: 'ann', keyId, jwk, now: 0 };
    await store.transaction('full', (tx) => pairBridge(tx, pairing, none));
    return { store, bridge, [Symbol.asyncDispose]: () => stack.disposeAsync() };
  };

  it('returns the bridge and account of a valid connect token', async () => {
    await using opened = await open();
    const { bridge, store } = opened;
    const token = await bridge.sign({ aud, claims });
    const { systemId, jwk, kid: keyId } = bridge;
    assert.deepEqual(await verifyConnectToken(store.db, token, rules), {
      systemId,
      keyId,
      jwk,
      jti: 'a',
      expiresAt: 1_091_000,
      timeZone: undefined,
      accountId: 'ann',
    });
    assert.equal(await verifyConnectToken(store.db, await bridge.prove(aud, claims), rules), 'invalid-token');
  });

  it('refuses a token as not paired if its key or id is unknown, or as invalid if malformed', async () => {
    await using opened = await open();
    const { bridge, store } = opened;
    const verify = async (signing: { claims?: object; header?: object }) =>
      verifyConnectToken(
        store.db,
        await bridge.sign({ aud, claims: { ...claims, ...signing.claims }, header: signing.header ?? {} }),
        rules,
      );
    assert.equal(await verify({ header: { kid: 'another' } }), 'not-paired');
    assert.equal(await verify({ claims: { sub: '987654321' } }), 'not-paired');
    for (const sub of ['12345678', '', undefined])
      assert.equal(await verify({ claims: { sub } }), 'invalid-token', String(sub));
    const [longest, longer] = await ofLengths((header, more) =>
      bridge.sign({ aud, header, claims: { ...claims, ...more } }),
    );
    assert.equal(await verifyConnectToken(store.db, longest, rules), 'not-paired');
    for (const token of ['', 'abc', 'a.b.c', longer])
      assert.equal(await verifyConnectToken(store.db, token, rules), 'invalid-token');
  });

  it('does not hide that the store cannot be read while verifying a connect token', async () => {
    const { sign } = await createScriptedBridge();
    const error = Object.assign(new Error('no connection'), { code: 'ECONNREFUSED' });
    const broken = {
      selectFrom: () => {
        throw error;
      },
    } as unknown as Db;
    await assert.rejects(verifyConnectToken(broken, await sign({ aud, claims }), rules), error);
  });
});

describe('the claims of an unverified token', () => {
  it('reads the bridge and key that an unverified token names', async () => {
    const bridge = await createScriptedBridge();
    assert.equal(namedIn(await bridge.sign({ aud })), `${bridge.systemId} ${bridge.kid}`);
    for (const nothing of ['', 'a', 'a.b.c']) assert.equal(namedIn(nothing), undefined);
    const [longest, longer] = await ofLengths((header, more) => bridge.sign({ aud, header, claims: more }));
    assert.match(namedIn(longest)!, /^123456789 k+$/);
    assert.equal(namedIn(longer), undefined);
  });
});
