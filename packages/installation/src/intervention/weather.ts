import type { SimulationStatus } from '@plenum/protocol/extension';
import type { InterventionBody } from '@plenum/protocol/simulation';
import type { Weather, WeatherOverride } from '../physics/index.ts';

type Shown = InterventionBody<'Weather'>;

/** What each member of the intervention `Weather` holds, and how many of its units are one of the physics'. */
const knobs = {
  Temperature: { of: 'temperature', scale: 1 },
  Humidity: { of: 'relativeHumidity', scale: 1 },
  Cloud: { of: 'cloud', scale: 100 },
  Wind: { of: 'wind', scale: 1 },
  Rain: { of: 'rain', scale: 1 },
} as const satisfies { readonly [Name in keyof Required<Shown>]: { of: keyof Weather; scale: number } };

const names = Object.keys(knobs) as (keyof typeof knobs)[];

const round = (value: number) => Math.round(value * 10) / 10;

/** The weather an intervention holds, as the physics has it. */
export const toHeld = (shown: Shown): WeatherOverride =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = shown[name];
      return value === undefined ? [] : [[knobs[name].of, value / knobs[name].scale]];
    }),
  );

/** The weather that stands, to a tenth, and which of it is held. */
export const toShown = (now: Weather, held: WeatherOverride): SimulationStatus['weather'] => {
  const values = names.map((name) => [name, round(now[knobs[name].of] * knobs[name].scale)]);
  return {
    ...(Object.fromEntries(values) as Required<Shown>),
    held: names.filter((name) => held[knobs[name].of] !== undefined),
  };
};
