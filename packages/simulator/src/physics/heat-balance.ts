import type { PlaceAir } from './air.ts';
import { createIdeal } from './ideal.ts';
import type { Network } from './network.ts';
import { INFILTRATION, PEOPLE_TO_AIR, PERSON_HEAT } from './room-defaults.ts';
import { createSparseSolver } from './sparse-solver.ts';
import type { ClimateWork, Conditions } from './types.ts';

/**
 * Advances the heat of the air by one step. Afterwards it holds the values of the step: per room m³/s of outside
 * air, W of ideal heaters (coolers below 0), and the mean temperature in °C whose flows over the step add up to the change of
 * heat.
 */
export type HeatBalance = {
  readonly outsideAir: Float64Array;
  readonly ideal: Float64Array;
  readonly meanAir: Float64Array;
  advance(work: ClimateWork, conditions: Conditions, seconds: number): void;
};

/** Stage length of the method below, 1 - √½ of a step. */
const STAGE = 1 - Math.SQRT1_2;
const SECOND = (1 - STAGE) / STAGE;

/**
 * Creates the two stages of a step: linear equations of the air of all rooms. `diagonal` is set before `factor`; `advance`
 * replaces `air` by its value after the step and writes its mean.
 */
const createStages = ({ size, doors }: Network, { volumeHeat }: PlaceAir) => {
  const solver = createSparseSolver(
    size,
    doors.map(({ a, b, air }) => ({ a, b, value: -air * volumeHeat })),
  );
  const stage = new Float64Array(size);
  return {
    diagonal: solver.diagonal,
    factor: solver.factor,
    advance(
      air: Float64Array,
      heat: Float64Array,
      { rate, mean }: { readonly rate: Float64Array; readonly mean: Float64Array },
    ): void {
      for (let room = 0; room < size; room++) stage[room] = rate[room]! * air[room]! + heat[room]!;
      solver.solve(stage);
      for (let room = 0; room < size; room++) {
        mean[room] = (1 - STAGE) * stage[room]!;
        const start = air[room]! + SECOND * (stage[room]! - air[room]!);
        stage[room] = rate[room]! * start + heat[room]!;
      }
      solver.solve(stage);
      for (let room = 0; room < size; room++) {
        mean[room]! += STAGE * stage[room]!;
        air[room] = stage[room]! + 0;
      }
    },
  };
};

/**
 * Creates the heat balance of the air of a house.
 *
 * Two-stage L-stable SDIRK of order 2 (Alexander 1977, γ = 1 - √½): stable without ringing at any step, and exact in
 * its heat flows because flows are linear in temperature. Infiltration depends on the air at the start of a step.
 */
export function createHeatBalance(
  network: Network,
  placeAir: PlaceAir,
  rooms: { readonly convective: Float64Array; readonly hasIdeal: readonly number[] },
): HeatBalance {
  const { size, leakage, drafty, airCapacity, doors } = network;
  const { volumeHeat } = placeAir;
  const { convective, hasIdeal } = rooms;
  const column = () => new Float64Array(size);
  const [outsideAir, airHeat, rate, doorLoss, meanAir, ideal] = [
    column(),
    column(),
    column(),
    column(),
    column(),
    column(),
  ];
  for (const { a, b, air } of doors) {
    doorLoss[a]! += air * volumeHeat;
    doorLoss[b]! += air * volumeHeat;
  }
  const stages = createStages(network, placeAir);
  const findIdeal = createIdeal(size, hasIdeal);
  let prepared = Number.NaN;

  const prepareFor = (seconds: number): void => {
    if (!(seconds > 0 && seconds < Infinity)) throw new RangeError(`A step cannot be ${seconds} s long.`);
    for (let room = 0; room < size; room++) rate[room] = airCapacity[room]! / (STAGE * seconds);
    prepared = seconds;
  };

  /** Writes the gains of the air, and the diagonal of its equations. */
  const gather = ({ weather, activity, supply }: Conditions, { air, inside }: ClimateWork): void => {
    const { temperature, wind } = weather;
    const { people, equipment, openWindow, fans } = activity;
    const draught = INFILTRATION.constant + INFILTRATION.perWind * wind - 1;
    for (let room = 0; room < size; room++) {
      const chimney = INFILTRATION.perDegree * Math.abs(air[room]! - temperature);
      const fresh =
        leakage[room]! * (1 + drafty[room]! * (draught + chimney)) + openWindow[room]! + fans[room]!;
      outsideAir[room] = fresh;
      const outside = volumeHeat * fresh;
      const supplied = volumeHeat * supply.flow[room]!;
      stages.diagonal[room] = rate[room]! + inside.conductance[room]! + doorLoss[room]! + outside + supplied;
      airHeat[room] =
        inside.heat[room]! +
        outside * temperature +
        supplied * supply.temperature[room]! +
        supply.sensible[room]! +
        PEOPLE_TO_AIR * PERSON_HEAT * people[room]! +
        convective[room]! * equipment[room]!;
    }
  };

  return {
    outsideAir,
    ideal,
    meanAir,
    advance(work, conditions, seconds) {
      if (seconds !== prepared) prepareFor(seconds);
      gather(conditions, work);
      stages.factor();
      const step = { rate, mean: meanAir };
      if (hasIdeal.length > 0) {
        findIdeal(
          ideal,
          { air: work.air, setpoints: conditions.ideal },
          {
            free: (air) => stages.advance(air, airHeat, step),
            respond: (air, heat) => stages.advance(air, heat, step),
          },
        );
        for (const room of hasIdeal) airHeat[room]! += ideal[room]!;
      }
      stages.advance(work.air, airHeat, step);
    },
  };
}
