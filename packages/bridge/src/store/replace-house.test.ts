import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openMemoryStore } from './open-store.ts';
import { pushSettings } from './push-settings.ts';
import { removeBridgeRows, replaceHouse } from './replace-house.ts';
import { createSettings } from './settings.ts';

/** Opens a store with a name, the browsers that get push notifications, and samples of a history. */
const openWith = (name: string, samples: readonly number[]) => {
  const db = openMemoryStore();
  const settings = createSettings(db);
  settings.write('name', name);
  settings.write(pushSettings.subscriptions, [`browser of ${name}`]);
  settings.write(pushSettings.keys, `key of ${name}`);
  const insert = db.prepare('INSERT INTO history VALUES (?, 1, ?)');
  for (const at of samples) insert.run(at, new Uint8Array([at, 255]));
  return { db, settings, rows: () => db.prepare('SELECT at, samples FROM history ORDER BY at').all() };
};

test('replaces settings and history with another store’s, but not the push subscriptions', () => {
  const one = openWith('one', [1, 2, 3]);
  const other = openWith('other', [2, 9]);
  replaceHouse(one.db, other.db);
  assert.deepEqual(one.rows(), other.rows());
  assert.equal(one.settings.read('name'), 'other');
  assert.deepEqual(one.settings.read(pushSettings.subscriptions), ['browser of one']);
  assert.equal(one.settings.read(pushSettings.keys), 'key of one');
});

test('removes who gets push notifications from the copy of a store, and nothing else', () => {
  const copy = openWith('one', [1, 2, 3]);
  const before = copy.rows();
  removeBridgeRows(copy.db);
  assert.deepEqual(
    Object.values(pushSettings).map((name) => copy.settings.read(name)),
    [undefined, undefined],
  );
  assert.equal(copy.settings.read('name'), 'one');
  assert.deepEqual(copy.rows(), before);
});
