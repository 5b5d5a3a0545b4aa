import { type HeatBalance, type HeatSource, heatSources } from '@plenum/insight/explain';
import type { ComponentRef } from '@plenum/protocol/component';
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

/**
 * Returns the heat that the current step moves in the rooms that a component serves, or undefined if it serves none.
 * Computes the step without changing the state.
 */
export function heatOf(model: HouseModel, state: State, ref: ComponentRef): HeatBalance | undefined {
  const rooms = roomsOf(model.house, ref, state);
  if (rooms.length === 0) return undefined;
  const { stepMs } = model;
  const flows = createHeatFlows(model.thermal.size);
  const after = advanceState(model, state, state.at + stepMs, flows);
  const sum = (values: ArrayLike<number>) => rooms.reduce((total, room) => total + values[room]!, 0);
  const toWatts = (joules: number) => (joules * 1_000) / stepMs;
  const warming = sum(after.plant.climate.air) - sum(state.plant.climate.air);
  const sources = heatSources.map((source): [HeatSource, number] => [source, toWatts(sum(flows[source]))]);
  return {
    sources: Object.fromEntries(sources) as Record<HeatSource, number>,
    total: toWatts(sum(flows.stored)),
    change: (warming / rooms.length) * (3_600_000 / stepMs),
  };
}
