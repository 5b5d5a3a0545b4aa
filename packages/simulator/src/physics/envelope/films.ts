import { type PlaceAir, SEA_LEVEL } from '../air.ts';
import type { Posture } from './envelope.ts';

/** Stefan-Boltzmann constant in W/m²K⁴. */
export const STEFAN_BOLTZMANN = 5.670374e-8;
export const KELVIN = 273.15;

/**
 * Natural convection in W/m²K at a face that is 1 K warmer or colder than the air: vertical faces, and horizontal ones
 * with rising or layered air (Walton 1983, the TARP algorithm of EnergyPlus, Engineering Reference, equations 3.72 to
 * 3.74).
 */
export const CONVECTION = {
  wall: { warmer: 1.31, colder: 1.31 },
  floor: { warmer: 1.509, colder: 0.76 },
  ceiling: { warmer: 0.76, colder: 1.509 },
} as const satisfies { readonly [posture in Posture]: object };

/** Returns the coefficient of natural convection in W/m²K at a face with a coefficient of `CONVECTION` and a difference in K. */
export const convectNaturally = (coefficient: number, difference: number): number =>
  Math.max(LEAST_CONVECTION, coefficient * cubeRoot(Math.abs(difference)));

const STEPS_PER_KELVIN = 16;
const WARMEST = 64;
const roots = Float64Array.from({ length: WARMEST * STEPS_PER_KELVIN + 2 }, (_, step) =>
  Math.cbrt(step / STEPS_PER_KELVIN),
);

/** Returns a cube root from a table, up to 64, many times as fast as `Math.cbrt`. */
const cubeRoot = (value: number): number => {
  const place = Math.min(WARMEST, value) * STEPS_PER_KELVIN;
  const index = place | 0;
  const low = roots[index]!;
  return low + (roots[index + 1]! - low) * (place - index);
};

/**
 * Returns natural convection at a place as a share of that at sea level. It grows with the cube root of the Rayleigh
 * number, and this with the square of the density.
 */
export const findBuoyancy = ({ density }: PlaceAir): number => (density / SEA_LEVEL.density) ** (2 / 3);

/** Lowest coefficient in W/m²K, as in EnergyPlus: air in a room is never perfectly still. */
const LEAST_CONVECTION = 0.1;

/**
 * Returns the forced convection in W/m²K of a smooth surface in a wind of m/s: the mean of the windward and the leeward
 * side (Yazdanian and Klems 1994, the MoWiTT algorithm). It was measured at Reno, at 1,370 m, and is used as it is.
 */
export const convectInWind = (wind: number): number => (3.26 * wind ** 0.89 + 3.55 * wind ** 0.617) / 2;

/** Factor of roughness for forced convection: rough, as stucco, brick and plaster; very smooth, as glass (DOE-2). */
export const ROUGHNESS = { rough: 1.67, smooth: 1 } as const;

/**
 * Wind at a wall as a share of the wind at 10 m: a profile with the exponent of open country, at 2 m (ASHRAE
 * Fundamentals 2017, chapter 24, equation 4).
 */
export const WIND_AT_WALL = (2 / 10) ** 0.14;

/** Returns the convection outside in W/m²K: natural and forced (DOE-2, as in EnergyPlus). */
export const convectOutside = (natural: number, forced: number, roughness: number): number =>
  natural + roughness * (Math.sqrt(natural * natural + forced * forced) - natural);

/**
 * Share of the sky in what a surface exchanges infrared heat with: the horizontal sees the sky; a wall sees half of it,
 * and low sky is as warm as the air (EnergyPlus, Engineering Reference, "External Longwave Radiation").
 */
export const SKY_VIEW = { wall: 0.5 * Math.SQRT1_2, roof: 1 } as const;
