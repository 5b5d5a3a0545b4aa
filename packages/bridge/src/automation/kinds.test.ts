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
} from './advance-automation.ts';
import { dewPoint } from './rules/dry.ts';

const { auto, close } = enumerations.zoneMode.values;
const { cool, dry, heat } = enumerations.sysMode.values;
const noon = Date.UTC(2026, 0, 12, 12);
const all: AutomaticSettings = Object.assign({}, defaultAutomatic, {
  window: 'act',
  dry: 'act',
  filter: 'suggest',
  filterHours: 100,
});

interface House {
  readonly unit?: object;
  readonly zone?: object;
}

const houseWith = ({ unit = {}, zone = {} }: House): Datagrams =>
  ({
    unit: [
      Object.assign(initialDatagram('unit'), { SysOn: 1, SysMode: heat, Temp: 2_000, Supply: 3_500 }, unit),
    ],
    zone: [
      Object.assign(
        initialDatagram('zone'),
        { Index: 0, Name: 'Lounge', SensType: 3, DmpPos: 80, Mode: auto, Temp: 2_050, Setpoint: 2_100 },
        zone,
      ),
    ],
    schedule: [],
    power: [],
    powerStatus: [],
    brandStatus: [],
  }) as unknown as Datagrams;

const advance = (
  state: AutomationState,
  minutes: number,
  datagrams: Datagrams,
  change: Partial<AutomationInput> = {},
) =>
  advanceAutomation(
    state,
    Object.assign(
      {
        at: noon + minutes * minute,
        datagrams,
        settings: all,
        outdoor: 5,
        runs: [],
        otherActAt: undefined,
        day: noon,
        watts: undefined,
      },
      change,
    ),
  );

/** Advances each minute with the house of that minute, and returns the last step. */
const follow = (minutes: number, houseAt: (at: number) => House, change: Partial<AutomationInput> = {}) => {
  let step = advance(noAutomation, 0, houseWith(houseAt(0)), change);
  for (let at = 1; at <= minutes; at++) step = advance(step.state, at, houseWith(houseAt(at)), change);
  return step;
};
const kinds = ({ proposals }: ReturnType<typeof advanceAutomation>) => proposals.map(({ kind }) => kind);

describe('an open window', () => {
  const losing = (from: number, perMinute: number) => (at: number) => ({
    zone: { Temp: 2_050 - Math.max(0, Math.min(6, at - from)) * perMinute },
  });

  it('is inferred from a jump of 0.8 K in six minutes against a unit that heats', () => {
    assert.deepEqual(kinds(follow(30, losing(20, 14))), ['window']);
    assert.deepEqual(kinds(follow(30, losing(20, 13))), []);
    const started = (at: number) => Object.assign(losing(20, 20)(at), { unit: { SysOn: at < 20 ? 0 : 1 } });
    assert.deepEqual(kinds(follow(25, started)), [], 'not before the unit has run as long');
  });

  it('is not inferred from a shut damper, just after a stop, or without an outdoor temperature', () => {
    const shut = (at: number) => ({ zone: Object.assign(losing(20, 20)(at).zone, { DmpPos: 20 }) });
    assert.deepEqual(kinds(follow(30, shut)), []);
    const stopped = (at: number) => Object.assign(losing(21, 20)(at), { unit: { SysOn: at < 20 ? 1 : 0 } });
    assert.deepEqual(kinds(follow(30, stopped)), []);
    const rested = (at: number) => Object.assign(losing(45, 20)(at), { unit: { SysOn: at < 20 ? 1 : 0 } });
    assert.deepEqual(kinds(follow(55, rested)), ['window']);
    assert.deepEqual(kinds(follow(30, losing(20, 20), { outdoor: undefined })), []);
  });

  it('shuts its zone if allowed, and opens it once the room has recovered', () => {
    const { begin, state } = follow(26, losing(20, 20));
    assert.deepEqual(begin?.changed, [{ name: 'ZoneMode', index: 0, value: close, before: auto }]);
    assert.equal(begin?.room, 0);
    const shut = (Temp: number) => houseWith({ zone: { Temp, Mode: close } });
    const acting = Object.assign({}, state, { active: [begin] });
    const cold = advance(acting, 40, shut(1_900));
    assert.equal(cold.end, undefined);
    const warmer = advance(cold.state, 41, shut(1_930));
    assert.equal(warmer.end?.ending, 'returned');
    assert.equal(advance(acting, 146, shut(1_900)).end?.ending, 'returned', 'after two hours');
  });
});

describe('muggy air', () => {
  const humid = (InRh: number, more: object = {}, zone: object = {}) => ({
    unit: { SysMode: cool, Temp: 2_300, Supply: 2_300, InRh, ...more },
    zone: { Temp: 2_300, Setpoint: 2_300, ...zone },
  });

  it('has a dew point by the formula of Magnus', () => {
    assert.ok(Math.abs(dewPoint(25, 60) - 16.7) < 0.1);
    assert.equal(Math.round(dewPoint(20, 100)), 20);
  });

  it('is dried from a dew point of 16.8 °C while every room is at its setpoint', () => {
    assert.deepEqual(kinds(follow(1, () => humid(70))), ['dry']);
    assert.deepEqual(kinds(follow(1, () => humid(67))), []);
    assert.deepEqual(kinds(follow(1, () => humid(70, {}, { Temp: 2_360 }))), []);
    assert.deepEqual(kinds(follow(1, () => humid(70, { SysMode: heat }))), []);
    assert.deepEqual(kinds(follow(1, () => humid(70, { SysOn: 0 }))), []);
    assert.deepEqual(kinds(follow(1, () => humid(0))), [], 'a humidity that is not measured');
  });

  it('returns to cooling when it is dry enough, a room is too warm, or after an hour', () => {
    const { begin, state } = follow(1, () => humid(70));
    assert.deepEqual(begin?.changed, [{ name: 'SysMode', value: dry, before: cool }]);
    const acting = Object.assign({}, state, { active: [begin] });
    const endAt = (minutes: number, house: House) => advance(acting, minutes, houseWith(house)).end?.ending;
    const drying = { SysMode: dry };
    assert.equal(endAt(10, humid(66, drying)), undefined);
    assert.equal(endAt(10, humid(58, drying)), 'returned');
    assert.equal(endAt(10, humid(66, drying, { Temp: 2_410 })), 'returned');
    assert.equal(endAt(62, humid(66, drying)), 'returned');
  });
});

describe('the filter', () => {
  const after = (fanMinutes: number, isFilterDue = false): AutomationState =>
    Object.assign({}, noAutomation, { seenAt: noon - minute, memory: { fanMinutes, isFilterDue } });

  it('is due by the hours of the fan, which rest while it is off', () => {
    assert.deepEqual(kinds(advance(after(5_998), 0, houseWith({}))), []);
    const due = advance(after(5_999), 0, houseWith({}));
    assert.deepEqual(kinds(due), ['filter']);
    assert.equal(due.begin, undefined);
    assert.deepEqual(kinds(advance(after(5_999), 0, houseWith({ unit: { SysOn: 0 } }))), []);
  });

  it('is clean again when a person resets the warning of the device', () => {
    const { state } = advance(after(5_999, true), 0, houseWith({ unit: { Warnings: 'none' } }));
    assert.equal(state.memory.fanMinutes, 0);
    const still = advance(after(5_999, true), 0, houseWith({ unit: { Warnings: 'filter' } }));
    assert.equal(still.state.memory.fanMinutes, 6_000);
  });
});
