import type { AnyCommand } from '@plenum/protocol/command';
import type { Result } from '@plenum/protocol/refusal';
import { advanceState } from '../advance.ts';
import { applyCommand } from '../apply.ts';
import { createState } from '../create-state.ts';
import { unitAbilities } from '../ducted/abilities.ts';
import { type HouseFile, roomNumbers } from '../house-schema/house.ts';
import { createHouseModel } from '../model/house-model.ts';
import type { Held, State } from '../model/state.ts';
import {
  createHeatFlows,
  createSun,
  DEFAULT_ROOM,
  type HeatFlows,
  placeOfHour,
  toDailyProfile,
  type Weather,
} from '../physics/index.ts';

/** The weather outdoors, with `global` W/m² of sun on a horizontal plane. */
export interface Outdoors extends Readonly<Weather> {
  readonly global: number;
}

/** A house at one time, and the mean heat in W that its machines gave to the air of each room in the last step. */
export interface Emulated {
  readonly state: State;
  readonly heat: readonly number[];
}

/**
 * A house as a test of controllers sees it: it takes commands, or positions and loads in place of the controller's, and
 * everything can be measured. Times are ms UTC.
 */
export interface Emulator {
  readonly house: HouseFile;
  /** Numbers of the rooms that a zone, a split, a fan-coil or an ideal machine serves. */
  readonly served: readonly number[];
  /** Modes and fan speeds of the ducted unit in a state: values of SysMode_e and SysFan_e. */
  abilities(state: State): { readonly modes: readonly number[]; readonly fans: readonly number[] };
  /** Returns the initial house, switched on at `at`. */
  initial(at: number): Emulated;
  /** Returns the house after a command, or a refusal. */
  apply(emulated: Emulated, command: AnyCommand, at: number): Result<Emulated>;
  /** Returns the house with these positions and this load held. */
  hold(emulated: Emulated, held: Held | undefined): Emulated;
  /**
   * Returns the house after time has passed: whole steps up to the last one that ends at or before `until`. `onStep` gets
   * the heat in W that machines gave to the air of each room in each step, in an array that the next step reuses.
   */
  advance(emulated: Emulated, until: number, onStep?: (heat: Float64Array) => void): Emulated;
  weatherAt(at: number): Outdoors;
  /** Returns for each room the share 0..1 of its people that is there at their usual times. */
  presenceAt(at: number): readonly number[];
  /** Returns the time in ms UTC at which a year begins in the time zone of the house. */
  startOfYear(year: number): number;
}

/** Returns the numbers of the rooms that a machine serves. */
const findServed = (house: HouseFile): readonly number[] => {
  const numbers = roomNumbers(house);
  const machines = [
    ...(house.ducted?.zones ?? []),
    ...(house.splits?.units ?? []),
    ...(house.vrf?.units ?? []),
  ];
  const served = new Set(machines.map(({ room }) => numbers.get(room)!));
  for (const [number, { ideal }] of house.rooms.entries()) if (ideal !== undefined) served.add(number);
  return [...served].sort((a, b) => a - b);
};

const DAY = 86_400_000;

/** Creates the emulator of a house. `weatherFile` is the text of its weather file, if there is one. */
export function createEmulator(file: HouseFile, weatherFile?: string): Emulator {
  const model = createHouseModel(file, weatherFile);
  const { house, thermal, calendar, stepMs } = model;
  const findSun = createSun(house.place);
  const sun = { east: 0, north: 0, up: 0, space: 0 };
  const profiles = house.rooms.map(({ presence = DEFAULT_ROOM.presence }) => toDailyProfile(presence));
  const flows = createHeatFlows(thermal.size);
  const heat = new Float64Array(house.rooms.length);
  const readHeat = ({ supply, ducts, roomUnits, ideal }: HeatFlows): void => {
    for (let room = 0; room < heat.length; room++) {
      const joules = supply[room]! + ducts[room]! + roomUnits[room]! + ideal[room]!;
      heat[room] = (joules * 1_000) / stepMs;
    }
  };
  return {
    house,
    served: findServed(house),
    abilities: ({ datagrams }) => unitAbilities(house, datagrams.unit[0]!),
    initial: (at) => ({ state: createState(model, at), heat: house.rooms.map(() => 0) }),
    apply: (emulated, command, at) => {
      const applied = applyCommand(model, emulated.state, command, at);
      return applied.ok ? { ok: true, value: { ...emulated, state: applied.value } } : applied;
    },
    hold: (emulated, held) => {
      const { plant } = emulated.state;
      const { held: _, ...others } = plant.knobs;
      const knobs = held === undefined ? others : { ...others, held };
      return { ...emulated, state: { ...emulated.state, plant: { ...plant, knobs } } };
    },
    advance: (emulated, until, onStep) => {
      const follow =
        onStep &&
        (() => {
          readHeat(flows);
          onStep(heat);
        });
      const state = advanceState(model, emulated.state, until, flows, follow);
      if (state.at === emulated.state.at) return { state, heat: emulated.heat };
      readHeat(flows);
      return { state, heat: [...heat] };
    },
    weatherAt: (at) => {
      const weather = model.weatherAt(at, {});
      findSun(at, sun);
      return { ...weather, global: weather.diffuse + weather.beam * Math.max(0, sun.up) };
    },
    presenceAt: (at) => {
      const { minute, weekday } = calendar.civil(at);
      const { left, right, fraction } = placeOfHour(minute / 60);
      const kind = weekday === 'Sa' || weekday === 'Su' ? 'weekend' : 'weekday';
      return profiles.map(
        ({ [kind]: shares }) => shares[left]! + (shares[right]! - shares[left]!) * fraction,
      );
    },
    startOfYear: (year) => {
      const day = Math.floor(Date.UTC(year, 0, 1) / DAY);
      const minutes = calendar.minutesBetween(Date.UTC(year, 0, 1) - DAY, Date.UTC(year, 0, 1) + DAY);
      return minutes.find((one) => one.day === day && one.minute === 0)!.at;
    },
  };
}
