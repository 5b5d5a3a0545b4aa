import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DatagramOf, initialDatagram } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { on } from '../days.fixture.ts';
import { activeFavourite } from './active-favourite.ts';

const zones = [0, 1].map((Index) => ({
  ...initialDatagram('zone'),
  Index,
  SensType: enumerations.sensorType.values.wired,
  Mode: 3,
  Setpoint: 2100,
}));
const unit = { ...initialDatagram('unit'), SysOn: 1, SysMode: 1, SysFan: 2 };
const house = { unit, zones };
const entry = { Mode: 3, Setpoint: 2100 };
const favourite = (Index: number, more: Partial<DatagramOf<'schedule'>> = {}): DatagramOf<'schedule'> => ({
  ...initialDatagram('schedule'),
  Index,
  Name: `F${Index}`,
  Enabled: 1,
  Mode: 1,
  Fan: 2,
  StartH: 8,
  StartM: 0,
  StopH: 10,
  StopM: 0,
  DaysEnabled: on('M'),
  Zones: Array.from({ length: 14 }, () => entry),
  ...more,
});
/** A Monday, and the day after. */
const day = { M: 20_458, Tu: 20_459 };
const at = (weekday: 'M' | 'Tu', minute: number) => ({ day: day[weekday], minute });
const by = (...favourites: DatagramOf<'schedule'>[]) => favourites;
const other = { Zones: [entry, { Mode: 2, Setpoint: 2100 }] };

test('shows a timed favourite as active until its stop, with the number of changed rooms', () => {
  const all = by(favourite(0, other));
  assert.equal(activeFavourite(all, house, at('M', 479)), undefined);
  assert.deepEqual(activeFavourite(all, house, at('M', 480)), { index: 0, until: 600, changedRooms: 1 });
  assert.deepEqual(activeFavourite(all, house, at('M', 599)), { index: 0, until: 600, changedRooms: 1 });
  assert.equal(activeFavourite(all, house, at('M', 600)), undefined);
  assert.equal(activeFavourite(all, house, at('Tu', 480)), undefined);
});

test('keeps a favourite active past midnight, and prefers the more recently started of two', () => {
  const night = favourite(0, { StartH: 22, StopH: 6, ...other });
  const later = favourite(1, { StartH: 23, StopH: 6, ...other });
  assert.deepEqual(activeFavourite(by(night), house, at('Tu', 300))?.index, 0);
  assert.deepEqual(activeFavourite(by(night, later), house, at('M', 1_400))?.index, 1);
  assert.deepEqual(activeFavourite(by(later, night), house, at('M', 1_350))?.index, 0);
});

test('shows a manually started favourite as active while every setting matches it', () => {
  const manual = favourite(4, { StartH: 31, StartM: 63, Enabled: 0 });
  assert.deepEqual(activeFavourite(by(manual), house, at('M', 0)), {
    index: 4,
    until: undefined,
    changedRooms: 0,
  });
  const warmer = [zones[0]!, { ...zones[1]!, Setpoint: 2150 }];
  assert.equal(activeFavourite(by(manual), { unit, zones: warmer }, at('M', 0)), undefined);
  assert.equal(activeFavourite(by(manual), { zones, unit: { ...unit, SysFan: 3 } }, at('M', 0)), undefined);
});

test('shows no favourite as active while the unit is off, missing or set differently', () => {
  const all = by(favourite(0), favourite(1, { Name: '' }));
  for (const unlike of [{ ...unit, SysOn: 0 }, { ...unit, SysMode: 2 }, undefined])
    assert.equal(activeFavourite(all, { zones, unit: unlike }, at('M', 500)), undefined);
});

test('shows a favourite of some rooms as active if this page started it and it matches', () => {
  const some = favourite(5, { Enabled: 0, ...other });
  assert.equal(activeFavourite(by(some), house, at('M', 0)), undefined);
  assert.equal(activeFavourite(by(some), house, at('M', 0), { started: 5 })?.index, 5);
  assert.equal(
    activeFavourite(by(some), { zones, unit: { ...unit, SysFan: 3 } }, at('M', 0), { started: 5 }),
    undefined,
  );
});

test('shows a favourite as active at its exceptional times on the date of the exception', () => {
  const all = by(favourite(0));
  const once = {
    kind: 'schedule',
    index: 0,
    date: '2026-01-05',
    start: '16:00',
    stop: '18:00',
    setAt: 0,
  } as const;
  const active = (minute: number) => activeFavourite(all, house, at('M', minute), { exceptions: [once] });
  const asIs = { index: 0, until: undefined, changedRooms: 0 };
  assert.deepEqual([active(500), active(1_079)], [asIs, { index: 0, until: 1_080, changedRooms: 0 }]);
});
