import type { Site, Sun } from '../types.ts';

const RADIANS = Math.PI / 180;
const J2000 = Date.UTC(2000, 0, 1, 12);
const DAY = 86_400_000;
/** Mean obliquity of the ecliptic in 2025. It changes by 0.00013 degrees a year. */
const OBLIQUITY = 23.436 * RADIANS;
const SIN_OBLIQUITY = Math.sin(OBLIQUITY);
const COS_OBLIQUITY = Math.cos(OBLIQUITY);
/** Total solar irradiance at one astronomical unit in W/m² (Kopp and Lean 2011). */
const SOLAR_CONSTANT = 1361;

/** Writes the sun at a time in ms UTC. */
export type FindSun = (at: number, sun: Sun) => void;

/**
 * Creates the function that computes the position of the sun over a site at a time in ms UTC, without refraction.
 * Low-precision formulas of the Astronomical Almanac, page C24 (after Michalsky 1988), accurate to 0.01 degrees from
 * 1950 to 2050, kept as vectors so that no angle has to be inverted. The result is written into `sun`. Each time is
 * computed once, because weather, rooms and lamps look at the sun of the same time.
 */
export function createSun(site: Site): FindSun {
  const sinLatitude = Math.sin(site.latitude * RADIANS);
  const cosLatitude = Math.cos(site.latitude * RADIANS);
  const last: Sun = { east: 0, north: 0, up: 0, space: 0 };
  let lastAt = Number.NaN;
  const compute = (at: number): void => {
    const days = (at - J2000) / DAY;
    const anomaly = (357.528 + 0.9856003 * days) * RADIANS;
    const sinAnomaly = Math.sin(anomaly);
    const cosAnomaly = Math.cos(anomaly);
    const longitude = (280.46 + 0.9856474 * days + (1.915 + 0.04 * cosAnomaly) * sinAnomaly) * RADIANS;
    const sinLongitude = Math.sin(longitude);
    const x = Math.cos(longitude);
    const y = COS_OBLIQUITY * sinLongitude;
    const z = SIN_OBLIQUITY * sinLongitude;
    const sidereal = (280.46062 + 360.98564737 * days + site.longitude) * RADIANS;
    const sinSidereal = Math.sin(sidereal);
    const cosSidereal = Math.cos(sidereal);
    const meridian = cosSidereal * x + sinSidereal * y;
    const distance = 1.00014 - 0.01671 * cosAnomaly;
    last.east = cosSidereal * y - sinSidereal * x;
    last.north = cosLatitude * z - sinLatitude * meridian;
    last.up = sinLatitude * z + cosLatitude * meridian;
    last.space = SOLAR_CONSTANT / (distance * distance);
    lastAt = at;
  };
  return (at, sun) => {
    if (at !== lastAt) compute(at);
    sun.east = last.east;
    sun.north = last.north;
    sun.up = last.up;
    sun.space = last.space;
  };
}

/** Returns the height of the sun above the horizon in degrees. */
export const sunHeight = (sun: Sun): number => Math.asin(sun.up) / RADIANS;

/** Returns the compass direction of the sun in degrees clockwise from north, 0..360. */
export const sunDirection = (sun: Sun): number => (Math.atan2(sun.east, sun.north) / RADIANS + 360) % 360;
