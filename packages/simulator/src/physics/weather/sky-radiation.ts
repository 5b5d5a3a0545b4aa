import type { Sun } from '../types.ts';

/** Irradiance in W/m²: `beam` on a plane facing the sun, `diffuse` on a horizontal plane. */
type Radiation = { beam: number; diffuse: number };

/**
 * Writes to `into` the light that reaches the ground through a sky with a cloud cover of 0..1. Clear beam after Meinel
 * and Meinel 1976, air mass after Kasten and Young 1989. The clear sky itself gives a tenth of the beam at the zenith
 * and relatively more when the sun is low (our choice). Total under clouds after Kasten and Czeplak 1980 (1 - 0.75
 * N^3.4). Clouds reduce the beam by N², so that the diffuse part is above 0 under every sky.
 */
export function computeSkyRadiation(sun: Sun, cloud: number, into: Radiation): void {
  if (sun.up <= 0) {
    into.beam = 0;
    into.diffuse = 0;
    return;
  }
  const height = Math.asin(Math.min(1, sun.up)) * (180 / Math.PI);
  const airMass = 1 / (sun.up + 0.50572 * (height + 6.07995) ** -1.6364);
  const clear = sun.space * 0.7 ** (airMass ** 0.678);
  const total = clear * (sun.up + 0.1 * Math.sqrt(sun.up)) * (1 - 0.75 * cloud ** 3.4);
  into.beam = clear * (1 - cloud * cloud);
  into.diffuse = total - into.beam * sun.up;
}
