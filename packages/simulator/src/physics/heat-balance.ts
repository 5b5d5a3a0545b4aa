import { VOLUME_HEAT } from './air.ts';
import type { Network } from './network.ts';
import { INFILTRATION, PERSON, TO_AIR } from './room-defaults.ts';
import { createSparseSolver } from './sparse-solver.ts';
import { ROOF } from './surfaces.ts';
import type { ClimateWork, Conditions } from './types.ts';

/**
 * Advances the heat by one step. Afterwards it holds the values of the step: per room m³/s of outside air, W of sun
 * through windows and absorbed by walls, and the mean temperatures in °C whose flows over the step add up to the change
 * of heat.
 */
export type HeatBalance = {
  readonly outsideAir: Float64Array;
  readonly sunIn: Float64Array;
  readonly sunOn: Float64Array;
  readonly meanAir: Float64Array;
  readonly meanMass: Float64Array;
  advance(work: ClimateWork, conditions: Conditions, seconds: number): void;
};

/** Stage length of the method below, 1 - √½ of a step. */
const STAGE = 1 - Math.SQRT1_2;
const SECOND = (1 - STAGE) / STAGE;

const toSparseRows = (dense: readonly (readonly number[])[]) => {
  const starts = [0];
  const surfaces: number[] = [];
  const values: number[] = [];
  for (const row of dense) {
    for (const [surface, value] of row.entries()) {
      if (value === 0) continue;
      surfaces.push(surface);
      values.push(value);
    }
    starts.push(values.length);
  }
  return {
    starts: Int32Array.from(starts),
    surfaces: Int32Array.from(surfaces),
    values: Float64Array.from(values),
  };
};

/**
 * Creates the function that fills `into` with the W each room receives from the irradiance in W/m² of its surfaces,
 * omitting surfaces without irradiance (the roof is dark only at night).
 */
const createSunlight = (dense: readonly (readonly number[])[]) => {
  const { starts, surfaces, values } = toSparseRows(dense);
  return (irradiance: Float64Array, into: Float64Array): void => {
    if (irradiance[ROOF] === 0) {
      into.fill(0);
      return;
    }
    for (let room = 0; room < into.length; room++) {
      let heat = 0;
      for (let entry = starts[room]!; entry < starts[room + 1]!; entry++) {
        heat += values[entry]! * irradiance[surfaces[entry]!]!;
      }
      into[room] = heat;
    }
  };
};

/** Computes the gains of a step: outside air, sun, and W into the air and the structure of each room. */
const createGains = (network: Network, ground: number) => {
  const { size, windowLoss, wallLoss, groundLoss, leakage } = network;
  const writeSunIn = createSunlight(network.sunIn);
  const writeSunOn = createSunlight(network.sunOn);
  const column = () => new Float64Array(size);
  const [outsideAir, sunIn, sunOn, airHeat, massHeat] = [column(), column(), column(), column(), column()];

  /**
   * Writes the gains for `air` °C at the start of the step, and the diagonal of the equations from their constant part.
   */
  const gather = (
    { weather, activity, supply, irradiance }: Conditions,
    air: Float64Array,
    { constant, diagonal }: { constant: Float64Array; diagonal: Float64Array },
  ): void => {
    const { temperature, wind } = weather;
    const { people, equipment, openWindow, shade } = activity;
    const draught = INFILTRATION.constant + INFILTRATION.perWind * wind;
    writeSunIn(irradiance, sunIn);
    writeSunOn(irradiance, sunOn);
    for (let room = 0; room < size; room++) {
      sunIn[room]! *= 1 - shade[room]!;
      const chimney = INFILTRATION.perDegree * Math.abs(air[room]! - temperature);
      const fresh = leakage[room]! * (draught + chimney) + openWindow[room]!;
      outsideAir[room] = fresh;
      const outside = VOLUME_HEAT * fresh;
      const supplied = VOLUME_HEAT * supply.flow[room]!;
      const bodies = PERSON.heat * people[room]!;
      diagonal[room] = constant[room]! + outside + supplied;
      airHeat[room] =
        (windowLoss[room]! + outside) * temperature +
        supplied * supply.temperature[room]! +
        supply.sensible[room]! +
        TO_AIR.sun * sunIn[room]! +
        TO_AIR.people * bodies +
        TO_AIR.equipment * equipment[room]!;
      massHeat[room] =
        wallLoss[room]! * temperature +
        groundLoss[room]! * ground +
        sunOn[room]! +
        (1 - TO_AIR.sun) * sunIn[room]! +
        (1 - TO_AIR.people) * bodies +
        (1 - TO_AIR.equipment) * equipment[room]!;
    }
  };
  return { outsideAir, sunIn, sunOn, airHeat, massHeat, gather };
};

/**
 * Creates the solver of one stage: it eliminates the structure of each room first and leaves the rest to the sparse
 * solver.
 */
const createStage = (network: Network) => {
  const { size, airCapacity, massCapacity, airToMass, windowLoss, wallLoss, groundLoss, links } = network;
  const solver = createSparseSolver(
    size,
    links.map(({ a, b, heat }) => ({ a, b, value: -heat })),
  );
  const linkLoss = new Float64Array(size);
  for (const { a, b, heat } of links) {
    linkLoss[a]! += heat;
    linkLoss[b]! += heat;
  }
  const column = () => new Float64Array(size);
  const [airRate, massRate, massShare, pull, constant] = [column(), column(), column(), column(), column()];
  const [air, mass] = [column(), column()];
  let prepared = Number.NaN;

  const prepareFor = (seconds: number): void => {
    if (seconds === prepared) return;
    if (!(seconds > 0 && seconds < Infinity)) throw new RangeError(`A step cannot be ${seconds} s long.`);
    for (let room = 0; room < size; room++) {
      airRate[room] = airCapacity[room]! / (STAGE * seconds);
      massRate[room] = massCapacity[room]! / (STAGE * seconds);
      massShare[room] = 1 / (massRate[room]! + airToMass[room]! + wallLoss[room]! + groundLoss[room]!);
      pull[room] = airToMass[room]! * massShare[room]!;
      constant[room] =
        airRate[room]! + airToMass[room]! * (1 - pull[room]!) + windowLoss[room]! + linkLoss[room]!;
    }
    prepared = seconds;
  };

  /** Replaces the temperatures at the start of a stage, in `air` and `mass`, by those at its end. */
  const solve = (airHeat: Float64Array, massHeat: Float64Array): void => {
    for (let room = 0; room < size; room++) {
      const known = massRate[room]! * mass[room]! + massHeat[room]!;
      mass[room] = massShare[room]! * known;
      air[room] = airRate[room]! * air[room]! + airHeat[room]! + pull[room]! * known;
    }
    solver.solve(air);
    for (let room = 0; room < size; room++) mass[room]! += pull[room]! * air[room]!;
  };
  return { air, mass, constant, diagonal: solver.diagonal, prepareFor, factor: solver.factor, solve };
};

/**
 * Creates the heat balance of a network. `ground` is the temperature of the ground in °C.
 *
 * Two-stage L-stable SDIRK of order 2 (Alexander 1977, γ = 1 - √½): stable without ringing at any step, and exact in
 * its heat flows because flows are linear in temperature. Infiltration depends on the air at the start of a step.
 */
export const createHeatBalance = (network: Network, ground: number): HeatBalance => {
  const { size } = network;
  const gains = createGains(network, ground);
  const stage = createStage(network);
  const { outsideAir, sunIn, sunOn, airHeat, massHeat } = gains;
  const { air: stageAir, mass: stageMass } = stage;
  const [meanAir, meanMass] = [new Float64Array(size), new Float64Array(size)];
  return {
    outsideAir,
    sunIn,
    sunOn,
    meanAir,
    meanMass,
    advance({ air, mass }, conditions, seconds) {
      stage.prepareFor(seconds);
      gains.gather(conditions, air, stage);
      stage.factor();
      stageAir.set(air);
      stageMass.set(mass);
      stage.solve(airHeat, massHeat);
      for (let room = 0; room < size; room++) {
        meanAir[room] = (1 - STAGE) * stageAir[room]!;
        meanMass[room] = (1 - STAGE) * stageMass[room]!;
        stageAir[room] = air[room]! + SECOND * (stageAir[room]! - air[room]!);
        stageMass[room] = mass[room]! + SECOND * (stageMass[room]! - mass[room]!);
      }
      stage.solve(airHeat, massHeat);
      for (let room = 0; room < size; room++) {
        meanAir[room]! += STAGE * stageAir[room]!;
        meanMass[room]! += STAGE * stageMass[room]!;
        air[room] = stageAir[room]! + 0;
        mass[room] = stageMass[room]! + 0;
      }
    },
  };
};
