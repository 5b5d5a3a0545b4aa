import assert from 'node:assert/strict';
import { test } from 'node:test';
import { initialDatagram, nothingInstalled } from '@plenum/protocol/component';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { openStore } from '../store/open-store.ts';
import { openGroups } from './groups.ts';

const zone = (Index: number, Name: string) => ({ ...initialDatagram('zone'), Index, Name });
const house = { ...nothingInstalled, zone: [zone(0, 'Hall'), zone(1, 'Study')] };

test('keeps a renamed room in its group, omits a removed one and shows it again when it is back', () => {
  using folder = createDataFolder();
  const db = openStore(folder.path);
  const groups = openGroups(db);
  const rooms = [
    { kind: 'zone', index: 0 },
    { kind: 'zone', index: 1 },
  ] as const;
  assert.ok(groups.save({ name: 'Upstairs', rooms }, house).ok);
  const listed = (now: typeof house) => groups.list(now)[0]!.rooms;
  assert.deepEqual(listed({ ...house, zone: [house.zone[0]!, zone(1, 'Nursery')] }), rooms);
  assert.deepEqual(listed({ ...house, zone: [house.zone[0]!] }), rooms.slice(0, 1));
  assert.deepEqual(listed({ ...house, zone: [] }), []);
  assert.deepEqual(listed(house), rooms);
  db.close();
});

test('refuses a group that cannot be stored and changes nothing', () => {
  using folder = createDataFolder();
  const db = openStore(folder.path);
  const groups = openGroups(db);
  db.exec("CREATE TRIGGER full BEFORE INSERT ON setting BEGIN SELECT RAISE(ABORT, 'full'); END");
  const saved = groups.save({ name: 'Upstairs', rooms: [{ kind: 'zone', index: 0 }] }, house);
  assert.equal(saved.ok ? '' : saved.refusal.code, 'not-stored');
  assert.deepEqual(groups.list(house), []);
  db.close();
});
