import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawStrips } from './chart-plugins.ts';
import type { ChartTheme } from './chart-theme.ts';

const theme = { heat: 'orange', cool: 'blue' } as ChartTheme;

/**
 * Returns the drawing calls on a plot of 100 by 50 pixels that begins at 10, 20, and whose time runs from 0 to 1,000 s.
 */
const draw = (data: readonly (readonly (number | null)[])[], strips: Parameters<typeof drawStrips>[0]) => {
  const drawn: { colour: string; alpha: number; from: number; to: number; top: number; height: number }[] =
    [];
  const ctx = {
    fillStyle: '',
    globalAlpha: 1,
    save: () => {},
    restore: () => {},
    fillRect: (from: number, top: number, width: number, height: number) =>
      drawn.push({
        colour: ctx.fillStyle,
        alpha: ctx.globalAlpha,
        from,
        to: from + width - 0.5,
        top,
        height,
      }),
  };
  const bbox = { left: 10, top: 20, width: 100, height: 50 };
  const valToPos = (seconds: number) => bbox.left + seconds / 10;
  Object.assign(globalThis, { devicePixelRatio: 1 });
  const { draw: hook } = drawStrips(strips, theme).hooks as { draw: (plot: unknown) => void };
  hook({ ctx, bbox, data, valToPos });
  return drawn;
};

test('draws a block for each step of heating or cooling, stronger for a longer run', () => {
  const data = [
    [0, 100, 200, 300],
    [0, 100, 40, null],
    [0, 0, 60, 0],
  ];
  const at = { top: 60, height: 7 };
  assert.deepEqual(draw(data, [{ heating: 1, cooling: 2 }]), [
    { colour: 'orange', alpha: 1, from: 20, to: 30, ...at },
    { colour: 'orange', alpha: 0.55, from: 30, to: 40, ...at },
    { colour: 'blue', alpha: 0.7, from: 30, to: 40, ...at },
  ]);
});

test('draws the strips of two units one above the other, and none outside the chart', () => {
  const data = [
    [-50, 50, 950, 1_050],
    [100, 0, 0, 0],
    [0, 0, 0, 0],
    [0, 0, 0, 100],
    [0, 0, 100, 0],
  ];
  const drawn = draw(data, [
    { heating: 1, cooling: 2 },
    { heating: 3, cooling: 4 },
  ]);
  assert.deepEqual(
    drawn.map(({ colour, from, to, top }) => [colour, from, to, top]),
    [
      ['orange', 10, 15, 60],
      ['blue', 105, 110, 50],
    ],
    'a step is cut at the edge, and omitted if it is completely outside',
  );
});

test('draws nothing for a unit without a record, or in a chart with fewer than two steps', () => {
  assert.deepEqual(draw([[0, 100]], [{ heating: 1, cooling: 2 }]), []);
  assert.deepEqual(draw([[0], [100], [0]], [{ heating: 1, cooling: 2 }]), []);
});
