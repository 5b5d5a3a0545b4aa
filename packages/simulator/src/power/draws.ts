import { type HouseFile, seedOf } from '../house-schema/house.ts';
import type { Load } from '../house-schema/power.ts';
import type { Loads } from '../model/state.ts';
import type { Step } from '../model/step.ts';
import { smoothNoise } from '../physics/index.ts';

/** Noise stream of refrigerators and chargers, and the time scale of its changes in ms. */
const BASE_STREAM = 700;
const BASE_PERIOD = 900_000;

/** Returns the base load at a time (ms UTC), in W: 70 to 130 % of its nominal value. */
const baseLoad = (nominal: number, seed: number, at: number): number =>
  nominal * (0.7 + 0.6 * smoothNoise(seed, BASE_STREAM, at / BASE_PERIOD));

/** Returns the electric power in W of a house at a time (ms UTC), without solar power. */
export function wholeDraw(loads: Loads, house: HouseFile, at: number): number {
  const { unit, fan, splits, vrf, pump, appliances, lights, hotWater } = loads;
  const base = baseLoad(house.power?.baseLoad ?? 0, seedOf(house), at);
  return unit + fan + splits + vrf + pump + appliances + lights + hotWater + base;
}

/** Returns the power in W of the solar panels of a house under the sun and the weather of a step. */
export const solarDraw = ({ model: { house }, conditions }: Pick<Step, 'model' | 'conditions'>): number =>
  solarPower(1000 * (house.power?.solar ?? 0), conditions, house.place.latitude);

/**
 * Returns the electric power in W of each load that a channel can measure, at the end of a step. `everything` excludes
 * solar power.
 */
export function powerDraws(loads: Loads, step: Step): Readonly<Record<Load, number>> {
  const {
    model: { house },
    at,
  } = step;
  const { unit, fan, splits, vrf, pump, appliances, lights, hotWater } = loads;
  return {
    everything: wholeDraw(loads, house, at),
    'ducted unit': unit,
    'ducted fan': fan,
    splits,
    'VRF units': vrf,
    'irrigation pump': pump,
    appliances,
    lights,
    'hot water': hotWater,
    'base load': baseLoad(house.power?.baseLoad ?? 0, seedOf(house), at),
    solar: solarDraw(step),
    nothing: 0,
  };
}

/** The panels face the equator at a slope of 25°, as on an ordinary roof. */
const COSINE = Math.cos((25 * Math.PI) / 180);
const SINE = Math.sin((25 * Math.PI) / 180);
/** Share of light that the ground reflects, the same as for the walls of the house. */
const GROUND_REFLECTANCE = 0.2;
/** Efficiency of wiring, inverter and dirty panels (NREL PVWatts, version 5: losses of 14 %). */
const SYSTEM = 0.86;
/** Loss of a warm cell per K over 25 °C, and its temperature rise over the air per W/m² of sun (NOCT 45 °C). */
const WARM_LOSS = 0.004;
const WARMING = 25 / 800;

/** Returns the irradiance in W/m² on the panels, which face the equator. */
const onPanels = ({ sun, weather }: Step['conditions'], latitude: number): number => {
  const beam = sun.up > 0 ? weather.beam : 0;
  const direct = beam * (COSINE * sun.up + SINE * (latitude < 0 ? sun.north : -sun.north));
  const sky = ((1 + COSINE) / 2) * weather.diffuse;
  const horizontal = beam * Math.max(0, sun.up) + weather.diffuse;
  return Math.max(0, direct) + sky + GROUND_REFLECTANCE * ((1 - COSINE) / 2) * horizontal;
};

/** Returns the electric power in W of solar panels with a peak power in W (at 1000 W/m², cells at 25 °C). */
function solarPower(peak: number, conditions: Step['conditions'], latitude: number): number {
  const light = onPanels(conditions, latitude);
  const cell = conditions.weather.temperature + WARMING * light;
  return Math.max(0, ((peak * light) / 1000) * SYSTEM * (1 - WARM_LOSS * (cell - 25)));
}
