import type { Facing, Sun, Sunlight } from '../types.ts';

/** The surfaces that receive sun: eight facings and the horizontal. */
export const SURFACES = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW', 'roof'] as const satisfies readonly (
  | Facing
  | 'roof'
)[];

/** Index of the horizontal surface in `SURFACES`. */
export const ROOF = SURFACES.indexOf('roof');

/** Share of light that ordinary ground reflects (ASHRAE Fundamentals 2017, chapter 14). */
const GROUND_REFLECTANCE = 0.2;

/** Lower end of each class of clearness, and the coefficients F11 to F23 (Perez et al. 1990, tables 1 and 6). */
const CLASSES = [
  [1, -0.0083, 0.5877, -0.0621, -0.0596, 0.0721, -0.022],
  [1.065, 0.1299, 0.6826, -0.1514, -0.0189, 0.066, -0.0289],
  [1.23, 0.3297, 0.4869, -0.2211, 0.0554, -0.064, -0.0261],
  [1.5, 0.5682, 0.1875, -0.2951, 0.1089, -0.1519, -0.014],
  [1.95, 0.873, -0.392, -0.3616, 0.2256, -0.462, 0.0012],
  [2.8, 1.1326, -1.2367, -0.4118, 0.2878, -0.823, 0.0558],
  [4.5, 1.0602, -1.5999, -0.3589, 0.2642, -1.1272, 0.1311],
  [6.2, 0.6777, -0.3273, -0.2504, 0.1561, -1.3765, 0.2506],
] as const;

const northward = Float64Array.from({ length: 8 }, (_, facing) => Math.cos((facing * Math.PI) / 4));
const eastward = Float64Array.from({ length: 8 }, (_, facing) => Math.sin((facing * Math.PI) / 4));
/** Lowest cosine of the zenith angle that brightens the sky around the sun, cos 85°. */
const LOWEST_SUN = 0.087;

export const createSunlight = (): Sunlight => ({
  beam: new Float64Array(SURFACES.length),
  diffuse: new Float64Array(SURFACES.length),
  cosine: new Float64Array(SURFACES.length),
});

/** Returns the shares of the diffuse light that come from around the sun and from the horizon. */
const brighten = (sun: Sun, beam: number, diffuse: number): { around: number; horizon: number } => {
  const zenith = Math.acos(Math.min(1, sun.up));
  const cube = 1.041 * zenith * zenith * zenith;
  const clearness = ((diffuse + beam) / diffuse + cube) / (1 + cube);
  const airMass = 1 / (sun.up + 0.15 * (93.885 - (zenith * 180) / Math.PI) ** -1.253);
  const brightness = (diffuse * airMass) / sun.space;
  let found: (typeof CLASSES)[number] = CLASSES[0];
  for (const each of CLASSES) if (clearness >= each[0]) found = each;
  const [, f11, f12, f13, f21, f22, f23] = found;
  return {
    around: Math.min(1, Math.max(0, f11 + f12 * brightness + f13 * zenith)),
    horizon: f21 + f22 * brightness + f23 * zenith,
  };
};

/**
 * Writes the sunlight on each of `SURFACES` from beam (facing the sun) and diffuse (horizontal) W/m². The sky is
 * brighter around the sun and at the horizon (Perez et al. 1990); light from around the sun comes from its direction. The
 * ground reflects evenly.
 */
export function computeSunlight(
  into: Sunlight,
  sun: Sun,
  light: { readonly beam: number; readonly diffuse: number },
): void {
  const beam = sun.up > 0 ? light.beam : 0;
  const { diffuse } = light;
  const isLit = sun.up > 0 && diffuse > 0;
  const { around, horizon } = isLit ? brighten(sun, beam, diffuse) : { around: 0, horizon: 0 };
  const bright = (diffuse * around) / Math.max(LOWEST_SUN, sun.up);
  const even = 0.5 * diffuse * (1 - around);
  const reflected = 0.5 * GROUND_REFLECTANCE * (beam * Math.max(0, sun.up) + diffuse);
  const rest = Math.max(0, even + diffuse * horizon) + reflected;
  for (let facing = 0; facing < 8; facing++) {
    const cosine = Math.max(0, sun.north * northward[facing]! + sun.east * eastward[facing]!);
    into.cosine[facing] = cosine;
    into.beam[facing] = (beam + bright) * cosine;
    into.diffuse[facing] = rest;
  }
  const up = Math.max(0, sun.up);
  into.cosine[ROOF] = up;
  into.beam[ROOF] = (beam + bright) * up;
  into.diffuse[ROOF] = beam * up + diffuse - into.beam[ROOF]!;
}
