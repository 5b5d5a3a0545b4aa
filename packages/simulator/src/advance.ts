import { advanceIrrigation } from './irrigation/advance.ts';
import { advanceLighting } from './lighting/advance.ts';
import { isAnyMoving, showMotion } from './lighting/motion.ts';
import { closeDraft, type Draft, openDraft } from './model/draft.ts';
import type { HouseModel } from './model/house-model.ts';
import type { SimulationControls, State } from './model/state.ts';
import type { Step } from './model/step.ts';
import {
  type ClimateWork,
  type Conditions,
  copyWeather,
  type HeatFlows,
  mixWeather,
  toState,
  type Weather,
  type WeatherOverride,
} from './physics/index.ts';
import { advancePower } from './power/advance.ts';
import { advanceHotWater } from './power/hot-water.ts';
import { advanceSchedules } from './schedule/advance.ts';
import { advanceSplits, readSplitSensors } from './split/advance.ts';
import { advanceUnit, readUnitSensors } from './unit/advance.ts';
import { settleReturn } from './unit/machine/return-air.ts';
import { advanceVrf, readVrfSensors } from './vrf/advance.ts';
import { advanceZones, readZoneSensors } from './zone/advance.ts';

const moveAir = (_: Draft, { model, climate, conditions, seconds, flows }: Step) =>
  model.thermal.step(climate, conditions, seconds, flows);

/** The stages of one step, in order: timers and favourites, machines, air, sensors, meters. */
const stages: readonly ((draft: Draft, step: Step) => void)[] = [
  advanceSchedules,
  advanceIrrigation,
  advanceZones,
  advanceUnit,
  advanceSplits,
  advanceVrf,
  advanceLighting,
  advanceHotWater,
  moveAir,
  settleReturn,
  readZoneSensors,
  readUnitSensors,
  readSplitSensors,
  readVrfSensors,
  advancePower,
];

/** Flow of outside air through the open windows of one room, in m³/s. */
const openWindowFlow = 0.12;
/** Share of the appliances that stays on while all people are away. */
const unattended = 0.3;

/** Scratch buffers for the computation of a time span. */
interface Scratch {
  readonly climate: ClimateWork;
  readonly conditions: Conditions;
  /** Number of the interval whose light the conditions have, and the weather that an override held then. */
  lit: number;
  held: WeatherOverride | undefined;
  /** The weather at the beginning and at the end of that interval. */
  readonly begins: Weather;
  readonly ends: Weather;
}

const scratches = new WeakMap<HouseModel, Scratch>();

/**
 * Creates the scratch buffers of a house, filled from a state. Each call of `advanceState` overwrites them all, so one
 * set per house is enough, and advancing a house every minute allocates no memory.
 */
const scratchFor = (model: HouseModel, { at, plant }: State): Scratch => {
  const existing = scratches.get(model);
  if (existing !== undefined) {
    model.thermal.copyToWork(plant.climate, existing.climate);
    return existing;
  }
  const weather = model.weatherAt(at, plant.knobs.weather);
  const { thermal } = model;
  const climate = thermal.toWork(plant.climate);
  const conditions = thermal.createConditions({ ...weather });
  const [begins, ends] = [{ ...weather }, { ...weather }];
  const created: Scratch = { climate, conditions, lit: Number.NaN, held: undefined, begins, ends };
  scratches.set(model, created);
  return created;
};

/**
 * Sets the weather at the middle of a step, linear between the ends of the interval in which the constructions advance,
 * and once for each interval weather and sun on them.
 */
const setWeather = (
  scratch: Scratch,
  { thermal, weatherAt }: Pick<HouseModel, 'thermal' | 'weatherAt'>,
  middle: number,
  held: WeatherOverride,
): void => {
  const { conditions, begins, ends, lit } = scratch;
  const length = thermal.interval * 1000;
  const interval = Math.floor(middle / length);
  const begun = interval * length;
  if (interval !== lit || held !== scratch.held) {
    copyWeather(interval === lit + 1 && held === scratch.held ? ends : weatherAt(begun, held), begins);
    copyWeather(weatherAt(begun + length, held), ends);
    const center = begun + length / 2;
    thermal.light(conditions, center, weatherAt(center, held));
    scratch.lit = interval;
    scratch.held = held;
  }
  mixWeather(begins, ends, (middle - begun) / length, conditions.weather);
};

/**
 * Sets all influences on the rooms during a step (weather, sun, people, appliances, open windows) except the supply
 * air.
 */
const prepareConditions = (
  { thermal, weatherAt }: HouseModel,
  scratch: Scratch,
  { weather, people }: SimulationControls,
  { from, at, seconds, civil: { minute, weekday } }: Step,
): void => {
  const { conditions } = scratch;
  const middle = from + seconds * 500;
  setWeather(scratch, { thermal, weatherAt }, middle, weather);
  const local = {
    hour: minute / 60 + (at % 60_000) / 3_600_000,
    weekend: people === 'home' || weekday === 'Sa' || weekday === 'Su',
  };
  thermal.prepare(conditions, { middle, seconds, local });
  const { activity, supply } = conditions;
  if (people === 'away') {
    activity.people.fill(0);
    for (let room = 0; room < activity.equipment.length; room++) activity.equipment[room]! *= unattended;
  }
  // One loop, because the rooms of a house are too few to pay for five calls of `fill`.
  for (let room = 0; room < thermal.size; room++) {
    activity.shade[room] = 0;
    supply.flow[room] = 0;
    supply.sent[room] = 0;
    supply.sensible[room] = 0;
    supply.moisture[room] = 0;
  }
};

/**
 * Returns the state with doors and blinds at their positions at `at`, a time within the next step. Returns the same
 * state if none of them moves.
 */
const moveDoors = (state: State, at: number): State => {
  if (state.plant.lighting === undefined || !isAnyMoving(state.plant.lighting.lamps)) return state;
  const draft = openDraft(state);
  showMotion(draft, at);
  return closeDraft(draft, state, state.at);
};

/**
 * Returns the state after time has passed: whole steps up to the last one that ends at or before `until` (ms UTC), and
 * doors and blinds at their positions at `until`. A step depends only on the state before it, so a time span may be
 * divided into any number of calls. `flows`, if given, is filled with the heat that each step moved before `onStep` is
 * called after it.
 */
export const advanceState = (
  model: HouseModel,
  state: State,
  until: number,
  flows?: HeatFlows,
  onStep?: () => void,
): State => moveDoors(advanceSteps(model, state, until, flows, onStep), until);

const advanceSteps = (
  model: HouseModel,
  state: State,
  until: number,
  flows: HeatFlows | undefined,
  onStep: (() => void) | undefined,
): State => {
  const { calendar, stepMs } = model;
  const last = until - stepMs;
  if (state.at > last) return state;
  const draft = openDraft(state);
  const { plant } = draft;
  const { knobs: controls } = plant;
  const scratch = scratchFor(model, state);
  const { climate, conditions } = scratch;
  const { openWindow } = conditions.activity;
  openWindow.fill(0);
  for (const room of controls.openWindows) openWindow[room] = openWindowFlow;

  const step = { model, climate, conditions, flows, seconds: stepMs / 1000 } as {
    -readonly [Key in keyof Step]: Step[Key];
  };
  for (let from = state.at; from <= last; from += stepMs) {
    step.from = from;
    step.at = from + stepMs;
    step.civil = calendar.civil(step.at);
    step.minutes = calendar.minutesBetween(from, step.at);
    prepareConditions(model, scratch, controls, step);
    for (const advance of stages) advance(draft, step as Step);
    onStep?.();
  }
  plant.climate = toState(climate);
  return closeDraft(draft, state, step.at);
};
