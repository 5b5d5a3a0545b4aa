import type { ZonePlant } from '../model/state.ts';
import { type Air, blendAir, type ClimateWork, type Supply } from '../physics/index.ts';
import type { Ducts } from './ducts.ts';

/**
 * Share of the fan's pressure that the ducts take at full airflow with every damper open: 45 of 300 Pa. The fan takes
 * 365 W per 1,000 cfm (ANSI/AHRI 210/240), of which 40 % becomes pressure, and the ducts get the least static pressure at
 * which such units are rated, 37 to 50 Pa.
 */
const RESISTANCE = 0.15;
/**
 * Most air through the ducts relative to full airflow, per share of them that is open. At it the static pressure in the
 * ducts is 150 Pa, the most that the fan of such a unit gives, and the fan slows down.
 */
const MOST_FLOW = Math.sqrt(150 / 45);

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
 * Returns the airflow relative to full airflow of a fan at a share of its speed, while the share `open` of the ducts is
 * open: what they let through, up to the limit of static pressure.
 */
export const flowThrough = (open: number, speed: number): number =>
  Math.min(speed * throttle(open), open * MOST_FLOW);

/** Returns the temperature in °C at the end of a duct of air that loses heat to surroundings on its way. */
const alongDuct = (temperature: number, around: number, { loss, stream }: Way): number =>
  loss === 0 ? temperature : around + (temperature - around) * Math.exp(-loss / stream);

/** A duct: its W/K to its surroundings, and the heat capacity in W/K of the air that flows through it. */
type Way = { readonly loss: number; readonly stream: number };

/**
 * Lets air flow back to the unit through the return duct, which draws a share of it from the roof space, and changes it
 * accordingly. `stream` W/K is the heat capacity of the flow at the unit.
 */
export function returnThroughDuct(
  { returnLoss, leakage }: Ducts,
  { roof, stream }: { readonly roof: Air; readonly stream: number },
  air: Air,
): void {
  if (leakage > 0) blendAir(air, roof, leakage, air);
  air.temperature = alongDuct(air.temperature, roof.temperature, { loss: returnLoss, stream });
}

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
 * Adds `airflow` m³/s of supply air to the rooms, divided by their dampers, less what leaks to the roof space. `open` is
 * the share 0..1 of the ducts that is open, `roof` °C the temperature around them.
 */
export function supplyRooms(
  { rooms, shares, losses, leakage }: Ducts,
  plants: readonly ZonePlant[],
  {
    airflow,
    open,
    air,
    roof,
    volumeHeat,
  }: { airflow: number; open: number; air: Air; roof: number; volumeHeat: number },
  supply: Supply,
): void {
  for (let place = 0; place < rooms.length; place++) {
    const position = positionOf(plants, place);
    if (position === 0) continue;
    const room = rooms[place]!;
    const sent = (airflow * shares[place]! * position) / (100 * open);
    const flow = sent * (1 - leakage);
    const temperature = alongDuct(air.temperature, roof, { loss: losses[place]!, stream: volumeHeat * flow });
    const before = supply.flow[room]!;
    supply.temperature[room] =
      before === 0
        ? temperature
        : (supply.temperature[room]! * before + temperature * flow) / (before + flow);
    supply.flow[room] = before + flow;
    supply.sent[room]! += sent;
    supply.origin[room] = air.temperature;
    supply.humidity[room] = air.humidity;
    supply.co2[room] = air.co2;
  }
}
