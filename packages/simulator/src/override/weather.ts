import type { OverrideBody, SimulationStatus } from '@plenum/protocol/simulation';
import type { Weather, WeatherOverride } from '../physics/index.ts';

type Shown = OverrideBody<'Weather'>;

/**
 * For each member of the override `Weather`: the corresponding member of the weather in the physics, and the factor
 * that converts its unit.
 */
const members = {
  Temperature: { of: 'temperature', scale: 1 },
  Humidity: { of: 'relativeHumidity', scale: 1 },
  Cloud: { of: 'cloud', scale: 100 },
  Wind: { of: 'wind', scale: 1 },
  Rain: { of: 'rain', scale: 1 },
} as const satisfies { readonly [Name in keyof Required<Shown>]: { of: keyof Weather; scale: number } };

const names = Object.keys(members) as (keyof typeof members)[];

const round = (value: number) => Math.round(value * 10) / 10;

/** Converts the body of the override `Weather` to the units of the physics. */
export const toWeatherOverride = (shown: Shown): WeatherOverride =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = shown[name];
      return value === undefined ? [] : [[members[name].of, value / members[name].scale]];
    }),
  );

/** Returns the current weather, to a tenth, and the names of its overridden values. */
export function toWeatherStatus(now: Weather, held: WeatherOverride): SimulationStatus['weather'] {
  const values = names.map((name) => [name, round(now[members[name].of] * members[name].scale)]);
  return {
    ...(Object.fromEntries(values) as Required<Shown>),
    held: names.filter((name) => held[members[name].of] !== undefined),
  };
}
