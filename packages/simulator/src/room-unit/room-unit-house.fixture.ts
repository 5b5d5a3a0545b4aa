import assert from 'node:assert/strict';
import { type CommandName, checkCommand } from '@plenum/protocol/command';
import { nothingInstalled } from '@plenum/protocol/component';
import { type Refusal, toSentence } from '@plenum/protocol/refusal';
import { type HouseFile, roomNumbers } from '../house-schema/house.ts';
import { closeDraft, type Draft, openDraft } from '../model/draft.ts';
import { createHouseModel } from '../model/house-model.ts';
import type { Rule } from '../model/rule.ts';
import type { State } from '../model/state.ts';
import { createSimulationControls } from '../model/state.ts';
import type { Step } from '../model/step.ts';
import { toState, type Weather } from '../physics/index.ts';
import { advancePower } from '../power/advance.ts';
import { createPower } from '../power/create.ts';
import { powerRules } from '../power/rules.ts';
import { advanceSplits, readSplitSensors } from '../split/advance.ts';
import { createSplits } from '../split/create.ts';
import { splitRules } from '../split/rules.ts';
import { createUnit } from '../unit/create.ts';
import { advanceVrf, readVrfSensors } from '../vrf/advance.ts';
import { createVrf } from '../vrf/create.ts';
import { vrfRules } from '../vrf/rules.ts';

/** Monday 2026-01-12 12:00 in Sydney (then UTC+11). */
export const noon = Date.parse('2026-01-12T01:00:00Z');
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

export const near = (actual: number, expected: number, within: number) =>
  assert.ok(Math.abs(actual - expected) <= within, `${actual} is not within ${within} of ${expected}`);

const room = (name: string) =>
  ({
    name,
    area: 20,
    walls: [{ facing: 'S', area: 20, window: 3 }],
    roof: 20,
    occupants: 0,
    equipment: 0,
  }) as const;

/** Six empty rooms: three with a split, one of them not paired, and three with a fan-coil. */
export const roomUnitHouse: HouseFile = {
  name: 'Lodge',
  seed: 7,
  step: 30,
  place: { latitude: -33.87, longitude: 151.21, timeZone: 'Australia/Sydney' },
  rooms: ['Lounge', 'Bedroom', 'Garage', 'Studio', 'Den', 'Attic'].map(room),
  splits: {
    maxFavourites: 4,
    units: [
      { index: 3, name: 'Bedroom', room: 'Bedroom', cooling: 2.5, brandFans: true, allOff: false },
      { index: 0, name: 'Lounge', room: 'Lounge', cooling: 3.5, setpoint: 24 },
      { index: 5, name: 'Garage', room: 'Garage', cooling: 3.5, paired: false },
    ],
    favourites: [
      {
        name: 'Evening',
        enabled: true,
        start: '13:00',
        stop: '15:30',
        units: [
          { unit: 3, on: true, mode: 'heat', fan: 'brand set: 5', setpoint: 20, swing: 'both' },
          { unit: 0, on: true, mode: 'cool', setpoint: 22, sleep: '1 h' },
        ],
      },
      { name: 'Leave', units: [{ unit: 0, on: false }] },
    ],
  },
  vrf: {
    units: [
      { number: 7, name: 'Attic', room: 'Attic', cooling: 3.6, swings: 'both' },
      { number: 2, name: 'Studio', room: 'Studio', cooling: 3.6, master: true, swings: 'vertical' },
      { number: 4, name: 'Den', room: 'Den', cooling: 3.6, remoteSensor: true },
    ],
    favourites: [
      {
        name: 'Work',
        enabled: true,
        start: '13:00',
        stop: '14:00',
        units: [
          { unit: 4, on: true, mode: 'cool', setpoint: 21, sleep: '0.5 h' },
          { unit: 7, on: false },
        ],
      },
    ],
  },
};

const still: Weather = {
  temperature: 30,
  humidityRatio: 0.012,
  relativeHumidity: 45,
  beam: 0,
  diffuse: 0,
  infrared: 400,
  wind: 2,
  rain: 0,
  cloud: 1,
  co2: 420,
};

interface Setting {
  readonly without?: readonly ('splits' | 'vrf')[];
  readonly change?: Partial<HouseFile>;
  readonly outdoors?: Partial<Weather>;
  readonly indoors?: number;
  readonly at?: number;
}

/**
 * Creates a house at a given time, without a ducted unit. The test sends commands in wire format and controls the
 * clock.
 */
export function createRoomUnitHouse({
  change = {},
  without = [],
  outdoors = {},
  indoors = 30,
  at = noon,
}: Setting = {}) {
  const house: HouseFile = { ...roomUnitHouse, ...change };
  for (const part of without) delete (house as { [part in 'splits' | 'vrf']?: unknown })[part];
  const model = createHouseModel(house);
  const { thermal, calendar } = model;
  const climate = thermal.createState({ temperature: indoors }, (at / 1000) % thermal.interval);
  const unit = createUnit(house, climate);
  const splits = createSplits(house);
  const vrf = createVrf(house, climate, unit.datagrams.unit[0]);
  const power = createPower(house);
  const roomOf = roomNumbers(house);
  const rules = { ...splitRules, ...vrfRules, ...powerRules };
  const weather = { ...still, ...outdoors };
  let state: State = {
    at,
    datagrams: {
      ...nothingInstalled,
      ...unit.datagrams,
      ...splits.datagrams,
      ...vrf.datagrams,
      ...power.datagrams,
    },
    plant: {
      climate,
      ...unit.plant,
      zones: [],
      exceptions: [],
      ...splits.plant,
      ...vrf.plant,
      irrigation: undefined,
      lighting: undefined,
      ...power.plant,
      loads: { unit: 0, fan: 0, splits: 0, vrf: 0, pump: 0, appliances: 0, lights: 0, hotWater: 0 },
      knobs: createSimulationControls(),
    },
  };

  const order: readonly ((draft: Draft, step: Step) => void)[] = [
    advanceSplits,
    advanceVrf,
    (_, step) => thermal.step(step.climate, step.conditions, step.seconds),
    readSplitSensors,
    readVrfSensors,
    advancePower,
  ];

  return {
    weather,
    state: () => state,
    /** Continues from another state, such as one that went through JSON. */
    restore(other: State) {
      state = other;
    },
    split: (index: number) => state.datagrams.split.find(({ Index }) => Index === index)!,
    vrf: (number: number) => state.datagrams.vrf.find(({ X }) => X === number)!,
    air: (name: string) => state.plant.climate.air[roomOf.get(name)!]!,
    /** Humidity ratio of a room in g/kg, in the same order of magnitude as its other values. */
    humidity: (name: string) => 1000 * state.plant.climate.humidity[roomOf.get(name)!]!,

    /** Sends a command in wire format. Returns `OK` or the sentence of the refusal. */
    command(body: Record<string, unknown>): string {
      const checked = checkCommand(body);
      if (!checked.ok) return toSentence(checked.refusal);
      const draft = openDraft(state);
      const rule = rules[checked.value.name as keyof typeof rules] as Rule<CommandName>;
      const refused = rule(draft, checked.value.body as never, { model, at: state.at, now: state.at }) as
        | { refusal: Refusal }
        | undefined;
      if (refused !== undefined) return toSentence(refused.refusal);
      state = closeDraft(draft, state, state.at);
      return 'OK';
    },

    /** Changes the state directly, as overrides do. */
    override(deed: (draft: Draft) => void) {
      const draft = openDraft(state);
      deed(draft);
      state = closeDraft(draft, state, state.at);
    },

    /** Lets `ms` pass in steps of `seconds`. Calls `watch` at the end of each step. */
    advance(ms: number, { seconds = 30, watch }: { seconds?: number; watch?: (draft: Draft) => void } = {}) {
      const draft = openDraft(state);
      const work = thermal.toWork(draft.plant.climate);
      const conditions = thermal.createConditions(weather);
      const until = state.at + ms;
      for (let from = state.at; from < until; from += seconds * 1000) {
        const end = from + seconds * 1000;
        const civil = calendar.civil(end);
        const minutes = calendar.minutesBetween(from, end);
        conditions.weather = weather;
        const local = { hour: civil.minute / 60, weekend: false };
        thermal.prepare(conditions, { middle: from, seconds, local });
        conditions.supply.sensible.fill(0);
        conditions.supply.moisture.fill(0);
        const step: Step = {
          model,
          climate: work,
          conditions,
          seconds,
          from,
          at: end,
          civil,
          minutes,
        };
        for (const part of order) part(draft, step);
        watch?.(draft);
      }
      draft.plant.climate = toState(work);
      state = closeDraft(draft, state, until);
    },
  };
}
