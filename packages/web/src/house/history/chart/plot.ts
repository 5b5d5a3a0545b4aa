import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { pinch, type Range, widen } from '../../../reading/number/range.ts';
import { type Drawing, tickDates } from './chart-theme.ts';
import { trackTouches } from './touch.ts';

interface PlotDeps {
  readonly drawing: Drawing;
  readonly data: uPlot.AlignedData;
  readonly height: number;
  readonly timeZone: string | undefined;
  /** Returns the visible range; called each time data is set. */
  readonly shown: () => Range;
  readonly whole: () => Range;
  /**
   * Called with the index of the data at the pointer; `undefined` if the pointer left the chart, or if nothing was
   * recorded there.
   */
  readonly onPoint: (index: number | undefined) => void;
  /** Called with a range that was selected by dragging or pinching; `undefined` for everything. */
  readonly onZoom: (to: Range | undefined) => void;
}

/** Minimum distance of a drag that selects a range, in pixels. */
const minDrag = 6;
const nowhere = { left: 0, top: 0, width: 0, height: 0 };

/** True if any series has a value at an index. */
export const isFilled = (data: uPlot.AlignedData, index: number): boolean =>
  data.slice(1).some((row) => row[index] !== null && row[index] !== undefined);

/**
 * Creates a chart in an element, as wide as the element. It reports the position of the pointer but does not draw it.
 */
export function createPlot(element: HTMLElement, parts: PlotDeps): uPlot {
  const { drawing, data, height, timeZone, shown, whole, onPoint, onZoom } = parts;
  /** The range during a pinch with two fingers. */
  let spread: Range | undefined;
  const select = (plot: uPlot) => {
    const { left, width } = plot.select;
    plot.setSelect(nowhere, false);
    if (width < minDrag) return;
    const at = (pixel: number) => plot.posToVal(pixel, 'x') * 1_000;
    onZoom(widen({ from: at(left), to: at(left + width) }));
  };
  const options: uPlot.Options = {
    ...drawing,
    ...tickDates(timeZone),
    width: element.clientWidth,
    height,
    legend: { show: false },
    scales: {
      ...drawing.scales,
      x: {
        range: () => {
          const { from, to } = spread ?? shown();
          return [from / 1_000, to / 1_000];
        },
      },
    },
    cursor: {
      y: false,
      points: { show: false },
      drag: { x: true, y: false, setScale: false, dist: minDrag },
      bind: {
        dblclick: () => () => {
          onZoom(undefined);
          return null;
        },
      },
    },
    hooks: {
      setCursor: [
        ({ cursor: { idx }, data: all }) => onPoint(idx == null || !isFilled(all, idx) ? undefined : idx),
      ],
      setSelect: [select],
    },
  };
  const plot = new uPlot(options, data, element);
  const showRange = (at: Range | undefined) => {
    spread = at;
    plot.setData(plot.data);
  };
  trackTouches(plot.over, {
    onSlide: (left) => plot.setCursor({ left, top: height / 3 }),
    onPinch: (from, to) => showRange(pinch(shown(), whole(), { from, to }) ?? whole()),
    onPinchEnd: (isMeant) => {
      const at = spread;
      showRange(undefined);
      const { from, to } = whole();
      if (isMeant && at !== undefined) onZoom(at.from === from && at.to === to ? undefined : at);
    },
  });
  return plot;
}
