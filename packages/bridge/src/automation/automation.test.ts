import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type AutomaticSettings, defaultAutomatic } from '@plenum/insight/automation';
import { type Datagrams, initialDatagram } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { minute } from '../comfort/plan-start.ts';
import {
  type AutomationInput,
  type AutomationState,
  advanceAutomation,
  noAutomation,
  returningOf,
} from './advance-automation.ts';
import type { ActiveAction } from './rule.ts';
import { decidesOn } from './settable.ts';

const { auto, constant, close } = enumerations.zoneMode.values;
const { heat, vent } = enumerations.sysMode.values;
const noon = Date.UTC(2026, 0, 12, 12);
const settings: AutomaticSettings = Object.assign({}, defaultAutomatic, {
  rest: 'suggest',
  mix: 'suggest',
  leastRun: 5,
});

interface Room {
  readonly Mode: number;
  readonly Temp: number;
  readonly Setpoint: number;
  readonly DmpPos?: number;
}

const houseWith = (rooms: readonly Room[], unit: object = {}): Datagrams =>
  ({
    unit: [
      Object.assign(initialDatagram('unit'), { SysOn: 1, SysMode: heat, Temp: 2_000, Supply: 3_500 }, unit),
    ],
    zone: rooms.map((room, Index) =>
      Object.assign(initialDatagram('zone'), { Index, Name: `Room ${Index}`, SensType: 3, DmpPos: 50 }, room),
    ),
    schedule: [],
    power: [],
    powerStatus: [],
    brandStatus: [],
  }) as unknown as Datagrams;

const warm: Room = { Mode: auto, Temp: 2_110, Setpoint: 2_100 };
const hall: Room = { Mode: constant, Temp: 2_300, Setpoint: 2_100 };

const inputAt = (minutes: number, change: Partial<AutomationInput> = {}): AutomationInput =>
  Object.assign(
    {
      at: noon + minutes * minute,
      datagrams: houseWith([warm, hall]),
      settings,
      outdoor: 5,
      runs: [],
      otherActAt: undefined,
      day: noon,
      watts: 1_000,
    },
    change,
  );

/** Advances each minute and returns the last step. */
const follow = (
  minutes: number,
  change: (at: number) => Partial<AutomationInput> = () => ({}),
  before: AutomationState = noAutomation,
) => {
  let step = advanceAutomation(before, inputAt(0, change(0)));
  for (let at = 1; at <= minutes; at++) step = advanceAutomation(step.state, inputAt(at, change(at)));
  return step;
};
const kinds = ({ proposals }: ReturnType<typeof advanceAutomation>) => proposals.map(({ kind }) => kind);

describe('the rest of a satisfied unit', () => {
  it('is proposed after the least run, and three minutes with every room at its setpoint', () => {
    assert.deepEqual(kinds(follow(4)), []);
    assert.deepEqual(kinds(follow(5)), ['rest']);
    assert.deepEqual(kinds(follow(7, () => ({ settings: { ...settings, leastRun: 8 } }))), []);
    const late = (at: number) => ({ datagrams: houseWith([at < 8 ? { ...warm, Temp: 2_000 } : warm, hall]) });
    assert.deepEqual(kinds(follow(10, late)), []);
    assert.deepEqual(kinds(follow(11, late)), ['rest']);
  });

  it('is not proposed if no air goes astray, the unit is off or rooms are left out', () => {
    assert.deepEqual(kinds(follow(9, () => ({ datagrams: houseWith([{ ...warm, DmpPos: 0 }]) }))), []);
    assert.deepEqual(kinds(follow(9, () => ({ datagrams: houseWith([warm, hall], { SysOn: 0 }) }))), []);
    assert.deepEqual(kinds(follow(9, () => ({ settings: { ...settings, roomsOff: [0] } }))), []);
    assert.deepEqual(kinds(follow(9, () => ({ settings: { ...settings, rest: 'off' } }))), []);
  });

  it('begins by itself only if it may, and a person changed nothing in the run', () => {
    const may = { settings: { ...settings, rest: 'act' as const } };
    assert.equal(follow(9).begin, undefined);
    const { begin } = follow(9, () => may);
    assert.deepEqual(begin?.changed, [{ name: 'SysOn', value: 0, before: 1 }]);
    const touched = { ...noAutomation, handAt: noon - 60 * minute };
    assert.equal(follow(9, () => may, touched).begin, undefined);
    const runs = [{ favourite: 0, start: noon - 30 * minute, stop: noon + 60 * minute }];
    const inRun = follow(9, () => ({ ...may, runs }), touched).begin;
    assert.deepEqual([inRun?.until, inRun?.run], [runs[0]!.stop, runs[0]!.start]);
  });

  const resting: ActiveAction = {
    kind: 'rest',
    since: noon,
    reason: { code: 'rests', figures: {} },
    changed: [{ name: 'SysOn', value: 0, before: 1 }],
    way: 'heat',
  };
  const endAfter = (minutes: number, Temp: number, change: Partial<AutomationInput> = {}) => {
    const datagrams = houseWith([{ ...warm, Temp }, hall], { SysOn: 0 });
    const state = { ...noAutomation, active: [resting] };
    return advanceAutomation(state, inputAt(minutes, { datagrams, ...change })).end?.ending;
  };

  it('returns once a room is half a kelvin away, but not before the least rest', () => {
    assert.equal(endAfter(4, 2_000), undefined);
    assert.equal(endAfter(6, 2_060), undefined);
    assert.equal(endAfter(6, 2_050), 'returned');
  });

  it('is replaced by the end of the favourite, and by a unit that someone switched on', () => {
    const runs = [{ favourite: 0, start: noon - 5 * minute, stop: noon + 60 * minute }];
    assert.equal(endAfter(6, 2_100, { runs }), 'replaced');
    const datagrams = houseWith([warm, hall]);
    const state = { ...noAutomation, active: [resting] };
    assert.equal(advanceAutomation(state, inputAt(2, { datagrams })).end, undefined);
    assert.equal(advanceAutomation(state, inputAt(4, { datagrams })).end?.ending, 'replaced');
  });
});

describe('the fan alone', () => {
  const rooms = (one: Partial<Room> = {}, other: Partial<Room> = {}) =>
    houseWith(
      [
        { Mode: auto, Temp: 2_350, Setpoint: 2_200, ...one },
        { Mode: auto, Temp: 2_050, Setpoint: 2_200, ...other },
      ],
      { SysOn: 0, Supply: 2_000 },
    );
  const proposed = (datagrams: Datagrams) =>
    kinds(advanceAutomation(noAutomation, inputAt(0, { datagrams })));

  it('is proposed if one room is above its setpoint and another 2 K colder and below', () => {
    assert.deepEqual(proposed(rooms()), ['mix']);
    assert.deepEqual(proposed(rooms({ Temp: 2_240 })), []);
    assert.deepEqual(proposed(rooms({ Setpoint: 2_400 })), []);
    assert.deepEqual(proposed(rooms({}, { Setpoint: 2_000 })), []);
    assert.deepEqual(proposed(rooms({}, { Mode: close })), []);
  });

  it('returns after half an hour, or once the rooms are even', () => {
    const mixing: ActiveAction = {
      kind: 'mix',
      since: noon,
      until: noon + 30 * minute,
      reason: { code: 'mixes', figures: {} },
      changed: [{ name: 'SysMode', value: vent, before: heat }],
    };
    const endAt = (minutes: number, Temp: number) => {
      const datagrams = houseWith([{ ...warm, Temp }, warm], { SysMode: vent });
      const state = { ...noAutomation, active: [mixing] };
      return advanceAutomation(state, inputAt(minutes, { datagrams })).end?.ending;
    };
    assert.equal(endAt(29, 2_350), undefined);
    assert.equal(endAt(30, 2_350), 'returned');
    assert.equal(endAt(5, 2_200), 'returned');
  });
});

describe('settings that return', () => {
  const action: ActiveAction = {
    kind: 'mix',
    since: noon,
    reason: { code: 'mixes', figures: {} },
    changed: [
      { name: 'SysMode', value: vent, before: heat },
      { name: 'SysOn', value: 1, before: 0 },
    ],
  };
  const datagrams = houseWith([warm], { SysMode: vent });
  const names = (given: Parameters<typeof returningOf>[1]) =>
    returningOf(action, given).map(({ name }) => name);

  it('are those that still have the value of the action', () => {
    assert.deepEqual(names({ datagrams, ending: 'returned' }), ['SysMode', 'SysOn']);
    assert.deepEqual(names({ datagrams: houseWith([warm]), ending: 'undone' }), ['SysOn']);
  });

  it('leave the unit to the person or favourite that took over, and what the person set', () => {
    assert.deepEqual(names({ datagrams, ending: 'replaced' }), ['SysMode']);
    const commands = [{ name: 'SysMode', body: vent }] as never;
    assert.deepEqual(names({ datagrams, ending: 'by-person', commands }), []);
  });

  it('are decided by commands for the same setting, and by a favourite', () => {
    const place = { name: 'ZoneMode', index: 3 } as const;
    const decides = (name: string, body: unknown) => decidesOn({ name, body } as never, place);
    assert.equal(decides('ZoneMode', { Index: 3, Mode: close }), true);
    assert.equal(decides('ZoneMode', { Index: 2, Mode: close }), false);
    assert.equal(decides('SysOn', 0), false);
    assert.equal(decides('FavouriteSet', 1), true);
  });
});

describe('surplus air', () => {
  it('counts the energy for rooms that need none, and their K·h beyond 0.5 K', () => {
    const cold = { Mode: auto, Temp: 1_900, Setpoint: 2_100 };
    const { spill } = follow(60, () => ({ datagrams: houseWith([cold, hall]) })).state;
    const [{ from, energy, discomfort }] = spill as [never];
    assert.equal(from, noon);
    assert.ok(Math.abs(energy - 500) < 1e-6, `${energy} Wh`);
    assert.ok(Math.abs(discomfort - 1.5) < 1e-6, `${discomfort} K·h`);
  });

  it('has no energy if the unit is not measured, and nothing while it rests', () => {
    const unmeasured = follow(10, () => ({ watts: undefined })).state.spill;
    assert.equal(unmeasured[0]!.energy, null);
    assert.deepEqual(
      follow(10, () => ({ datagrams: houseWith([warm, hall], { SysOn: 0 }) })).state.spill,
      [],
    );
  });
});
