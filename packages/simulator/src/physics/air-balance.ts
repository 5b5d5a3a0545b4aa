import type { PlaceAir } from './air.ts';
import type { Network } from './network.ts';
import { createSaturationTable } from './psychrometrics.ts';
import { MOISTURE_BUFFER, PERSON_CO2, PERSON_MOISTURE } from './room-defaults.ts';
import type { ClimateWork, Conditions, VapourFlows } from './types.ts';

/** Humidity ratio in kg/kg of the driest air that a coil can produce in a room: a dew point of about -50 °C. */
const DRIEST = 2e-5;

/**
 * Returns the share of the difference between two rooms that the air through their door evens out in one step, for
 * either side.
 */
const evenOut = (air: number, sizeA: number, sizeB: number, seconds: number) => {
  const z = seconds * air * (1 / sizeA + 1 / sizeB);
  const share = 1 - 1 / (1 + z + (z * z) / 2);
  return { toA: (share * sizeB) / (sizeA + sizeB), toB: (share * sizeA) / (sizeA + sizeB) };
};

/** A step of the air of a house: m³/s of outside air of each room, s, and books to fill. */
type AirStep = {
  readonly outsideAir: Float64Array;
  readonly seconds: number;
  readonly books: VapourFlows | undefined;
};

/**
 * Creates the balance of vapour and CO2 of a network: outside air, supply, people, units in the room, doors. Doors
 * first, pair by pair, then each room by 1 / (1 + z + z²/2), the L-stable approximation of exp(-z) of order 2: both
 * conserve vapour and CO2 and stay between the values they mix, at any step. Vapour above saturation condenses on cold
 * surfaces. Writes `supply.leftHumidity`, and the vapour that each room gained in `books`.
 */
export function createAirBalance(
  network: Network,
  { density, pressure }: PlaceAir,
): (work: ClimateWork, conditions: Conditions, step: AirStep) => void {
  const { size, volume, doors } = network;
  const saturationRatioFromTable = createSaturationTable(pressure);
  const sideA = Int32Array.from(doors, ({ a }) => a);
  const sideB = Int32Array.from(doors, ({ b }) => b);
  const column = () => new Float64Array(doors.length);
  const [vapourA, vapourB, gasA, gasB] = [column(), column(), column(), column()];
  const perAir = volume.map((each) => 1 / each);
  const perBuffer = perAir.map((each) => each / MOISTURE_BUFFER);
  const perDensity = 1 / density;
  let prepared = Number.NaN;

  const prepareFor = (seconds: number): void => {
    for (const [door, { a, b, air }] of doors.entries()) {
      const gas = evenOut(air, volume[a]!, volume[b]!, seconds);
      const vapour = evenOut(air / MOISTURE_BUFFER, volume[a]!, volume[b]!, seconds);
      gasA[door] = gas.toA;
      gasB[door] = gas.toB;
      vapourA[door] = vapour.toA;
      vapourB[door] = vapour.toB;
    }
    prepared = seconds;
  };

  return ({ air, humidity, co2 }, { weather, activity, supply }, { outsideAir, seconds, books }) => {
    if (seconds !== prepared) prepareFor(seconds);
    if (books !== undefined) books.stored.set(humidity);
    for (let door = 0; door < sideA.length; door++) {
      const a = sideA[door]!;
      const b = sideB[door]!;
      const vapour = humidity[b]! - humidity[a]!;
      const gas = co2[b]! - co2[a]!;
      humidity[a]! += vapourA[door]! * vapour;
      humidity[b]! -= vapourB[door]! * vapour;
      co2[a]! += gasA[door]! * gas;
      co2[b]! -= gasB[door]! * gas;
    }
    const { humidityRatio, co2: outsideCo2 } = weather;
    for (let room = 0; room < size; room++) {
      const outside = outsideAir[room]!;
      const supplied = supply.flow[room]!;
      const people = activity.people[room]!;
      const exchange = (outside + supplied) * seconds;

      const vapourIn =
        outside * humidityRatio +
        supplied * supply.humidity[room]! +
        (PERSON_MOISTURE * people + supply.moisture[room]!) * perDensity;
      const slow = exchange * perBuffer[room]!;
      const before = humidity[room]!;
      const growth = seconds * vapourIn * perBuffer[room]! - slow * before;
      const after = before + (growth * (1 + slow / 2)) / (1 + slow + (slow * slow) / 2);
      const most = saturationRatioFromTable(air[room]!);
      humidity[room] = Math.min(most, Math.max(DRIEST, after));
      if (supplied > 0) supply.leftHumidity[room] = before + (growth - (after - before)) / slow;
      if (books !== undefined) {
        const mean = slow > 0 ? before + (growth - (after - before)) / slow : before;
        const mass = volume[room]! * MOISTURE_BUFFER * density;
        const start = books.stored[room]!;
        books.neighbours[room] = mass * (before - start);
        books.people[room] = seconds * PERSON_MOISTURE * people;
        books.roomUnits[room] = seconds * supply.moisture[room]!;
        books.infiltration[room] = seconds * density * outside * (humidityRatio - mean);
        books.supply[room] = seconds * density * supplied * (supply.humidity[room]! - mean);
        books.condensed[room] = mass * (humidity[room]! - after);
        books.stored[room] = mass * (humidity[room]! - start);
      }

      const gasIn = outside * outsideCo2 + supplied * supply.co2[room]! + PERSON_CO2 * 1e6 * people;
      const z = exchange * perAir[room]!;
      const gas = co2[room]!;
      co2[room] = gas + ((seconds * gasIn * perAir[room]! - z * gas) * (1 + z / 2)) / (1 + z + (z * z) / 2);
    }
  };
}
