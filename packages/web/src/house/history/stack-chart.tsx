import { useMemo } from 'react';
import type uPlot from 'uplot';
import { showInstant, showTime } from '../../reading/clock.ts';
import { type Channel, showWatts } from '../../reading/power.ts';
import type { Samples } from '../../reading/samples.ts';
import { toStack } from '../../reading/stack.ts';
import { Chart } from './chart.tsx';
import { axis, restingLegend, useLook } from './look.ts';

interface StackChartProps {
  readonly channels: readonly Channel[];
  readonly history: Samples;
  readonly timeZone: string | undefined;
  readonly height?: number;
}

/** Power by channel, one upon the other: the height of all is what is drawn. */
export const StackChart = ({ channels, history, timeZone, height = 300 }: StackChartProps) => {
  const look = useLook();
  const names = channels.map(({ name }) => name).join('\n');
  const keys = channels.map(({ series }) => series).join(' ');
  const data = useMemo((): uPlot.AlignedData => {
    const rows = keys.split(' ').map((key) => history.values[key] ?? []);
    return [history.times.map((at) => at / 1_000), ...toStack(rows)];
  }, [history, keys]);
  const options = useMemo((): Omit<uPlot.Options, 'width' | 'height'> => {
    const all = names.split('\n');
    const colour = (place: number) => look.colours[place % look.colours.length]!;
    return {
      scales: { y: { range: (_, __, most) => [0, Math.max(500, most * 1.08)] } },
      hooks: restingLegend,
      cursor: { y: false, points: { show: false } },
      legend: { live: true },
      axes: [
        axis(look, {
          space: 70,
          values: (_, ticks) => ticks.map((tick) => showTime(tick * 1_000, timeZone)),
        }),
        axis(look, { size: 52, values: (_, ticks) => ticks.map((tick) => `${tick / 1_000} kW`) }),
      ],
      series: [
        { label: 'Time', value: (_, at) => (at == null ? '–' : showInstant(at * 1_000, timeZone)) },
        ...all.map(
          (label, place): uPlot.Series => ({
            label,
            width: 0,
            fill: colour(place),
            points: { show: false },
            value: (plot, top, series, at) => {
              if (top == null || at == null) return '–';
              const below = series < all.length ? (plot.data[series + 1]?.[at] ?? 0) : 0;
              return showWatts(top - below).join(' ');
            },
          }),
        ),
      ],
    };
  }, [look, names, timeZone]);
  return <Chart label="Power by channel over time" height={height} data={data} options={options} />;
};
