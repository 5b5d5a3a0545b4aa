import assert from 'node:assert/strict';
import { test } from 'node:test';
import { effectsOfFavourite } from './favourite.ts';

const unit = { HvacOnOff: 1, HvacMode: 1, HvacFan: 1 };
const favourite = { Mode: 2, Fan: 3, Zones: [{ Mode: 3, Setpoint: 2100 }] };

/** Returns the effects as text, of a device with these datagrams. */
const effects = (given: { unit?: object; schedule?: object; zone?: readonly object[] }) => {
  const all: Record<string, readonly (object | undefined)[]> = {
    unit: [given.unit],
    schedule: [undefined, given.schedule],
    zone: given.zone ?? [],
  };
  const find = (kind: string, index: number) => {
    const datagram = all[kind]![index];
    return datagram && ({ kind, index, datagram, readAt: 0 } as never);
  };
  return effectsOfFavourite(1, find).map(
    ({ kind, index, fields }) =>
      `${kind} ${index}: ${fields.map(({ path, value }) => `${path.join('.')}=${value}`).join(' ')}`,
  );
};

test('a favourite sets the unit and each zone', () => {
  assert.deepEqual(effects({ unit, schedule: favourite, zone: [{ ZoneType: 3 }] }), [
    'unit 0: SysOn=1 SysMode=2 SysFan=3',
    'zone 0: Mode=3 Setpoint=2100',
  ]);
});

test('a favourite sets only what the controller may set of the unit', () => {
  for (const [closed, expected] of [
    ['HvacOnOff', 'SysMode=2 SysFan=3'],
    ['HvacMode', 'SysOn=1 SysFan=3'],
    ['HvacFan', 'SysOn=1 SysMode=2'],
  ] as const)
    assert.deepEqual(effects({ unit: { ...unit, [closed]: 0 }, schedule: favourite }), [
      `unit 0: ${expected}`,
    ]);
});

test('leaves constant and missing zones alone, and makes no damper automatic', () => {
  const Zones = [3, 3, 2, 1, 3].map((Mode) => ({ Mode, Setpoint: 2100 }));
  const zone = [{ ZoneType: 2 }, { ZoneType: 1 }, { ZoneType: 1 }, { ZoneType: 3 }];
  const [, ...zones] = effects({ unit, schedule: { ...favourite, Zones }, zone });
  assert.deepEqual(zones, ['zone 2: Mode=2 Setpoint=2100', 'zone 3: Mode=1 Setpoint=2100']);
});

test('nothing is expected of a favourite that is not known', () => {
  for (const given of [
    { unit },
    { schedule: favourite },
    { unit, schedule: { ...favourite, Zones: undefined } },
  ])
    assert.deepEqual(effects(given), []);
  const Zones = [null, {}, { Mode: '3' }];
  const zone = [{ ZoneType: 3 }, { ZoneType: 3 }, { ZoneType: 3 }];
  assert.deepEqual(effects({ unit: {}, schedule: { ...favourite, Zones }, zone }), []);
});
