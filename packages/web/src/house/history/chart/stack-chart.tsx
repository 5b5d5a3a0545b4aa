import { useMemo } from 'react';
import type uPlot from 'uplot';
import { type Channel, consumersOf, formatWatts } from '../../../reading/energy/power.ts';
import { formatTicks } from '../../../reading/number/quantity.ts';
import { rowOf, type Samples } from '../../../reading/number/samples.ts';
import { toStack } from '../../../reading/number/stack.ts';
import { t } from '../../../text/text.ts';
import type { View } from '../use-view.ts';
import { Chart } from './chart.tsx';
import { axis, type ChartTheme, type Drawing, timeAxis, useChartTheme } from './chart-theme.ts';
import type { LegendEntry } from './legend.tsx';

interface StackChartProps {
  /** The chart is recreated if the channels change, but only updated if the readings change. */
  readonly channels: readonly Channel[];
  readonly history: Samples;
  /** The same channels with their present readings, for the legend; without them it shows the last samples. */
  readonly present?: readonly Channel[] | undefined;
  readonly timeZone: string | undefined;
  readonly view: View;
  readonly height?: number;
}

/** Minimum of the chart's upper limit, in kilowatts, so that a small load does not look large. */
const minTop = 0.5;

const toKilowatts = (row: readonly (number | null)[]) =>
  row.map((watts) => (watts === null ? null : watts / 1_000));

const toMark = (
  channel: Channel,
  { history, present }: Pick<StackChartProps, 'history' | 'present'>,
  look: Pick<LegendEntry, 'colour' | 'look'>,
): LegendEntry => {
  const row = rowOf(history, channel.series);
  const watts = present?.find(({ series }) => series === channel.series)?.watts;
  const format = (index: number) => (row[index] == null ? '–' : formatWatts(row[index]).join(' '));
  const shown = watts === undefined ? {} : { present: formatWatts(watts).join(' ') };
  return { label: channel.name, ...look, format, ...shown };
};

/**
 * Returns the colour of the channel at an index, and the fill of its area: solid, or hatched once all colours are used.
 */
const areaLook = ({ colours }: ChartTheme, place: number): Pick<LegendEntry, 'colour' | 'look'> => ({
  colour: colours[place % colours.length]!,
  look: place < colours.length ? 'area' : 'hatched',
});

/** Creates a pattern of diagonal lines on a background. */
const hatch = (colour: string, paper: string): CanvasPattern => {
  const size = 8 * devicePixelRatio;
  const tile = new OffscreenCanvas(size, size);
  const ctx = tile.getContext('2d')!;
  ctx.fillStyle = paper;
  ctx.fillRect(0, 0, size, size);
  ctx.strokeStyle = colour;
  ctx.lineWidth = size / 3;
  ctx.beginPath();
  for (const start of [-size / 2, size / 2]) {
    ctx.moveTo(start - 1, size + 1);
    ctx.lineTo(start + size + 1, -1);
  }
  ctx.stroke();
  return ctx.createPattern(tile, 'repeat')!;
};

/**
 * A chart of power stacked by channel; the height of the stack is the total consumption. Generated power is a line.
 */
export function StackChart({ channels, history, present, timeZone, view, height = 300 }: StackChartProps) {
  const look = useChartTheme();
  const [parts, makers] = useMemo(
    () => [consumersOf(channels), channels.filter(({ isGenerator }) => isGenerator)],
    [channels],
  );
  const data = useMemo((): uPlot.AlignedData => {
    const rowsOf = (some: readonly Channel[]) => some.map(({ series }) => rowOf(history, series));
    const rows = [...toStack(rowsOf(parts)), ...rowsOf(makers)].map(toKilowatts);
    return [history.times.map((at) => at / 1_000), ...rows];
  }, [history, parts, makers]);
  const entries = [
    ...parts.map((channel, index) => toMark(channel, { history, present }, areaLook(look, index))),
    ...makers.map((channel) => toMark(channel, { history, present }, { colour: look.solar, look: 'dashes' })),
  ];
  const drawing = useMemo((): Drawing => {
    const { solar, paper } = look;
    const fillOf = (index: number) => {
      const area = areaLook(look, index);
      return area.look === 'hatched' ? hatch(area.colour, paper) : area.colour;
    };
    const points = { show: false };
    return {
      scales: { y: { range: (_, __, most) => [0, Math.max(minTop, most * 1.08)] } },
      axes: [
        timeAxis(look, timeZone),
        axis(look, { size: 52, values: (_, ticks) => formatTicks(ticks, ' kW') }),
      ],
      series: [
        {},
        ...parts.map((_, index) => ({ width: 0, fill: fillOf(index), points })),
        ...makers.map(() => ({ width: 2, stroke: solar, dash: [8, 5], points })),
      ],
    };
  }, [look, timeZone, parts, makers]);
  return (
    <Chart
      label={t('chart.powerOverTime')}
      height={height}
      data={data}
      drawing={drawing}
      entries={entries}
      view={view}
      timeZone={timeZone}
    />
  );
}
