import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Rgb, toRgb, toXy } from './colour.ts';

const colours: readonly Rgb[] = [
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
  [255, 255, 255],
  [255, 128, 0],
  [20, 200, 255],
];

it('a colour converted to Matter and back is unchanged, within the resolution of Matter', () => {
  for (const rgb of colours)
    for (const [place, value] of toRgb(toXy(rgb)).entries())
      assert.ok(Math.abs(value - rgb[place]!) <= 2, `${rgb} became ${toRgb(toXy(rgb))}`);
});

it('converts sRGB white to D65, black to white, and other colours to the nearest possible', () => {
  assert.deepEqual(toXy([255, 255, 255]), { currentX: 20_494, currentY: 21_561 });
  assert.deepEqual(toXy([0, 0, 0]), toXy([255, 255, 255]));
  assert.deepEqual(toRgb({ currentX: 65_279, currentY: 0 }).length, 3);
  for (const value of toRgb({ currentX: 0, currentY: 65_279 })) assert.ok(value >= 0 && value <= 255);
});
