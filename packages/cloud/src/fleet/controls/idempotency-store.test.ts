import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ok } from '@plenum/protocol/refusal';
import { withStore } from '../../fixture/with-store.fixture.ts';
import type { Store } from '../../kernel/database/store.ts';
import { insertAccount } from '../bridge/account.fixture.ts';
import {
  claimControl,
  hashControl,
  readControl,
  releaseControl,
  storeResult,
  toControlKey,
} from './idempotency-store.ts';

const retention = 600_000;
const key = (requestId: string, accountId = 'ann', clientId = 'app') =>
  toControlKey({ accountId, clientId }, requestId);

const claim = (store: Store, of = key('a'), hash = 'h', now = 0) =>
  claimControl(store.db, { key: of, hash, now, answerBy: now + 11_000 });

withStore('accepts a request id again after 10 minutes and does not return its old result', async (store) => {
  await insertAccount(store, 'ann');
  assert.equal(await claim(store), true);
  await storeResult(store.db, { key: key('a'), result: ok(undefined) });
  assert.equal(await claim(store, key('a'), 'other', retention - 1), false);
  assert.deepEqual(await readControl(store.db, key('a')), {
    key: key('a'),
    hash: 'h',
    answerBy: 11_000,
    result: ok(undefined),
  });
  assert.equal(await claim(store, key('a'), 'other', retention), true);
  assert.deepEqual(await readControl(store.db, key('a')), {
    key: key('a'),
    hash: 'other',
    answerBy: retention + 11_000,
    result: undefined,
  });
});

withStore('keeps the request ids of each account and app separate', async (store) => {
  for (const name of ['ann', 'bob']) await insertAccount(store, name);
  const keys = [key('a'), key('b'), key('a', 'bob'), key('a', 'ann', 'other')];
  for (const each of keys) assert.equal(await claim(store, each), true);
  assert.equal(await claim(store, key('A')), false, 'upper case makes no difference');
  await storeResult(store.db, { key: keys[0]!, result: ok(undefined) });
  const results = async () =>
    Promise.all(keys.map(async (each) => (await readControl(store.db, each))?.result?.ok));
  assert.deepEqual(await results(), [true, undefined, undefined, undefined]);
  await releaseControl(store.db, keys[0]!);
  assert.equal(await readControl(store.db, keys[0]!), undefined);
  for (const each of keys.slice(1)) assert.ok(await readControl(store.db, each));
});

withStore('stores a failure with its status, result and sentence', async (store) => {
  await insertAccount(store, 'ann');
  await claim(store);
  const result = { ok: false, refusal: { status: 502, result: 'Error', detail: 'No.' } } as const;
  await storeResult(store.db, { key: key('a'), result });
  assert.deepEqual((await readControl(store.db, key('a')))?.result, result);
});

it('treats controls with the same component, name and body as equal', () => {
  const hash = hashControl('unit', { name: 'SysOn', body: 1 });
  assert.equal(hashControl('unit', { name: 'SysOn', body: 1 }), hash);
  assert.notEqual(hashControl('other', { name: 'SysOn', body: 1 }), hash);
  assert.notEqual(hashControl('unit', { name: 'SysMode', body: 1 }), hash);
  assert.notEqual(hashControl('unit', { name: 'SysOn', body: 0 }), hash);
});
