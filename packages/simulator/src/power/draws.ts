import { seedOf } from '../house-schema/house.ts';
import type { Load } from '../house-schema/power.ts';
import type { Loads } from '../model/state.ts';
import type { Step } from '../model/step.ts';
import { smoothNoise } from '../physics/index.ts';
import { solarPower } from './solar.ts';

/** Noise stream of refrigerators and chargers, and the time scale of its changes in ms. */
const BASE_STREAM = 700;
const BASE_PERIOD = 900_000;

/** Returns the base load at a time (ms UTC), in W: 70 to 130 % of its nominal value. */
const baseLoad = (nominal: number, seed: number, at: number): number =>
  nominal * (0.7 + 0.6 * smoothNoise(seed, BASE_STREAM, at / BASE_PERIOD));

/**
 * Returns the electric power in W of each load that a channel can measure, at the end of a step. `everything` excludes
 * solar power.
 */
export function powerDraws(loads: Loads, step: Step): Readonly<Record<Load, number>> {
  const {
    model: { house },
    at,
    conditions,
  } = step;
  const { unit, fan, splits, vrf, pump, appliances, lights, hotWater } = loads;
  const base = baseLoad(house.power?.baseLoad ?? 0, seedOf(house), at);
  return {
    everything: unit + fan + splits + vrf + pump + appliances + lights + hotWater + base,
    'ducted unit': unit,
    'ducted fan': fan,
    splits,
    'VRF units': vrf,
    'irrigation pump': pump,
    appliances,
    lights,
    'hot water': hotWater,
    'base load': base,
    solar: solarPower(1000 * (house.power?.solar ?? 0), conditions, house.place.latitude),
    nothing: 0,
  };
}
