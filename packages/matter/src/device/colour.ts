/** A colour in the CIE 1931 space, as in Matter: 0 to 65,536 for 0 to 1 (Matter 1.4 cluster, 3.2.7.5). */
export interface Xy {
  readonly currentX: number;
  readonly currentY: number;
}

export type Rgb = readonly [red: number, green: number, blue: number];

const mapRgb = ([red, green, blue]: Rgb, map: (value: number) => number): Rgb => [
  map(red),
  map(green),
  map(blue),
];

const scale = 65_536;
/** The largest coordinate in Matter. */
const maxXy = 65_279;

/** Converts a value of sRGB to linear light (IEC 61966-2-1), both 0 to 1. */
const toLight = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const fromLight = (light: number) =>
  light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;

/**
 * Returns the colour of a lamp without its brightness, which is a separate value. Black becomes white, because black
 * has no coordinates.
 */
export function toXy(rgb: Rgb): Xy {
  const lit: Rgb = rgb.some((value) => value > 0) ? rgb : [255, 255, 255];
  const [red, green, blue] = mapRgb(lit, (value) => toLight(value / 255));
  const x = 0.4124 * red + 0.3576 * green + 0.1805 * blue;
  const y = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  const z = 0.0193 * red + 0.1192 * green + 0.9505 * blue;
  const toScale = (part: number) => Math.min(maxXy, Math.round((part / (x + y + z)) * scale));
  return { currentX: toScale(x), currentY: toScale(y) };
}

/**
 * Returns the brightest colour of a lamp with these coordinates, or the nearest possible colour if no lamp has them.
 */
export function toRgb({ currentX, currentY }: Xy): Rgb {
  const y = Math.max(currentY, 1) / scale;
  const x = currentX / scale;
  const [bigX, bigZ] = [x / y, Math.max(0, 1 - x - y) / y];
  const lights = mapRgb(
    [
      3.2406 * bigX - 1.5372 - 0.4986 * bigZ,
      -0.9689 * bigX + 1.8758 + 0.0415 * bigZ,
      0.0557 * bigX - 0.204 + 1.057 * bigZ,
    ],
    (light) => Math.max(0, light),
  );
  const most = Math.max(...lights);
  return mapRgb(lights, (light) => Math.round(fromLight(light / most) * 255));
}
