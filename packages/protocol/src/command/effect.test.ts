import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kinds } from '../component/kinds.ts';
import { commandsOf } from '../definition/command.ts';
import { toCommandExample } from '../derive/to-example.ts';
import { type Field, type Fields, factsOf, type NumberField, type RecordField } from '../field/field.ts';
import { flag, index } from '../field/make.ts';
import { irrigation } from '../irrigation/resource.ts';
import { zone } from '../zone/resource.ts';
import { type AnyCommand, catalogue, toCatalogue } from './catalogue.ts';
import { checkCommand } from './check-command.ts';
import { effectOf, targetOf } from './effect.ts';

const read = (body: object): AnyCommand => {
  const checked = checkCommand(body);
  assert.ok(checked.ok);
  return checked.value;
};

/** Returns the field at a path in a datagram. Any number is a list index. */
const fieldAt = (field: Field | undefined, [key, ...rest]: readonly string[]): Field | undefined => {
  if (key === undefined || field === undefined) return field;
  if (field.type === 'array') return fieldAt(field.items as Field, rest);
  return fieldAt(field.type === 'object' ? (field.properties as Fields)[key] : undefined, rest);
};

/** The commands whose effect is not visible in any field. */
const unseen = [
  'FavouriteSet',
  'RetRunProgram',
  'LiAlSnooze',
  'LiAllOn',
  'LiAllOff',
  'LiHoliday',
  'LiMusic',
  'LiFavAct',
  'LiFavSet',
  'LiPass',
  'LiPageName',
  'LiPair',
  'LiRemove',
  'DeviceTypeChange',
  'CgpoGarage',
  'CbldDrive',
  'CbldCalib',
  'Time',
  'LiNetSet',
  'LiNewBridge',
  'ReSetMe',
  'AppleHomeKitPair',
  'ResetWarning',
  'ChangePass',
  'RfPair',
  'EvapFanSpeed',
  'Crfs2SensorPair',
];

for (const command of catalogue.values())
  test(`${command.name} sets existing fields of its component to values of their types`, () => {
    const { name, body, component } = command;
    const resource = kinds[component];
    assert.equal(resource.subsystem, command.subsystem);
    const effect = effectOf(read(toCommandExample(command)));
    assert.equal(effect === undefined, unseen.includes(name));
    for (const { path } of effect?.fields ?? []) assert.ok(fieldAt(resource.fields, path), path.join('.'));
    for (const [member, path] of Object.entries(command.sets)) {
      const sent = member === '' ? body : (body as RecordField).properties[member]!;
      const set = fieldAt(resource.fields, path.split('.'))!;
      assert.ok(sent.type === set.type || (factsOf(sent).kind === 'flag' && set.type === 'boolean'), member);
      for (const placeholder of path.matchAll(/\{(.*?)\}/g))
        assert.equal(factsOf((body as RecordField).properties[placeholder[1]!]!).kind, 'index');
    }
    if (command.entry === undefined) return;
    const { list, members, unless } = command.entry;
    assert.equal(fieldAt(resource.fields, [list])?.type, 'array');
    for (const member of [...members, unless]) assert.ok(member in (body as RecordField).properties, member);
  });

for (const { name, body, component, index: counted } of catalogue.values())
  test(`${name} addresses each component of its kind by a different number`, () => {
    const { key, fields } = kinds[component];
    assert.equal(counted === undefined, key === undefined);
    if (counted === undefined) return;
    const sent = (
      counted.member === '' ? body : (body as RecordField).properties[counted.member]
    ) as NumberField;
    const held = (fields.properties as unknown as Readonly<Record<string, NumberField>>)[key!]!;
    assert.equal(counted.from, sent.minimum);
    assert.deepEqual([held.minimum, held.maximum! - held.minimum!], [0, sent.maximum! - sent.minimum!]);
  });

test('FavouriteSet counts favourites from 1, but their components are numbered from 0', () => {
  assert.deepEqual(targetOf(read({ FavouriteSet: 1 })), { kind: 'schedule', index: 0 });
  assert.deepEqual(targetOf(read({ FavouriteSet: 9 })), { kind: 'schedule', index: 8 });
});

test('a command to the only component of its kind has index 0, whatever its body contains', () => {
  const name = { Device: 4, Channel: 2, Name: 'Oven' };
  assert.deepEqual(effectOf(read({ ChannelName: name })), {
    kind: 'power',
    index: 0,
    fields: [{ path: ['Devices', '4', 'Channels', '2', 'Name'], value: 'Oven' }],
  });
  assert.deepEqual(effectOf(read({ SysSleepTimer: 30 })), {
    kind: 'unit',
    index: 0,
    fields: [{ path: ['SleepTimer'], value: 30 }],
  });
});

test('an omitted member of a body sets no field', () => {
  const times = { Index: 2, StartH: 7, StartM: 30, StopH: 31, StopM: 63 };
  const { fields } = effectOf(read({ SchedSettings: times }))!;
  assert.deepEqual(
    fields.map(({ path }) => path.join('.')),
    ['StartH', 'StartM', 'StopH', 'StopM'],
  );
});

test('the days of an irrigation program are set under the keys that its datagram uses', () => {
  const days = { M: 1, Tu: 0, W: 1, Th: 0, F: 1, Sa: 0, Su: 1 };
  const { fields } = effectOf(read({ RetProgram: { Index: 3, StartTimes: [], ...days } }))!;
  assert.deepEqual(
    fields.map(({ path, value }) => [path.join('.'), value]),
    [
      ['StartTimes', []],
      ['Days.M', 1],
      ['Days.T', 0],
      ['Days.W', 1],
      ['Days.Th', 0],
      ['Days.F', 1],
      ['Days.Sa', 0],
      ['Days.Su', 1],
    ],
  );
});

const about = { group: 'zone', over: ['local'], section: '4.4 Zone' } as const;
const [zones, controller] = [commandsOf(zone, about), commandsOf(irrigation, about)];
const zoneIndex = index('zone', { count: 14 });

test('a command that sets a field missing from the datagram does not compile', () => {
  // @ts-expect-error a zone has no field Lowered, and none is named
  zones.record('ZoneBlind', { summary: '', body: { Index: zoneIndex, Lowered: flag('') } });
  const body = { Index: zoneIndex, Lowered: flag('') };
  // @ts-expect-error a zone has no field Nowhere
  zones.record('ZoneBlind', { summary: '', body, sets: { Lowered: 'Nowhere' } });
  // @ts-expect-error a value sets the field of the command's name, which a controller does not have
  controller.value('RetEnable', { summary: '', body: flag('') });
  // @ts-expect-error a controller has no field On
  controller.value('RetEnable', { summary: '', body: flag(''), sets: 'On' });
  assert.equal(
    zones.record('ZoneBlind', { summary: '', body, sets: { Lowered: 'Bypass' } }).component,
    'zone',
  );
});

test('no command definition repeats facts that follow from the names of its members', () => {
  const body = { Index: zoneIndex, Mode: flag(''), Open: flag('') };
  const made = zones.record('ZoneHold', { summary: '', body, sets: { Open: 'Bypass' } });
  assert.deepEqual(made.index, { member: 'Index', from: 0 });
  assert.deepEqual(made.sets, { Mode: 'Mode', Open: 'Bypass' });
  const command = { name: 'ZoneHold', body: { Index: 2, Mode: 1, Open: 0 } } as unknown as AnyCommand;
  assert.deepEqual(effectOf(command, toCatalogue([made])), {
    kind: 'zone',
    index: 2,
    fields: [
      { path: ['Mode'], value: 1 },
      { path: ['Bypass'], value: 0 },
    ],
  });
});
