import type { ZonePlant } from '../model/state.ts';
import type { Air, ClimateWork, Supply } from '../physics/index.ts';
import type { Ducts } from './ducts.ts';

/** Resistance of the duct system, which determines how strongly closed dampers reduce the airflow of the fan. */
const RESISTANCE = 0.15;

/** Returns the opening of a duct's damper, 0..100 %. A duct without a damper is always fully open. */
const positionOf = (plants: readonly ZonePlant[], place: number): number =>
  place < plants.length ? plants[place]!.position : 100;

/** Returns the share 0..1 of the ducts that is open. */
export function openShare(shares: Ducts['shares'], plants: readonly ZonePlant[]): number {
  let open = 0;
  for (let place = 0; place < shares.length; place++) open += shares[place]! * positionOf(plants, place);
  return open / 100;
}

/** Returns the share 0..1 of the fan's full airflow that remains while only the share `open` of the ducts is open. */
export const throttle = (open: number): number =>
  open > 0 ? 1 / Math.sqrt(1 + RESISTANCE * (1 / (open * open) - 1)) : 0;

/**
 * Writes the return air: the air of the rooms weighted by their supply air or, with every damper shut, by their shares.
 */
export function mixReturnAir(
  { rooms, shares }: Ducts,
  plants: readonly ZonePlant[],
  work: Pick<ClimateWork, 'air' | 'humidity' | 'co2'>,
  into: Air,
): void {
  const open = openShare(shares, plants) * 100;
  let temperature = 0;
  let humidity = 0;
  let co2 = 0;
  for (let place = 0; place < rooms.length; place++) {
    const share = open > 0 ? (shares[place]! * positionOf(plants, place)) / open : shares[place]!;
    const room = rooms[place]!;
    temperature += share * work.air[room]!;
    humidity += share * work.humidity[room]!;
    co2 += share * work.co2[room]!;
  }
  into.temperature = temperature;
  into.humidity = humidity;
  into.co2 = co2;
}

/**
 * Adds `airflow` m³/s of supply air to the rooms, divided by their dampers. `open` is the share 0..1 of the ducts that
 * is open.
 */
export function supplyRooms(
  { rooms, shares }: Ducts,
  plants: readonly ZonePlant[],
  { airflow, open, air }: { airflow: number; open: number; air: Air },
  supply: Supply,
): void {
  for (let place = 0; place < rooms.length; place++) {
    const position = positionOf(plants, place);
    if (position === 0) continue;
    const room = rooms[place]!;
    const flow = (airflow * shares[place]! * position) / (100 * open);
    supply.flow[room]! += flow;
    supply.sent[room]! += flow;
    supply.temperature[room] = air.temperature;
    supply.origin[room] = air.temperature;
    supply.humidity[room] = air.humidity;
    supply.co2[room] = air.co2;
  }
}
