import { type HeatBalance, heatSources } from '@plenum/insight/explain';
import type { ComponentRef } from '@plenum/protocol/component';
import { tableOf } from '@plenum/protocol/field';
import { advanceState } from '../advance.ts';
import { type HouseFile, roomNumbers } from '../house-schema/house.ts';
import type { HouseModel } from '../model/house-model.ts';
import type { State } from '../model/state.ts';
import { createHeatFlows } from '../physics/index.ts';
import { splitMachines, vrfMachines } from '../room-unit/machine.ts';

/** Returns the numbers of the rooms that a component serves. */
const roomsOf = (
  house: HouseFile,
  { kind, index }: ComponentRef,
  { datagrams }: State,
): readonly number[] => {
  const numbers = roomNumbers(house);
  const zones = (house.ducted?.zones ?? []).map(({ room }) => numbers.get(room)!);
  switch (kind) {
    case 'unit':
      return [...new Set(zones)];
    case 'zone':
      return zones[index] === undefined ? [] : [zones[index]];
    case 'split': {
      const machine = splitMachines(house)[datagrams.split.findIndex(({ Index }) => Index === index)];
      return machine === undefined ? [] : [machine.room];
    }
    case 'vrf': {
      const machine = vrfMachines(house)[index];
      return machine === undefined ? [] : [machine.room];
    }
    default:
      return [];
  }
};

/** The current heat of a room, by its name. */
export interface RoomHeat extends HeatBalance {
  readonly room: string;
}

/**
 * Returns the heat that the current step moves in each room, in the order of the house file: by source in W, which add up
 * to what its air and furniture gain. Computes the step without changing the state.
 */
export function heatOfRooms(model: HouseModel, state: State): readonly RoomHeat[] {
  const { stepMs, thermal } = model;
  const flows = createHeatFlows(thermal.size);
  const after = advanceState(model, state, state.at + stepMs, flows).plant.climate;
  const toWatts = (joules: number) => (joules * 1_000) / stepMs;
  return thermal.names.map((room, number) => ({
    room,
    sources: tableOf(heatSources, (source) => toWatts(flows[source][number]!)),
    total: toWatts(flows.stored[number]!),
    change: (after.air[number]! - state.plant.climate.air[number]!) * (3_600_000 / stepMs),
  }));
}

/** Returns the current heat of the rooms that a component serves, or undefined if it serves none. */
export function heatOf(model: HouseModel, state: State, ref: ComponentRef): HeatBalance | undefined {
  const numbers = roomsOf(model.house, ref, state);
  if (numbers.length === 0) return undefined;
  const rooms = heatOfRooms(model, state);
  const sum = (pick: (heat: HeatBalance) => number) =>
    numbers.reduce((total, number) => total + pick(rooms[number]!), 0);
  return {
    sources: tableOf(heatSources, (source) => sum(({ sources }) => sources[source])),
    total: sum(({ total }) => total),
    change: sum(({ change }) => change) / numbers.length,
  };
}
