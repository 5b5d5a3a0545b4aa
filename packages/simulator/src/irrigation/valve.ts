import { enumerations } from '@plenum/protocol/field';
import type { HouseFile } from '../house-schema/house.ts';
import { type Draft, patch } from '../model/draft.ts';

const state = enumerations.stationState.values;
const error = enumerations.stationError.values;
const stationsPerModule = 8;

/** Returns the output module, 1 to 3, that drives a station. */
export const moduleOf = (station: number): number => 1 + Math.floor(station / stationsPerModule);

/**
 * True if the valve of a station can be driven. If a fault of its wire prevents this, shows the fault. An open wire is
 * not a fault if low current is ignored. A station whose output module does not respond cannot be driven.
 */
export function checkValve(draft: Draft, station: number): boolean {
  const plant = draft.plant.irrigation!;
  if (plant.controllerFault === moduleOf(station)) return false;
  const fault = plant.faults[station]!;
  const ignored = fault === error.open && draft.datagrams.irrigation[0]!.IgnoreLowCurrentFault === 1;
  if (fault !== error.none && !ignored) {
    patch(draft, 'station', station, { Error: fault });
    return false;
  }
  return true;
}

/** Opens the valve of a station if it can be driven. Returns true if the valve is open. */
export function openValve(draft: Draft, station: number): boolean {
  if (!checkValve(draft, station)) return false;
  patch(draft, 'station', station, { Error: error.none, State: state.watering, LastRun: 0 });
  return true;
}

/** Shuts the valve of a station, for a soak pause or at the end of its watering. */
export const shutValve = (draft: Draft, station: number, next: 'soaking' | 'not running'): void =>
  patch(draft, 'station', station, { State: state[next] });

/** Runs the pump while a station waters, if the house file has a pump. */
export function switchPump(draft: Draft, house: HouseFile): void {
  const watering = draft.datagrams.station.some((station) => station.State === state.watering);
  draft.plant.loads.pump = watering ? (house.irrigation?.pump ?? 0) : 0;
}
