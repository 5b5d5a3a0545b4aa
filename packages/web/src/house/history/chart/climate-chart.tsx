import { useMemo } from 'react';
import type uPlot from 'uplot';
import type { Subject } from '../../../reading/house/subjects.ts';
import { rowOf, type Samples } from '../../../reading/number/samples.ts';
import {
  formatSetpoint,
  formatTemperature,
  type Scale,
  toDegrees,
} from '../../../reading/number/temperature.ts';
import { t } from '../../../text/text.ts';
import type { View } from '../use-view.ts';
import { Chart } from './chart.tsx';
import { type ChartTheme, type Drawing, useChartTheme } from './chart-theme.ts';
import type { LegendEntry } from './legend.tsx';
import { stepped, temperatureAxes, temperatureScales } from './temperature-plot.ts';

interface ClimateChartProps {
  readonly subject: Subject;
  readonly history: Samples;
  readonly scale: Scale;
  readonly timeZone: string | undefined;
  readonly view: View;
  readonly height?: number;
}

/** One series of the chart: its legend entry, the conversion of its wire values, and its line. */
interface Layer extends Omit<LegendEntry, 'say'> {
  readonly series: string;
  readonly toDrawn: (wire: number) => number;
  readonly format: (wire: number) => string;
  readonly line: uPlot.Series;
}

/** Returns the series of a component, from front to back. */
const toLayers = (
  { temperature, setpoint, outdoors, damper }: Subject,
  look: ChartTheme,
  scale: Scale,
): readonly Layer[] => {
  const degrees = {
    toDrawn: (wire: number) => toDegrees(wire, scale),
    format: (wire: number) => `${formatTemperature(wire, scale)} °${scale}`,
  };
  const [, , , violet = look.ink] = look.colours;
  const layers: Layer[] = [
    {
      ...degrees,
      label: t('house.indoors'),
      series: temperature.series,
      colour: look.strong,
      look: 'line',
      line: { width: 2.4 },
    },
    {
      ...degrees,
      label: t('reading.setpoint'),
      series: setpoint.series,
      format: (wire) => `${formatSetpoint(wire, scale)} °${scale}`,
      colour: violet,
      look: 'dashes',
      line: { width: 2, dash: [8, 5], paths: stepped },
    },
    {
      ...degrees,
      label: t('reading.outdoors'),
      series: outdoors.series,
      colour: look.ink,
      look: 'dots',
      line: { width: 1.5, dash: [2, 5] },
    },
  ];
  if (damper === undefined) return layers;
  const opening: Layer = {
    label: t('chart.damper'),
    series: damper.series,
    colour: look.soft,
    look: 'area',
    toDrawn: (wire) => wire,
    format: (wire) => `${wire} %`,
    line: { width: 0, fill: look.soft, paths: stepped, scale: 'p' },
  };
  return [...layers, opening];
};

/** A chart of temperature and setpoint, with the damper below and the outdoor air behind. */
export function ClimateChart(props: ClimateChartProps) {
  const { subject, history, scale, timeZone, view, height = 380 } = props;
  const look = useChartTheme();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is created again with each change of the house, but is the same while its id is
  const layers = useMemo(() => toLayers(subject, look, scale), [subject.id, look, scale]);
  const data = useMemo((): uPlot.AlignedData => {
    const drawnOf = ({ series, toDrawn }: Layer) =>
      rowOf(history, series).map((wire) => (wire === null ? null : toDrawn(wire)));
    return [history.times.map((at) => at / 1_000), ...layers.toReversed().map(drawnOf)];
  }, [history, layers]);
  const entries = layers.map(({ format, series, ...entry }): LegendEntry => {
    const row = rowOf(history, series);
    return { ...entry, format: (index) => (row[index] == null ? '–' : format(row[index])) };
  });
  const drawing = useMemo((): Drawing => {
    const toSeries = ({ colour, line }: Layer): uPlot.Series => ({
      stroke: colour,
      spanGaps: true,
      scale: 't',
      points: { show: false },
      ...line,
    });
    return {
      scales: temperatureScales,
      axes: temperatureAxes(look, timeZone),
      series: [{}, ...layers.toReversed().map(toSeries)],
    };
  }, [look, timeZone, layers]);
  return (
    <Chart
      label={t('chart.temperature', { name: subject.name })}
      height={height}
      data={data}
      drawing={drawing}
      entries={entries}
      view={view}
      timeZone={timeZone}
    />
  );
}
