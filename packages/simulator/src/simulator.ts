import type { Extras } from '@plenum/insight/explain';
import type { AnyCommand } from '@plenum/protocol/command';
import type { ComponentRef } from '@plenum/protocol/component';
import type { Result } from '@plenum/protocol/refusal';
import type { SetException } from '@plenum/protocol/schedule';
import type { AnyOverride } from '@plenum/protocol/simulation';
import { advanceState } from './advance.ts';
import { applyCommand } from './apply.ts';
import { createState } from './create-state.ts';
import { heatOf, heatOfRooms, type RoomHeat } from './explain/heat.ts';
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
 * Simulator of one house: pure rules and physics over a state that is plain data. The same house, seed, commands and
 * times give bit-identical states, even if a state went through JSON in between. Times are milliseconds since
 * 1970-01-01 UTC.
 */
export interface Simulator {
  /** Returns the initial state of the house, switched on at `at`. */
  initial(at: number): State;
  /** Returns a stored state with the members that were added to the model since. */
  restore(stored: State): State;
  /**
   * Returns the state after a command, or a refusal. `now` is the time of the command, by default that of the state.
   */
  apply(state: State, command: AnyCommand, now?: number): Result<State>;
  /** Checks an override, including whether this house has the components its indexes refer to. */
  checkOverride(state: State, name: string, body: unknown): Result<AnyOverride>;
  /** Returns the state after an override, or a refusal if the house lacks its target. `now` is as in `apply`. */
  applyOverride(state: State, override: HouseOverride, now?: number): Result<State>;
  /** Returns the state with these exceptions of its favourites in place of the previous ones. */
  withExceptions(state: State, exceptions: readonly SetException[]): State;
  /** Returns the state after time has passed: whole steps up to the last one that ends at or before `until`. */
  advance(state: State, until: number): State;
  /** Returns the weather outdoors in °C, %, %, m/s and mm/h, to a tenth. */
  weather(state: State): HouseStatus['weather'];
  /** Returns the state of the house that clients cannot see: weather, people, open windows, faults. */
  status(state: State): HouseStatus;
  /** Returns the file of the running house: the original file plus all later installations, names and settings. */
  export(state: State): HouseFile;
  /**
   * Returns the data that explain a component in addition to its datagram: the heat of its rooms, and the next
   * favourite that affects it.
   */
  explain(state: State, ref: ComponentRef): Pick<Extras, 'heat' | 'next'>;
  /** Returns the current heat of each room in W by source, in the order of the house file. */
  heat(state: State): readonly RoomHeat[];
}

/** Creates the simulator of a house file. `weatherFile` is the text of its weather file, if there is one. */
export function createSimulator(house: HouseFile, weatherFile?: string): Simulator {
  const file = createHouseModel(house, weatherFile);
  const modelOf = ({ datagrams }: Pick<State, 'datagrams'>) => modelWithZones(file, datagrams.zone.length);
  return {
    initial: (at) => createState(file, at),
    restore: (stored) => restoreState(stored, () => createState(modelOf(stored), stored.at)),
    apply: (state, command, now = state.at) => applyCommand(modelOf(state), state, command, now),
    checkOverride: ({ datagrams }, name, body) => checkHouseOverride(datagrams, name, body),
    applyOverride: (state, override, now = state.at) => applyOverride(modelOf(state), state, override, now),
    withExceptions: (state, exceptions) => ({ ...state, plant: { ...state.plant, exceptions } }),
    advance: (state, until) => advanceState(modelOf(state), state, until),
    weather: (state) => weatherStatus(file, state),
    status: (state) => houseStatus(modelOf(state), state),
    export: (state) => exportHouse(house, state),
    heat: (state) => heatOfRooms(modelOf(state), state),
    explain: (state, ref) => ({
      heat: heatOf(modelOf(state), state, ref),
      next: nextFavouriteOf(
        ref,
        { datagrams: state.datagrams, exceptions: state.plant.exceptions },
        { calendar: file.calendar, at: state.at },
      ),
    }),
  };
}
