import type { SimulationStatus } from '@plenum/protocol/extension';
import type { OverrideBody } from '@plenum/protocol/simulation';
import type { Weather, WeatherOverride } from '../physics/index.ts';

type Shown = OverrideBody<'Weather'>;

/** What each member of the override `Weather` holds, and how many of its units are one of the physics'. */
const members = {
  Temperature: { of: 'temperature', scale: 1 },
  Humidity: { of: 'relativeHumidity', scale: 1 },
  Cloud: { of: 'cloud', scale: 100 },
  Wind: { of: 'wind', scale: 1 },
  Rain: { of: 'rain', scale: 1 },
} as const satisfies { readonly [Name in keyof Required<Shown>]: { of: keyof Weather; scale: number } };

const names = Object.keys(members) as (keyof typeof members)[];

const round = (value: number) => Math.round(value * 10) / 10;

/** The weather an override holds, as the physics has it. */
export const toWeatherOverride = (shown: Shown): WeatherOverride =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = shown[name];
      return value === undefined ? [] : [[members[name].of, value / members[name].scale]];
    }),
  );

/** The weather that stands, to a tenth, and which of it is held. */
export const toWeatherStatus = (now: Weather, held: WeatherOverride): SimulationStatus['weather'] => {
  const values = names.map((name) => [name, round(now[members[name].of] * members[name].scale)]);
  return {
    ...(Object.fromEntries(values) as Required<Shown>),
    held: names.filter((name) => held[members[name].of] !== undefined),
  };
};
