import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { claimAttached } from '../house/claim-house.ts';
import { openStore } from '../store/open-store.ts';
import { openAttachedIdentity } from './attached-identity.ts';

const device = { uid: '000012345', deviceType: 'ASH', firmware: 'CSL 1.14' };
const random = () => 0.5;

test('creates an id for a new data folder, and keeps it', () => {
  using folder = createDataFolder();
  const db = openStore(folder.path);
  const open = () => openAttachedIdentity(db, { given: undefined, device, random: () => 0.1 }).uid;
  const { uid, ...rest } = openAttachedIdentity(db, { given: undefined, device, random });
  assert.equal(uid, '550000000');
  assert.deepEqual(rest, { deviceType: 'ASH', firmware: 'CSL 1.14' });
  claimAttached(db, folder.path, '192.168.1.20');
  assert.equal(open(), '550000000');
  db.close();
});

test('refuses to answer with the id of a device that does not state one', () => {
  using folder = createDataFolder();
  const db = openStore(folder.path);
  const bare = { ...device, uid: '' };
  assert.equal(openAttachedIdentity(db, { given: undefined, device: bare, random }).uid, '550000000');
  assert.throws(() => openAttachedIdentity(db, { given: 'device', device: bare, random }), {
    code: 'device-without-id',
  });
  db.close();
});

test('stores a given identity and uses it from then on', () => {
  using folder = createDataFolder();
  const db = openStore(folder.path);
  assert.equal(openAttachedIdentity(db, { given: 'device', device, random }).uid, '000012345');
  assert.equal(openAttachedIdentity(db, { given: undefined, device, random }).uid, '000012345');
  assert.equal(openAttachedIdentity(db, { given: 'own', device, random }).uid, '550000000');
  assert.equal(openAttachedIdentity(db, { given: undefined, device, random }).uid, '550000000');
  db.close();
});
