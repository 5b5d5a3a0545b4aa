import type { Step } from '../model/step.ts';

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
export function solarPower(peak: number, conditions: Step['conditions'], latitude: number): number {
  const light = onPanels(conditions, latitude);
  const cell = conditions.weather.temperature + WARMING * light;
  return Math.max(0, ((peak * light) / 1000) * SYSTEM * (1 - WARM_LOSS * (cell - 25)));
}
