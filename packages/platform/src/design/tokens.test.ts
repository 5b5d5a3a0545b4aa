import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

type Triple = readonly [number, number, number];
type Matrix = readonly [Triple, Triple, Triple];

const sheet = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');

/** Returns the linear red, green and blue of a token in a theme. */
const colourOf = (token: string, theme: 'light' | 'dark'): Triple => {
  const found = new RegExp(`--${token}: light-dark\\(#(\\w{6}), #(\\w{6})\\)`).exec(sheet);
  assert.ok(found, token);
  const hex = found[theme === 'light' ? 1 : 2]!;
  return [0, 2, 4].map((start) => {
    const part = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as unknown as Triple;
};

const multiply = (rows: Matrix, [x, y, z]: Triple): Triple =>
  rows.map(([a, b, c]) => a * x + b * y + c * z) as unknown as Triple;

/** Returns the coordinates of a colour in Oklab, a space in which equal distances look equally large. */
const toOklab = (rgb: Triple): Triple => {
  const cones = multiply(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    rgb,
  );
  return multiply(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    cones.map((cone) => Math.cbrt(Math.max(0, cone))) as unknown as Triple,
  );
};

/**
 * Colour vision of a reader, as a matrix for linear colours (Machado, Oliveira and Fernandes 2009), and the minimum
 * distance between two colours.
 */
const readers: Readonly<Record<string, { sees: Matrix; least: number }>> = {
  'with all cones': {
    least: 0.12,
    sees: [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
  },
  'without red cones': {
    least: 0.055,
    sees: [
      [0.152286, 1.052583, -0.204868],
      [0.114503, 0.786281, 0.099216],
      [-0.003882, -0.048116, 1.051998],
    ],
  },
  'without green cones': {
    least: 0.055,
    sees: [
      [0.367322, 0.860646, -0.227968],
      [0.280085, 0.672501, 0.047413],
      [-0.01182, 0.04294, 0.968881],
    ],
  },
};

const inLegends = [...Array.from({ length: 9 }, (_, place) => `chart-${place + 1}`), 'solar'];

const luminance = ([red, green, blue]: Triple) => 0.2126 * red + 0.7152 * green + 0.0722 * blue;

describe('the colours of charts', () => {
  for (const theme of ['light', 'dark'] as const) {
    for (const [reader, { sees, least }] of Object.entries(readers))
      it(`a reader ${reader} can distinguish the colours of charts in the ${theme} theme`, () => {
        const seen = inLegends.map((token) => toOklab(multiply(sees, colourOf(token, theme))));
        for (const [place, one] of seen.entries())
          for (const [before, other] of seen.slice(0, place).entries()) {
            const distance = Math.hypot(...one.map((value, axis) => value - other[axis]!));
            assert.ok(distance >= least, `${inLegends[before]} and ${inLegends[place]}: ${distance}`);
          }
      });

    it(`the colours of charts have a contrast of 3:1 to the card in the ${theme} theme`, () => {
      const card = luminance(colourOf('surface', theme));
      for (const token of inLegends) {
        const [least, most] = [luminance(colourOf(token, theme)), card].sort((one, other) => one - other);
        const contrast = (most! + 0.05) / (least! + 0.05);
        assert.ok(contrast >= 3, `${token}: ${contrast}`);
      }
    });
  }
});
