import { useMemo, useRef } from 'react';
import type uPlot from 'uplot';
import { groupsIn } from '../../../reading/house/event-marks.ts';
import type { Subject } from '../../../reading/house/subjects.ts';
import { formatDecimal } from '../../../reading/number/intl.ts';
import { rowOf, type Samples } from '../../../reading/number/samples.ts';
import {
  formatSetpoint,
  formatTemperature,
  type Scale,
  toDegrees,
} from '../../../reading/number/temperature.ts';
import { t } from '../../../text/text.ts';
import { useDatagrams } from '../../house-context.tsx';
import { groupText, originText } from '../event-words.ts';
import type { RecordedEvents } from '../use-events.ts';
import type { View } from '../use-view.ts';
import { Chart } from './chart.tsx';
import { drawMarks, drawStrips, type Mark } from './chart-plugins.ts';
import { type ChartTheme, type Drawing, useChartTheme } from './chart-theme.ts';
import type { LegendEntry } from './legend.tsx';
import { stepped, temperatureAxes, temperatureScales } from './temperature-plot.ts';

/** The optional layers of the chart, besides the temperatures. */
export interface Extras {
  readonly setpoint: boolean;
  readonly damper: boolean;
  readonly outdoors: boolean;
  readonly events: boolean;
}

interface RoomsChartProps {
  readonly subjects: readonly Subject[];
  readonly extras: Extras;
  readonly history: Samples;
  readonly recorded: RecordedEvents;
  readonly scale: Scale;
  readonly timeZone: string | undefined;
  readonly view: View;
}

/** One series of the plot: the source of its values, and its line. */
interface Layer {
  readonly series: string;
  readonly of?: 'min' | 'max';
  /** The index of its room. */
  readonly room?: number;
  readonly scale: 't' | 'p';
  readonly line: uPlot.Series;
  /** The entry in the legend; missing for auxiliary series such as the limits of a band. */
  readonly entry?: Omit<LegendEntry, 'format'>;
}

const height = 400;
const none: RecordedEvents['groups'] = [];
const edge = { width: 0, stroke: 'transparent' };

/** Returns the colour of a room among the rooms in the chart. */
export const roomColour = ({ colours, strong }: ChartTheme, index: number, count: number): string =>
  count === 1 ? strong : colours[index % colours.length]!;

const faint = (colour: string) => `color-mix(in srgb, ${colour} 18%, transparent)`;

const roomLayers = (
  subject: Subject,
  colour: string,
  { setpoint, damper }: Extras,
  isOnly: boolean,
): Layer[] => {
  const { name, temperature } = subject;
  const labelled = (what: string) => (isOnly ? what : t('history.ofRoom', { room: name, what }));
  const shown: Layer[] = [];
  if (damper && subject.damper !== undefined)
    shown.push({
      series: subject.damper.series,
      scale: 'p',
      line: { width: 1.2, stroke: colour, fill: faint(colour), paths: stepped },
      entry: { label: labelled(t('history.damper')), colour: faint(colour), look: 'area' },
    });
  shown.push(
    { series: temperature.series, of: 'max', scale: 't', line: edge },
    { series: temperature.series, of: 'min', scale: 't', line: edge },
  );
  if (setpoint)
    shown.push({
      series: subject.setpoint.series,
      scale: 't',
      line: { width: 1.6, stroke: colour, dash: [8, 5], paths: stepped },
      entry: { label: labelled(t('history.setpoint')), colour, look: 'dashes' },
    });
  shown.push({
    series: temperature.series,
    scale: 't',
    line: { width: 2.3, stroke: colour },
    entry: { label: name, colour, look: 'line' },
  });
  return shown;
};

/** Returns the units that cool and heat some rooms, as prefixes of their series: `unit`, `vrf.2`. */
export const machinesOf = (subjects: readonly Subject[]): readonly string[] => [
  ...new Set(
    subjects.map(({ temperature: { series } }) =>
      series.startsWith('vrf.') ? series.replace(/\.\w+$/, '') : 'unit',
    ),
  ),
];

const toLayers = (
  { subjects, extras }: Pick<RoomsChartProps, 'subjects' | 'extras'>,
  look: ChartTheme,
): readonly Layer[] => {
  const machines = machinesOf(subjects).flatMap((machine): Layer[] =>
    (['Heating', 'Cooling'] as const).map((what) => ({
      series: `${machine}.${what}`,
      scale: 'p',
      line: { show: false },
    })),
  );
  const outdoors: Layer = {
    series: 'weather.Temperature',
    scale: 't',
    line: { width: 1.5, stroke: look.ink, dash: [2, 5] },
    entry: { label: t('history.outdoors'), colour: look.ink, look: 'dots' },
  };
  const rooms = subjects.flatMap((subject, index) =>
    roomLayers(subject, roomColour(look, index, subjects.length), extras, subjects.length === 1).map(
      (layer) => ({ ...layer, room: index }),
    ),
  );
  return [...machines, ...(extras.outdoors ? [outdoors] : []), ...rooms];
};

/**
 * Returns the layers in the order of the legend: room by room, each with its temperature first, then layers without a
 * room.
 */
const inOrder = (layers: readonly Layer[]): readonly Layer[] =>
  layers.toReversed().sort((one, other) => (one.room ?? layers.length) - (other.room ?? layers.length));

const toEntries = (layers: readonly Layer[], history: Samples, scale: Scale): LegendEntry[] =>
  layers.flatMap(({ series, of, scale: axisOf, entry }) => {
    if (entry === undefined) return [];
    const [row, least, most] = [
      rowOf(history, series, of),
      rowOf(history, series, 'min'),
      rowOf(history, series, 'max'),
    ];
    const isMeasured = entry.look !== 'dashes';
    const degrees = (wire: number) => (isMeasured ? formatTemperature : formatSetpoint)(wire, scale);
    const write = (wire: number) => (axisOf === 'p' ? `${wire} %` : `${degrees(wire)} °${scale}`);
    const format = (index: number) => {
      const [mean, low, high] = [row[index], least[index], most[index]];
      if (mean == null) return '–';
      if (low == null || high == null || entry.look !== 'line') return write(mean);
      const [from, to] = [degrees(low), degrees(high)];
      return from === to ? write(mean) : `${write(mean)} (${t('history.range', { from, to })})`;
    };
    return [{ ...entry, format }];
  });

const machineEntries = (machines: readonly string[], history: Samples, look: ChartTheme): LegendEntry[] =>
  (['Heating', 'Cooling'] as const).flatMap((what) => {
    const rows = machines.map((machine) => rowOf(history, `${machine}.${what}`));
    if (rows.every((row) => row.every((share) => !share))) return [];
    const format = (index: number) => {
      const known = rows.flatMap((row) => row[index] ?? []);
      return known.length === 0 ? '–' : `${formatDecimal(Math.max(...known), 0)} %`;
    };
    const label = what === 'Heating' ? t('history.heating') : t('history.cooling');
    return [{ label, colour: what === 'Heating' ? look.heat : look.cool, look: 'area', format }];
  });

const useDrawing = (
  layers: readonly Layer[],
  marks: () => readonly Mark[],
  props: RoomsChartProps,
): Drawing => {
  const look = useChartTheme();
  const { timeZone, subjects } = props;
  const machines = machinesOf(subjects).length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `marks` reads what is there when it is drawn
  return useMemo((): Drawing => {
    const points = { show: false };
    const bands = layers.flatMap((layer, index): uPlot.Band[] => {
      if (layer.of !== 'max') return [];
      const line = layers.slice(index).find(({ of, series }) => of === undefined && series === layer.series);
      return [{ series: [index + 1, index + 2], fill: faint(String(line?.line.stroke)) }];
    });
    const strips = Array.from({ length: machines }, (_, row) => ({
      heating: 2 * row + 1,
      cooling: 2 * row + 2,
    }));
    return {
      scales: temperatureScales,
      axes: temperatureAxes(look, timeZone),
      series: [{}, ...layers.map(({ scale, line }) => ({ spanGaps: true, scale, points, ...line }))],
      bands,
      plugins: [drawStrips(strips, look), drawMarks(marks, look)],
    };
  }, [look, timeZone, layers, machines]);
};

/** A chart of the temperatures of some rooms, with their setpoints, heating and cooling, and events. */
export function RoomsChart(props: RoomsChartProps) {
  const { subjects, extras, history, recorded, scale, timeZone, view } = props;
  const look = useChartTheme();
  const datagrams = useDatagrams();
  const ids = subjects.map(({ id, name }) => `${id} ${name}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: subjects are created again with each change of the house, but are the same while their ids are
  const layers = useMemo(() => toLayers({ subjects, extras }, look), [ids, extras, look]);
  const groups = extras.events ? recorded.groups : none;

  const marks = useRef<readonly Mark[]>([]);
  marks.current = groups.map((group): Mark => {
    const [{ kind, index }] = group.events as [(typeof group.events)[number]];
    const isAlone = group.events.length === 1;
    const subject = isAlone ? subjects.find(({ id }) => id === `${kind}-${index}` || id === kind) : undefined;
    const layer = layers.findIndex(
      ({ series, of }) => of === undefined && series === subject?.temperature.series,
    );
    return { group, series: layer === -1 ? undefined : layer + 1 };
  });

  const data = useMemo((): uPlot.AlignedData => {
    const drawn = layers.map(({ series, of, scale: axisOf }) =>
      rowOf(history, series, of).map((wire) =>
        wire === null || axisOf === 'p' ? wire : toDegrees(wire, scale),
      ),
    );
    return [history.times.map((at) => at / 1_000), ...drawn];
  }, [history, layers, scale]);

  const drawing = useDrawing(layers, () => marks.current, props);
  const entries = [
    ...toEntries(inOrder(layers), history, scale),
    ...machineEntries(machinesOf(subjects), history, look),
  ];
  const notes = (index: number) =>
    groupsIn(groups, history.times[index] ?? 0, history.step)
      .slice(0, 4)
      .map((group) => [groupText(group, { datagrams, scale }), originText(group)].filter(Boolean).join(', '));
  const rooms = subjects.map(({ name }) => name).join(', ');
  return (
    <Chart
      label={t('history.temperatureOf', { rooms })}
      height={height}
      data={data}
      drawing={drawing}
      entries={entries}
      notes={notes}
      view={view}
      timeZone={timeZone}
      drawn={groups}
    />
  );
}
