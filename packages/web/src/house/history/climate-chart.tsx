import { useMemo } from 'react';
import uPlot from 'uplot';
import { showInstant, showTime } from '../../reading/clock.ts';
import type { Samples } from '../../reading/samples.ts';
import type { Subject } from '../../reading/subjects.ts';
import { type Scale, showTemperature, toDegrees } from '../../reading/temperature.ts';
import { Chart } from './chart.tsx';
import { axis, restingLegend, useLook } from './look.ts';

interface ClimateChartProps {
  readonly subject: Subject;
  readonly history: Samples;
  readonly scale: Scale;
  readonly timeZone: string | undefined;
  readonly isLong: boolean;
}

const height = 380;
const stepped = uPlot.paths.stepped!({ align: 1 });

/** Temperature against its target, with the damper below and the air outdoors behind. */
export const ClimateChart = ({ subject, history, scale, timeZone, isLong }: ClimateChartProps) => {
  const look = useLook();
  const { temperature, setpoint, outdoors, damper } = subject;
  const data = useMemo((): uPlot.AlignedData => {
    const row = (series: string) => [...(history.values[series] ?? history.times.map(() => null))];
    const rows = [outdoors.series, setpoint.series, temperature.series].map(row);
    return [
      history.times.map((at) => at / 1_000),
      ...(damper === undefined ? [] : [row(damper.series)]),
      ...rows,
    ];
  }, [history, outdoors, setpoint, temperature, damper]);
  const hasDamper = damper !== undefined;
  const options = useMemo((): Omit<uPlot.Options, 'width' | 'height'> => {
    const degrees = (_: uPlot, value: number | null) =>
      value == null ? '–' : `${showTemperature(value, scale)}°`;
    const line = (label: string, stroke: string, more: uPlot.Series = {}): uPlot.Series => ({
      label,
      stroke,
      width: 1.5,
      spanGaps: true,
      scale: 't',
      value: degrees,
      points: { show: false },
      ...more,
    });
    return {
      hooks: restingLegend,
      cursor: { drag: { x: true, y: false } },
      scales: {
        t: {
          range: (_, least, most) => [Math.floor(least / 200) * 200 - 100, Math.ceil(most / 200) * 200 + 100],
        },
        p: { range: [0, 400] },
      },
      axes: [
        axis(look, {
          space: 80,
          values: (_, ticks) =>
            ticks.map((tick) =>
              isLong
                ? showInstant(tick * 1_000, timeZone).replace(/,.*/, '')
                : showTime(tick * 1_000, timeZone),
            ),
        }),
        axis(look, {
          scale: 't',
          size: 44,
          incrs: [100, 200, 500, 1_000],
          values: (_, ticks) => ticks.map((tick) => `${Math.round(toDegrees(tick, scale))}°`),
        }),
      ],
      series: [
        { label: 'Time', value: (_, at) => (at == null ? '–' : showInstant(at * 1_000, timeZone)) },
        ...(hasDamper
          ? [
              line('Damper', look.ink, {
                paths: stepped,
                scale: 'p',
                width: 0,
                fill: look.grid,
                value: (_, value) => (value == null ? '–' : `${value} %`),
              }),
            ]
          : []),
        line('Outdoors', look.ink, { dash: [2, 5] }),
        line('Setpoint', look.colours[3]!, { dash: [8, 5], width: 2, paths: stepped }),
        line('Indoors', look.strong, { width: 2.4 }),
      ],
    };
  }, [look, scale, timeZone, isLong, hasDamper]);
  return (
    <Chart label={`${subject.name}: temperature over time`} height={height} data={data} options={options} />
  );
};
