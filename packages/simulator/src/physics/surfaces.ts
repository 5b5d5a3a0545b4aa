import type { Facing } from './types.ts';
import type { Sun } from './weather/sun.ts';

/** The surfaces that receive sun, in the order of every irradiance array: eight facings and the horizontal. */
export const SURFACES = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW', 'roof'] as const satisfies readonly (
  | Facing
  | 'roof'
)[];

/** Index of the horizontal surface in `SURFACES`. */
export const ROOF = SURFACES.indexOf('roof');

/** Share of light that ordinary ground reflects (ASHRAE Fundamentals 2017, chapter 14). */
const GROUND_REFLECTANCE = 0.2;

const northward = Float64Array.from({ length: 8 }, (_, facing) => Math.cos((facing * Math.PI) / 4));
const eastward = Float64Array.from({ length: 8 }, (_, facing) => Math.sin((facing * Math.PI) / 4));

/**
 * Writes the irradiance in W/m² on each of `SURFACES` from beam (facing the sun) and diffuse (horizontal) W/m².
 *
 * Isotropic sky and ground (Liu and Jordan 1963): a wall sees half of each.
 */
export const computeIrradiance = (
  irradiance: Float64Array,
  sun: Sun,
  light: { readonly beam: number; readonly diffuse: number },
): void => {
  const beam = sun.up > 0 ? light.beam : 0;
  const horizontal = beam > 0 ? beam * sun.up + light.diffuse : light.diffuse;
  const ambient = 0.5 * light.diffuse + 0.5 * GROUND_REFLECTANCE * horizontal;
  for (let facing = 0; facing < 8; facing++) {
    const cosine = sun.north * northward[facing]! + sun.east * eastward[facing]!;
    irradiance[facing] = cosine > 0 ? beam * cosine + ambient : ambient;
  }
  irradiance[ROOF] = horizontal;
};
