import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Change, type ChangeCode, explain, heatSources, toAnswer } from '@plenum/insight/explain';
import { unitActivity } from '@plenum/insight/status';
import { checkCommand } from '@plenum/protocol/command';
import type { ComponentRef } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { readShippedHouse } from '../house-file/shipped.ts';
import type { State } from '../model/state.ts';
import { SEA_LEVEL } from '../physics/index.ts';
import { toNetwork } from '../physics/network.ts';
import { createSimulator } from '../simulator.ts';

const minute = 60_000;
const hour = 60 * minute;
const summer = Date.parse('2026-01-14T03:00:00Z');
const winter = Date.parse('2026-07-14T20:00:00Z');
const zoneMode = enumerations.zoneMode.values;

const read = (name: 'demo' | 'flat') => {
  const house = readShippedHouse(name);
  assert.ok(house.ok);
  return house.value;
};
const demo = createSimulator(read('demo'));

const refsOf = ({ datagrams: { zone, split, vrf } }: State): ComponentRef[] => [
  { kind: 'unit', index: 0 },
  ...zone.map(({ Index: index }) => ({ kind: 'zone', index }) as const),
  ...split.map(({ Index: index }) => ({ kind: 'split', index }) as const),
  ...vrf.filter(({ X }) => X > 0).map(({ X: index }) => ({ kind: 'vrf', index }) as const),
];

const command = (simulator: typeof demo, state: State, body: object): State => {
  const checked = checkCommand(body);
  assert.ok(checked.ok, JSON.stringify(body));
  const applied = simulator.apply(state, checked.value);
  assert.ok(applied.ok, `${JSON.stringify(body)}: ${JSON.stringify(applied)}`);
  return applied.value;
};

describe('the heat in an explanation', () => {
  for (const [season, start] of [
    ['summer', summer],
    ['winter', winter],
  ] as const)
    it(`the heat flows of an explanation in ${season} add up to the heat that the next step stores`, () => {
      const house = read('demo');
      const { airCapacity } = toNetwork(house.rooms, SEA_LEVEL);
      const storedIn = ({ plant: { climate } }: State, room: number) =>
        airCapacity[room]! * climate.air[room]!;
      const roomOf = house.ducted!.zones.map((zone) =>
        house.rooms.findIndex(({ name }) => name === zone.room),
      );
      const seconds = house.step ?? 30;
      let state = demo.advance(demo.initial(start), start + hour);
      for (let quarter = 0; quarter < 96; quarter++) {
        state = demo.advance(state, state.at + 15 * minute);
        const next = demo.advance(state, state.at + seconds * 1_000);
        for (const { Index: index } of state.datagrams.zone) {
          const { heat } = demo.explain(state, { kind: 'zone', index });
          const room = roomOf[index]!;
          const watts = (storedIn(next, room) - storedIn(state, room)) / seconds;
          const sum = heatSources.reduce((total, source) => total + heat!.sources[source], 0);
          assert.ok(Math.abs(sum - watts) < 1, `${index}: flows ${sum} W, stored ${watts} W`);
          assert.ok(Math.abs(heat!.total - watts) < 1);
          const air = next.plant.climate.air[room]! - state.plant.climate.air[room]!;
          assert.ok(Math.abs(heat!.change - (air * 3_600) / seconds) < 1e-9);
        }
      }
    });

  it('the sources of each room add up to what it gains, in summer and in winter', () => {
    const seen = new Set<string>();
    for (const start of [summer, winter]) {
      let state = demo.advance(demo.initial(start), start + hour);
      for (let hours = 0; hours < 24; hours++) {
        state = demo.advance(state, state.at + hour);
        const rooms = demo.heat(state);
        assert.deepEqual(
          rooms.map(({ room }) => room),
          read('demo').rooms.map(({ name }) => name),
        );
        for (const { room, sources, total } of rooms) {
          const watts = heatSources.map((source) => sources[source]);
          const size = watts.reduce((sum, each) => sum + Math.abs(each), 0);
          const sum = watts.reduce((whole, each) => whole + each, 0);
          assert.ok(Math.abs(sum - total) <= 1e-9 * size + 1e-5, `${room}: ${sum} of ${total} W`);
          for (const source of heatSources) if (sources[source] !== 0) seen.add(source);
        }
      }
    }
    for (const source of ['walls', 'windows', 'roof', 'floor', 'neighbours', 'people', 'sun', 'infiltration'])
      assert.ok(seen.has(source), source);
    for (const source of ['supply', 'roomUnits']) assert.ok(seen.has(source), source);
  });

  it('the sentences about the heat of a room add up to the watt and agree with its supply air', () => {
    let state = demo.advance(demo.initial(summer), summer + hour);
    let stated = 0;
    for (let quarter = 0; quarter < 96; quarter++) {
      state = demo.advance(state, state.at + 15 * minute);
      for (const ref of refsOf(state)) {
        const explained = explain(ref, state.datagrams, demo.explain(state, ref))!;
        const { steps } = toAnswer(explained, { at: state.at, timeZone: 'Australia/Sydney' });
        const powerOf = (sentence: string) => Number(/(-?\d+) W/.exec(sentence)?.[1]);
        const heat = steps.filter(({ code }) => code.startsWith('heat-'));
        const whole = heat.pop()!;
        const sum = heat.reduce((total, { sentence }) => total + powerOf(sentence), 0);
        assert.equal(sum, powerOf(whole.sentence) * (whole.code === 'heat-loss' ? -1 : 1));
        const air = heat.find(({ code }) => code === 'heat-supply');
        const reading = steps.find(({ code }) => code === 'supply-cold' || code === 'supply-warm');
        if (air === undefined || reading === undefined) continue;
        stated += 1;
        assert.equal(powerOf(air.sentence) > 0, reading.code === 'supply-warm', reading.sentence);
      }
    }
    assert.ok(stated > 100, `${stated}`);
  });

  it('explaining the heat does not change the house', () => {
    const state = demo.advance(demo.initial(summer), summer + hour);
    const before = structuredClone(state);
    demo.heat(state);
    for (const ref of refsOf(state)) demo.explain(state, ref);
    assert.deepEqual(state, before);
    const asked = demo.advance(state, state.at + hour);
    assert.deepEqual(asked, demo.advance(before as State, state.at + hour));
  });
});

const unitIs = (activity: 'cool' | 'heat') => (state: State) =>
  unitActivity(state.datagrams.unit[0]!) === activity;
const unitAt = ({ kind, index }: ComponentRef, state: State) => {
  const found = explain({ kind, index }, state.datagrams);
  assert.ok(found);
  return found.status;
};

/** True if the unit heats or cools as needed, or would do so but is pausing or not allowed to. */
const needs = (need: 'cool' | 'heat') => (now: State) =>
  unitIs(need)(now) ||
  [need === 'cool' ? 'too-warm' : 'too-cool', `waits-to-${need}`].includes(
    unitAt({ kind: 'unit', index: 0 }, now).code,
  );

const warmed = (now: State, ref: ComponentRef, before: State) =>
  unitAt(ref, now).facts.temperature! - unitAt(ref, before).facts.temperature!;

const hasOtherLeader = (now: State, before: State) =>
  now.datagrams.unit[0]!.CtrlZone !== before.datagrams.unit[0]!.CtrlZone;

/** Distance of a zone from its setpoint, in hundredths of a degree. */
const distance = ({ datagrams: { zone } }: State, index: number) =>
  Math.abs(zone[index]!.Temp - zone[index]!.Setpoint);

/** The condition that must hold after the commands of each kind of change. */
const effects: Readonly<
  Partial<Record<ChangeCode, (now: State, ref: ComponentRef, before: State, change: Change) => boolean>>
> = {
  'switch-on': (now) => now.datagrams.unit[0]!.SysOn === 1,
  'switch-on-itself': (now, ref) => unitAt(ref, now).code !== 'off',
  follow: (now, ref) => !['closed', 'open', 'constant', 'held-for-control'].includes(unitAt(ref, now).code),
  'open-and-switch-on': (now, ref) =>
    now.datagrams.unit[0]!.SysOn === 1 && unitAt(ref, now).code !== 'closed',
  open: (now, { index }) => now.datagrams.zone[index]!.DmpPos > 0,
  close: (now, { index }) =>
    now.datagrams.zone[index]!.DmpPos === 0 || now.datagrams.zone[index]!.ConstA === 1,
  // A zone that reaches its setpoint in the meantime needs no more air.
  'raise-limit': (now, { index }, before) =>
    now.datagrams.zone[index]!.DmpPos > before.datagrams.zone[index]!.DmpPos ||
    distance(now, index) < distance(before, index),
  'lower-limit': (now, { index }, before) =>
    now.datagrams.zone[index]!.DmpPos < before.datagrams.zone[index]!.DmpPos,
  cool: unitIs('cool'),
  heat: unitIs('heat'),
  'cool-and-lower': unitIs('cool'),
  'cool-and-lower-unit': unitIs('cool'),
  'heat-and-raise-unit': unitIs('heat'),
  'heat-and-raise': unitIs('heat'),
  // Once the leader has what it needs, another zone may take over the lead.
  'lower-leader': (now, _, before) => needs('cool')(now) || hasOtherLeader(now, before),
  'lower-unit': needs('cool'),
  'raise-leader': (now, _, before) => needs('heat')(now) || hasOtherLeader(now, before),
  'raise-unit': needs('heat'),
  lower: (now, ref, before) =>
    /cool|opening|warm/.test(unitAt(ref, now).code) || warmed(now, ref, before) < 0,
  raise: (now, ref, before) =>
    /heat|opening|too-cool/.test(unitAt(ref, now).code) || warmed(now, ref, before) > 0,
  'cool-all': (now, ref) => unitAt(ref, now).activity === 'cool',
  'heat-all': (now, ref) => unitAt(ref, now).activity === 'heat',
  'cool-itself': (now, ref) => unitAt(ref, now).activity === 'cool',
  'heat-itself': (now, ref) => unitAt(ref, now).activity === 'heat',
  'open-others': (now, { index }) => now.datagrams.zone[index]!.ConstA === 0,
  wait: (now) => unitIs('cool')(now) || unitIs('heat')(now),
};

/** Common situations of a house, as the commands that lead to them. */
const situations: readonly (readonly object[])[] = [
  [],
  [{ SysOn: 1 }, { SysMode: 1 }],
  [{ SysOn: 1 }, { SysMode: 2 }],
  [{ SysOn: 1 }, { SysMode: 3 }],
  [{ SysOn: 1 }, { SysMode: 5 }],
  [{ SysOn: 0 }],
  [
    { SysOn: 1 },
    { SysMode: 1 },
    { ZoneMode: { Index: 1, Mode: zoneMode.close } },
    { ZoneMode: { Index: 2, Mode: zoneMode.open } },
    { ZoneSetpoint: { Index: 3, Setpoint: 1800 } },
    { ZoneMaxAir: { Index: 3, MaxAir: 10 } },
    { ZoneSetpoint: { Index: 4, Setpoint: 2800 } },
    { ZoneMinAir: { Index: 4, MinAir: 20 } },
  ],
];

describe('changes that an explanation suggests', () => {
  const seen = new Set<string>();
  for (const [season, start] of [
    ['summer', summer],
    ['winter', winter],
  ] as const)
    it(`each suggested change has its effect when carried out, in ${season}`, () => {
      const first = demo.advance(demo.initial(start), start + hour);
      for (const commands of situations) {
        const set = commands.reduce<State>((state, body) => command(demo, state, body), first);
        const state = demo.advance(set, set.at + 40 * minute);
        for (const ref of refsOf(state)) {
          const explained = explain(ref, state.datagrams, demo.explain(state, ref));
          for (const change of explained!.changes) {
            if (change.commands.length === 0 && change.code !== 'wait') continue;
            const effect = effects[change.code];
            assert.ok(effect, `${change.code} is not checked`);
            seen.add(change.code);
            let now = change.commands.reduce<State>((each, body) => command(demo, each, body), state);
            let isTrue = false;
            for (let minutes = 0; minutes < 20 && !isTrue; minutes++) {
              now = demo.advance(now, now.at + minute);
              isTrue = effect(now, ref, state, change);
            }
            const what = `${ref.kind}.${ref.index} ${explained!.status.code}: ${change.code} ${JSON.stringify(change.commands)}`;
            assert.ok(isTrue, `${what} after ${JSON.stringify(commands)}`);
          }
        }
      }
    });

  it('the test tries the most useful changes', () => {
    for (const code of ['switch-on', 'follow', 'open', 'close', 'raise-limit', 'lower', 'raise'])
      assert.ok(seen.has(code), `${code} of ${[...seen].join(' ')}`);
  });
});

describe('the next favourite', () => {
  it('the next favourite starts or stops at its time and sets the announced values', () => {
    let state = demo.advance(demo.initial(winter), winter + hour);
    for (let event = 0; event < 6; event++) {
      const { next } = demo.explain(state, { kind: 'zone', index: 0 });
      assert.ok(next);
      const before = demo.advance(state, next.at - minute);
      state = demo.advance(before, next.at + minute);
      const unit = state.datagrams.unit[0]!;
      if (next.event === 'start') assert.equal(unit.SysOn, 1, next.name);
      if (next.event === 'start' && next.sets !== undefined)
        assert.equal(state.datagrams.zone[0]!.Mode, next.sets.mode, next.name);
    }
  });

  it('there is no next favourite if none is enabled', () => {
    let state = demo.initial(winter);
    for (const { Index, Name } of state.datagrams.schedule)
      if (Name !== '') state = command(demo, state, { SchedEnable: { Index, Enabled: 0 } });
    assert.equal(demo.explain(state, { kind: 'zone', index: 0 }).next, null);
  });
});
