import type uPlot from 'uplot';
import type { EventGroup } from '../../../reading/house/event-marks.ts';
import type { ChartTheme } from './chart-theme.ts';

/** One strip below the lines: the series with the percentages of each step during which a unit heated and cooled. */
interface Strip {
  readonly heating: number;
  readonly cooling: number;
}

const stripHeight = 7;
const stripGap = 3;

/**
 * Draws the times at which units heated and cooled, as strips at the bottom of a chart. The larger the share of a step,
 * the stronger the colour.
 */
export const drawStrips = (strips: readonly Strip[], { heat, cool }: ChartTheme): uPlot.Plugin => ({
  hooks: {
    draw: (plot) => {
      const { ctx, bbox, data } = plot;
      const ratio = devicePixelRatio;
      const times = data[0];
      const length = times[1] === undefined ? 0 : times[1] - times[0]!;
      const right = bbox.left + bbox.width;
      ctx.save();
      for (const [row, { heating, cooling }] of strips.entries()) {
        const top = bbox.top + bbox.height - (row + 1) * (stripHeight + stripGap) * ratio;
        for (const [series, colour] of [
          [heating, heat],
          [cooling, cool],
        ] as const) {
          ctx.fillStyle = colour;
          for (const [index, share] of (data[series] ?? []).entries()) {
            if (!share) continue;
            const from = Math.max(bbox.left, plot.valToPos(times[index]!, 'x', true));
            const to = Math.min(right, plot.valToPos(times[index]! + length, 'x', true));
            if (to <= from) continue;
            ctx.globalAlpha = 0.25 + (0.75 * share) / 100;
            ctx.fillRect(from, top, to - from + 0.5, stripHeight * ratio);
          }
        }
      }
      ctx.restore();
    },
  },
});

/** An event, and the series whose line it is drawn on; without a series, it is drawn at the top. */
export interface Mark {
  readonly group: EventGroup;
  readonly series: number | undefined;
}

const colourOf = ({ what, isOver }: EventGroup, { cool, alert, well, ink }: ChartTheme): string =>
  what === 'command' ? cool : what === 'change' ? ink : isOver ? well : alert;

/**
 * Returns the index of the last time in a sorted list that is not after a given time; `undefined` if all are after it.
 */
const indexAt = (times: ArrayLike<number>, at: number): number | undefined => {
  let found: number | undefined;
  for (let index = 0; index < times.length && times[index]! <= at; index++) found = index;
  return found;
};

/** Draws events as circles on the lines; calls `marks` each time. */
export const drawMarks = (marks: () => readonly Mark[], theme: ChartTheme): uPlot.Plugin => ({
  hooks: {
    draw: (plot) => {
      const { ctx, bbox, data } = plot;
      const ratio = devicePixelRatio;
      ctx.save();
      ctx.lineWidth = 2 * ratio;
      for (const { group, series } of marks()) {
        const x = plot.valToPos(group.at / 1_000, 'x', true);
        if (x < bbox.left || x > bbox.left + bbox.width) continue;
        const index = indexAt(data[0], group.at / 1_000);
        const value = series === undefined || index === undefined ? undefined : data[series]?.[index];
        const y = value == null ? bbox.top + 9 * ratio : plot.valToPos(value, 't', true);
        ctx.strokeStyle = colourOf(group, theme);
        ctx.fillStyle = theme.paper;
        ctx.beginPath();
        ctx.arc(x, y, 4.5 * ratio, 0, 2 * Math.PI);
        ctx.fill();
        ctx.stroke();
      }
      ctx.restore();
    },
  },
});
