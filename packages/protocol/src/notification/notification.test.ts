import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleHouse } from '../component/example-house.fixture.ts';
import { componentKinds, nothingInstalled } from '../component/kinds.ts';
import { izone, neutral } from '../dialect/dialect.ts';
import {
  notificationNames,
  notificationOf,
  notificationPort,
  notificationsOf,
  readNotification,
  toNotificationText,
} from './notification.ts';

test('the three change notices are plain ASCII without a terminator', () => {
  assert.equal(notificationPort, 7005);
  assert.deepEqual(
    notificationNames.map((name) => toNotificationText(name)),
    ['HvacChanged_System', 'HvacChanged_Zones', 'HvacChanged_Schedules', 'HvacChanged_Lights'],
  );
  assert.deepEqual(
    notificationNames.map((name) => toNotificationText(name, izone)),
    ['iZoneChanged_System', 'iZoneChanged_Zones', 'iZoneChanged_Schedules', 'iZoneChanged_Lights'],
  );
});

test('changes of the ducted system have a change notice, and changes of other subsystems do not', () => {
  const spoken = componentKinds.map((kind) => [kind, notificationOf(kind)] as const).filter(([, of]) => of);
  assert.deepEqual(spoken, [
    ['unit', 'system'],
    ['faults', 'system'],
    ['zone', 'zones'],
    ['schedule', 'schedules'],
    ['lighting', 'lights'],
    ['lamp', 'lights'],
    ['wallSwitch', 'lights'],
    ['lightFavourite', 'lights'],
    ['lastButton', 'lights'],
  ]);
});

test('a change notice can be read in any dialect, padded or not', () => {
  for (const name of notificationNames)
    for (const dialect of [neutral, izone])
      for (const tail of ['', '\0', '\xff\xff'])
        assert.equal(readNotification(toNotificationText(name, dialect) + tail), name);
  assert.equal(readNotification(Uint8Array.from(Buffer.from('iZoneChanged_Zones\0'))), 'zones');
});

test('text that is not a change notice returns undefined', () => {
  for (const text of ['', 'HvacChanged_', 'hvacchanged_system', 'HvacChanged_SystemX', 'IASD'])
    assert.equal(readNotification(text), undefined, text);
});

test('the change notice of lighting is sent only by a house with lighting', () => {
  const { lighting } = exampleHouse;
  assert.deepEqual(notificationsOf(nothingInstalled), ['system', 'zones', 'schedules']);
  assert.deepEqual(notificationsOf({ ...nothingInstalled, lighting }), notificationNames);
});
