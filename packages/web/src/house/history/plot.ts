import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { pinch, type Range, widen } from '../../reading/range.ts';
import { type Drawing, tickDates } from './chart-theme.ts';
import { trackTouches } from './touch.ts';

interface PlotDeps {
  readonly drawing: Drawing;
  readonly data: uPlot.AlignedData;
  readonly height: number;
  readonly timeZone: string | undefined;
  /** The stretch of time that is shown, asked each time data is set. */
  readonly shown: () => Range;
  /** All there is to look at. */
  readonly whole: () => Range;
  /** Told which place of the data is pointed at; undefined where none is, or nothing was recorded there. */
  readonly onPoint: (place: number | undefined) => void;
  /** Told which stretch was drawn over or spread by fingers, and undefined where that is all of it again. */
  readonly onZoom: (to: Range | undefined) => void;
}

/** Pixels a pointer is drawn before it means a part of the chart. */
const leastDrag = 6;
const nowhere = { left: 0, top: 0, width: 0, height: 0 };

/** Whether anything was recorded at a place. */
export const isFilled = (data: uPlot.AlignedData, place: number): boolean =>
  data.slice(1).some((row) => row[place] !== null && row[place] !== undefined);

/** Draws a chart into an element, as wide as it is, with a pointer that is told of instead of shown. */
export const createPlot = (element: HTMLElement, parts: PlotDeps): uPlot => {
  const { drawing, data, height, timeZone, shown, whole, onPoint, onZoom } = parts;
  /** What is looked at while two fingers spread it. */
  let spread: Range | undefined;
  const select = (plot: uPlot) => {
    const { left, width } = plot.select;
    plot.setSelect(nowhere, false);
    if (width < leastDrag) return;
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
      drag: { x: true, y: false, setScale: false, dist: leastDrag },
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
  const look = (at: Range | undefined) => {
    spread = at;
    plot.setData(plot.data);
  };
  trackTouches(plot.over, {
    onSlide: (left) => plot.setCursor({ left, top: height / 3 }),
    onPinch: (from, to) => look(pinch(shown(), whole(), { from, to }) ?? whole()),
    onPinchEnd: (isMeant) => {
      const at = spread;
      look(undefined);
      const { from, to } = whole();
      if (isMeant && at !== undefined) onZoom(at.from === from && at.to === to ? undefined : at);
    },
  });
  return plot;
};
