import { closeDraft, type Draft, openDraft } from './draft.ts';
import { advanceIrrigation } from './irrigation/advance.ts';
import { type ClimateWork, type Conditions, fillWork, toState, toWork } from './physics/index.ts';
import { advancePower } from './power/advance.ts';
import { advanceSchedules } from './schedule/advance.ts';
import { advanceSplits, readSplitSensors } from './split/advance.ts';
import type { State } from './state.ts';
import type { Step } from './step.ts';
import type { Surroundings } from './surroundings.ts';
import { advanceUnit, readUnitSensors } from './unit/advance.ts';
import { advanceVrf, readVrfSensors } from './vrf/advance.ts';
import { advanceZones, readZoneSensors } from './zone/advance.ts';

const moveAir = (_: Draft, { thermal, climate, conditions, seconds }: Step) =>
  thermal.step(climate, conditions, seconds);

/** What happens in one step, in this order: people and timers, machines, air, sensors, meters. */
const order: readonly ((draft: Draft, step: Step) => void)[] = [
  advanceSchedules,
  advanceIrrigation,
  advanceZones,
  advanceUnit,
  advanceSplits,
  advanceVrf,
  moveAir,
  readZoneSensors,
  readUnitSensors,
  readSplitSensors,
  readVrfSensors,
  advancePower,
];

/** Outside air through the open windows of one room, in m³/s. */
const openWindowFlow = 0.12;

const emptySupply = ({ flow, sensible, moisture }: Step['conditions']['supply']) => {
  flow.fill(0);
  sensible.fill(0);
  moisture.fill(0);
};

/** Share of the appliances that runs on when nobody is at home. */
const unattended = 0.3;

const leave = ({ people, equipment }: Step['conditions']['activity']) => {
  people.fill(0);
  for (let room = 0; room < equipment.length; room++) equipment[room]! *= unattended;
};

/** What a span of time is worked out with. */
interface Desk {
  readonly climate: ClimateWork;
  readonly conditions: Conditions;
}

const desks = new WeakMap<Surroundings, Desk>();

/**
 * The desk of a house, laid for a state: every span writes all of it anew, and a house that is asked each minute would
 * else leave a dozen arrays behind each time.
 */
const layDesk = (surroundings: Surroundings, { at, plant }: State): Desk => {
  const before = desks.get(surroundings);
  if (before === undefined) {
    const { thermal, weatherAt } = surroundings;
    const weather = weatherAt(at, plant.knobs.weather);
    const made = { climate: toWork(plant.climate), conditions: thermal.createConditions(weather) };
    desks.set(surroundings, made);
    return made;
  }
  fillWork(plant.climate, before.climate);
  before.conditions.activity.openWindow.fill(0);
  return before;
};

/**
 * What time makes of a state: whole steps up to the last one that ends at or before `until` (ms UTC).
 * Each step stands on its own, so it does not matter in how many calls a span of time is lived through.
 */
export const advanceState = (surroundings: Surroundings, state: State, until: number): State => {
  const { house, thermal, calendar, stepMs, roomOf, weatherAt } = surroundings;
  const last = until - stepMs;
  if (state.at > last) return state;
  const draft = openDraft(state);
  const { plant } = draft;
  const { knobs: controls } = plant;
  const { climate, conditions } = layDesk(surroundings, state);
  const { activity, supply } = conditions;
  for (const room of controls.openWindows) activity.openWindow[room] = openWindowFlow;

  const step = { house, thermal, roomOf, climate, conditions, seconds: stepMs / 1000 } as {
    -readonly [Key in keyof Step]: Step[Key];
  };
  for (let from = state.at; from <= last; from += stepMs) {
    step.from = from;
    step.at = from + stepMs;
    step.civil = calendar.civil(step.at);
    step.minutes = calendar.minutesBetween(from, step.at);
    conditions.weather = weatherAt(from + stepMs / 2, controls.weather);
    const { minute, weekday } = step.civil;
    thermal.prepare(conditions, from + stepMs / 2, {
      hour: minute / 60,
      weekend: controls.people === 'home' || weekday === 'Sa' || weekday === 'Su',
    });
    if (controls.people === 'away') leave(activity);
    emptySupply(supply);
    for (const part of order) part(draft, step as Step);
  }
  plant.climate = toState(climate);
  return closeDraft(draft, state, step.at);
};
