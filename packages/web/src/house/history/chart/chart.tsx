import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import type uPlot from 'uplot';
import { zoomBy } from '../../../reading/number/range.ts';
import { formatInstant } from '../../../reading/time/clock.ts';
import { t } from '../../../text/text.ts';
import type { View } from '../use-view.ts';
import type { Drawing } from './chart-theme.ts';
import { Legend, type LegendEntry, Tooltip } from './legend.tsx';
import { createPlot, isFilled } from './plot.ts';
import './chart.css';

interface ChartProps {
  readonly label: string;
  readonly height: number;
  readonly data: uPlot.AlignedData;
  readonly drawing: Drawing;
  /** The legend, with the value of each series at an index of the data. */
  readonly entries: readonly LegendEntry[];
  /** Returns the events at an index of the data, as sentences. */
  readonly notes?: (index: number) => readonly string[];
  /** The input of the plugins in addition to the data; the plot is redrawn when it changes. */
  readonly drawn?: unknown;
  readonly view: View;
  readonly timeZone: string | undefined;
}

const page = 10;
const nowhere = { left: -10, top: -10 };

/** Creates the plot in its element, and again when the drawing options change. New data only update the plot. */
const usePlot = (props: ChartProps, onPoint: (index: number | undefined) => void) => {
  const { height, data, drawing, view, timeZone } = props;
  const frame = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(undefined);
  const latest = useRef(props);
  latest.current = props;

  useEffect(() => {
    const element = frame.current!;
    const made = createPlot(element, {
      drawing,
      height,
      timeZone,
      data: latest.current.data,
      shown: () => latest.current.view.shown,
      whole: () => latest.current.view.whole,
      onPoint,
      onZoom: (to) => latest.current.view.zoom(to),
    });
    plot.current = made;
    const watch = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height }));
    watch.observe(element);
    return () => {
      watch.disconnect();
      made.destroy();
      plot.current = undefined;
    };
  }, [drawing, height, timeZone, onPoint]);

  const { from, to } = view.shown;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the scale of time reads what is shown by itself
  useEffect(() => plot.current?.setData(data), [data, from, to]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: plugins read it by themselves
  useEffect(() => plot.current?.redraw(false), [props.drawn]);
  return { frame, plot };
};

const isPart = ({ shown, whole }: View) => shown.from !== whole.from || shown.to !== whole.to;

interface KeyboardDeps extends Pick<ChartProps, 'data' | 'height' | 'view'> {
  /** Read when a key is pressed, because the plot does not exist yet during the first render. */
  readonly plot: RefObject<uPlot | undefined>;
  /** The indexes with data, and the current one. */
  readonly filled: readonly number[];
  readonly index: number | undefined;
}

/** Returns the keyboard actions, which move the pointer or change the range. */
const toKeyActions = ({ plot, data, height, view, filled, index }: KeyboardDeps) => {
  const { shown, whole } = view;
  const moveTo = (target: number | undefined) => {
    const { current } = plot;
    const at = target === undefined ? undefined : data[0][target];
    if (current === undefined || at === undefined) return;
    current.setCursor({ left: current.valToPos(at, 'x'), top: height / 3 });
  };
  const step = (by: number) => {
    const now = filled.indexOf(index ?? -1);
    moveTo(filled[Math.max(0, Math.min(filled.length - 1, now + by))]);
  };
  const zoom = (factor: number) => {
    const around = index === undefined ? (shown.from + shown.to) / 2 : data[0][index]! * 1_000;
    view.zoom(zoomBy(shown, whole, around, factor));
  };
  return new Map([
    ['ArrowRight', () => step(1)],
    ['ArrowLeft', () => step(-1)],
    ['PageUp', () => step(page)],
    ['PageDown', () => step(-page)],
    ['Home', () => moveTo(filled[0])],
    ['End', () => moveTo(filled.at(-1))],
    ['+', () => zoom(2)],
    ['=', () => zoom(2)],
    ['-', () => zoom(1 / 2)],
    ...(isPart(view) ? [['Escape', () => view.zoom()] as const] : []),
  ]);
};

/**
 * A chart as wide as its container. It shows the values at the pointer, or at the position chosen with the arrow keys.
 * Dragging, plus and minus, or two fingers select a range; double-click, Escape or a button show everything.
 */
export function Chart(props: ChartProps) {
  const { label, height, data, entries, notes = () => [], view, timeZone } = props;
  const [pointed, point] = useState<number>();
  const { frame, plot } = usePlot(props, point);

  const filled = data[0]
    .keys()
    .filter((index) => isFilled(data, index))
    .toArray();
  const last = filled.at(-1);
  const index = pointed !== undefined && pointed < data[0].length ? pointed : last;

  const keys = toKeyActions({ plot, data, height, view, filled, index });
  const onKeyDown = (event: KeyboardEvent) => {
    const act = keys.get(event.key);
    if (act === undefined || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };

  const instant = index === undefined ? '' : formatInstant(data[0][index]! * 1_000, timeZone);
  const { current } = plot;
  return (
    <div className="chart">
      <div
        ref={frame}
        className="chart__plot"
        style={{ minHeight: height }}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, data[0].length - 1)}
        aria-valuenow={index ?? 0}
        aria-valuetext={
          index === undefined
            ? t('chart.nothingRecorded')
            : [
                `${instant}: ${entries.map((entry) => `${entry.label} ${entry.format(index)}`).join(', ')}`,
                ...notes(index),
              ].join('. ')
        }
        onKeyDown={onKeyDown}
        onFocus={({ target }) =>
          target.matches(':focus-visible') && pointed === undefined && keys.get('End')?.()
        }
        onBlur={() => plot.current?.setCursor(nowhere)}
      />
      {pointed !== undefined && index === pointed && current !== undefined && (
        <Tooltip
          entries={entries}
          notes={notes(pointed)}
          index={pointed}
          title={instant}
          at={(current.over.offsetLeft + current.valToPos(data[0][pointed]!, 'x')) / current.width}
        />
      )}
      {isPart(view) && (
        <Button className="button button--small chart__all" onPress={() => view.zoom()}>
          {t('chart.showAll')}
        </Button>
      )}
      <Legend entries={entries} index={last} />
    </div>
  );
}
