import uPlot from 'uplot';
import { formatTicks } from '../../../reading/number/quantity.ts';
import { axis, type ChartTheme, timeAxis } from './chart-theme.ts';

/** A step line: each value lasts until the next one. */
export const stepped = uPlot.paths.stepped!({ align: 1 });

/** Scales for temperatures (`t`), and for percentages (`p`), which use the lowest quarter of the chart. */
export const temperatureScales: uPlot.Scales = {
  t: { range: (_, least, most) => [Math.floor(least / 2) * 2 - 1, Math.ceil(most / 2) * 2 + 1] },
  p: { range: [0, 400] },
};

/** Returns the axes of a chart of temperatures: time and degrees. */
export const temperatureAxes = (look: ChartTheme, timeZone: string | undefined): uPlot.Axis[] => [
  timeAxis(look, timeZone),
  axis(look, {
    scale: 't',
    size: 44,
    incrs: [1, 2, 5, 10, 20],
    values: (_, ticks) => formatTicks(ticks, '°'),
  }),
];
