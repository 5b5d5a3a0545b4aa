import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nothingInstalled } from '@plenum/protocol/component';
import { keptLimits, openKeptStates } from './kept-states.ts';

/** Creates an in-memory substitute for the part of the browser's storage that is used. */
const createStorage = () => {
  const caches = new Map<string, Map<string, Response>>();
  const open = async (name: string) => {
    const held = caches.get(name) ?? new Map<string, Response>();
    caches.set(name, held);
    return {
      match: async (url: string) => held.get(url)?.clone(),
      put: async (url: string, answer: Response) => void held.set(url, answer),
      delete: async (url: string) => held.delete(url),
      keys: async () => [...held.keys()].map((url) => ({ url })),
    };
  };
  const remove = async (name: string) => caches.delete(name);
  return { caches, storage: { open, delete: remove } as unknown as CacheStorage };
};

const base = 'https://plenum.example/house?id=1';
const houseAt = (keptAt: number, account?: string) => ({
  account,
  keptAt,
  at: keptAt,
  datagrams: nothingInstalled,
  bridge: undefined,
});

test('stores a limited number of houses on a device, and removes the one seen longest ago', async () => {
  const kept = openKeptStates(createStorage().storage, base);
  for (let n = 0; n < keptLimits.houses; n++) await kept.write(`${n}`, houseAt(n + 1));
  assert.equal((await kept.read('0'))?.keptAt, 1);
  await kept.write('new', houseAt(1_000));
  assert.equal(await kept.read('0'), undefined);
  assert.equal((await kept.read('1'))?.keptAt, 2);
  assert.equal((await kept.list()).length, keptLimits.houses);
});

test('does not store a house that is too large', async () => {
  const kept = openKeptStates(createStorage().storage, base);
  const size = JSON.stringify(houseAt(1, '')).length;
  await kept.write('fits', houseAt(1, 'x'.repeat(keptLimits.size - size)));
  await kept.write('large', houseAt(1, 'x'.repeat(keptLimits.size - size + 1)));
  assert.deepEqual(
    (await kept.list()).map(({ id }) => id),
    ['fits'],
  );
});

test('removes all houses or those of other accounts, after pending writes have finished', async () => {
  const { caches, storage } = createStorage();
  const kept = openKeptStates(storage, base);
  void kept.write('1', houseAt(1, 'ann'));
  void kept.write('2', houseAt(2, 'ben'));
  await kept.wipe('ben');
  assert.deepEqual(
    (await kept.list()).map(({ id }) => id),
    ['2'],
  );
  void kept.write('3', houseAt(3, 'ben'));
  await kept.wipe();
  assert.equal(caches.size, 0);
});

test('stores nothing and does not fail without storage', async () => {
  const kept = openKeptStates(undefined, base);
  await kept.write('1', houseAt(1));
  await kept.wipe();
  assert.deepEqual([await kept.read('1'), await kept.list()], [undefined, []]);
});
