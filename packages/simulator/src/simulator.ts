import type { Extras } from '@plenum/insight/explain';
import type { AnyCommand } from '@plenum/protocol/command';
import type { ComponentRef } from '@plenum/protocol/component';
import type { Result } from '@plenum/protocol/refusal';
import type { SetException } from '@plenum/protocol/schedule';
import type { AnyOverride } from '@plenum/protocol/simulation';
import { advanceState } from './advance.ts';
import { applyCommand } from './apply.ts';
import { createState } from './create-state.ts';
import { heatOf } from './explain/heat.ts';
import { nextFavouriteOf } from './explain/next.ts';
import { exportHouse } from './export-house.ts';
import type { HouseFile } from './house-schema/house.ts';
import { createHouseModel, modelWithZones } from './model/house-model.ts';
import { restoreState } from './model/restore.ts';
import type { State } from './model/state.ts';
import { checkHouseOverride } from './override/check.ts';
import { applyOverride, type HouseOverride } from './override/rules.ts';
import { type HouseStatus, houseStatus, weatherStatus } from './override/status.ts';

/**
 * The simulator of one house: pure rules and physics over a state that is plain data.
 *
 * The same house, seed, commands and instants give bit-identical states, also if a state went through JSON in between.
 * Instants are milliseconds since 1970-01-01 UTC.
 */
export interface Simulator {
  /** The state of the house when it is first switched on at that instant. */
  initial(at: number): State;
  /** A stored state, with what this release adds to it. */
  restore(stored: State): State;
  /** The state after a command, or why a real controller would refuse it; `now` is its instant, the state's when left out. */
  apply(state: State, command: AnyCommand, now?: number): Result<State>;
  /** Checks an override, with the indexes that this house has of what it chooses. */
  checkOverride(state: State, name: string, body: unknown): Result<AnyOverride>;
  /** The state after an override, or why there is nothing to apply it to; `now` as in `apply`. */
  applyOverride(state: State, override: HouseOverride, now?: number): Result<State>;
  /** The state with other exceptions of its favourites, in place of those that it had. */
  withExceptions(state: State, exceptions: readonly SetException[]): State;
  /** The state after time has passed: whole steps up to the last one that ends at or before `until`. */
  advance(state: State, until: number): State;
  /** The weather outdoors: °C, %, %, m/s, mm/h, to a tenth. */
  weather(state: State): HouseStatus['weather'];
  /** What clients cannot read of the house: weather, people, open windows, faults. */
  status(state: State): HouseStatus;
  /** The house file of a living house: its own, with what was installed, named and set since. */
  export(state: State): HouseFile;
  /** What explains a component beside its datagrams: the heat of its rooms, and the next favourite that concerns it. */
  explain(state: State, ref: ComponentRef): Pick<Extras, 'heat' | 'next'>;
}

/** Creates the simulator of a house file; `weatherCsv` is the text of the weather file that the house file names, if any. */
export const createSimulator = (house: HouseFile, weatherCsv?: string): Simulator => {
  const file = createHouseModel(house, weatherCsv);
  const modelOf = ({ datagrams }: Pick<State, 'datagrams'>) => modelWithZones(file, datagrams.zone.length);
  return {
    initial: (at) => createState(file, at),
    restore: (stored) => restoreState(stored, createState(file, stored.at)),
    apply: (state, command, now = state.at) => applyCommand(modelOf(state), state, command, now),
    checkOverride: ({ datagrams }, name, body) => checkHouseOverride(datagrams, name, body),
    applyOverride: (state, override, now = state.at) => applyOverride(modelOf(state), state, override, now),
    withExceptions: (state, exceptions) => ({ ...state, plant: { ...state.plant, exceptions } }),
    advance: (state, until) => advanceState(modelOf(state), state, until),
    weather: (state) => weatherStatus(file, state),
    status: (state) => houseStatus(modelOf(state), state),
    export: (state) => exportHouse(house, state),
    explain: (state, ref) => ({
      heat: heatOf(modelOf(state), state, ref),
      next: nextFavouriteOf(
        ref,
        { datagrams: state.datagrams, exceptions: state.plant.exceptions },
        { calendar: file.calendar, at: state.at },
      ),
    }),
  };
};
