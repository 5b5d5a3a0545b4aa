import { useEffect, useState } from 'react';
import uPlot from 'uplot';
import { formatShortDay, formatTime } from '../../../reading/time/clock.ts';

/** The colours of a chart, because a canvas cannot use the style sheet. */
export interface ChartTheme {
  readonly ink: string;
  readonly grid: string;
  readonly colours: readonly string[];
  readonly soft: string;
  readonly solar: string;
  readonly strong: string;
  readonly heat: string;
  readonly cool: string;
  readonly paper: string;
  readonly alert: string;
  readonly well: string;
}

/** The options common to all charts, besides size, time and pointer. */
export type Drawing = Pick<uPlot.Options, 'axes' | 'series' | 'scales' | 'bands' | 'plugins'>;

const count = 9;

const readChartTheme = (): ChartTheme => {
  const probe = document.createElement('i');
  document.body.append(probe);
  const read = (name: string) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const look = {
    ink: read('ink-2'),
    grid: read('line'),
    colours: Array.from({ length: count }, (_, index) => read(`chart-${index + 1}`)),
    soft: read('line-2'),
    solar: read('solar'),
    strong: read('ink'),
    heat: read('chart-2'),
    cool: read('chart-1'),
    paper: read('raised'),
    alert: read('alert'),
    well: read('well'),
  };
  probe.remove();
  return look;
};

/** Returns the colours of charts, and reads them again when the theme changes. */
export function useChartTheme(): ChartTheme {
  const [look, setLook] = useState(readChartTheme);
  useEffect(() => {
    const again = () => setLook(readChartTheme());
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const theme = new MutationObserver(again);
    scheme.addEventListener('change', again);
    theme.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      scheme.removeEventListener('change', again);
      theme.disconnect();
    };
  }, []);
  return look;
}

const font = '12px "Inter Variable", system-ui, sans-serif';
const day = 86_400;
const hourly = [1, 5, 10, 15, 30, 60, 120, 180, 240, 360, 480, 720].map((minutes) => minutes * 60);
const daily = [1, 2, 5, 7, 14].map((days) => days * day);

const isLong = ({ scales }: uPlot) => (scales.x?.max ?? 0) - (scales.x?.min ?? 0) > 2 * day;

/** Returns an axis in the style of the page. */
export const axis = ({ ink, grid }: ChartTheme, more: uPlot.Axis = {}): uPlot.Axis => ({
  stroke: ink,
  font,
  grid: { stroke: grid, width: 1 },
  size: 34,
  ticks: { show: false },
  ...more,
});

/** Returns the time axis: hours, or days if more than two days are shown. */
export const timeAxis = (look: ChartTheme, timeZone: string | undefined): uPlot.Axis =>
  axis(look, {
    space: 70,
    incrs: (plot) => (isLong(plot) ? daily : hourly),
    values: (plot, ticks) => {
      const show = isLong(plot) ? formatShortDay : formatTime;
      return ticks.map((tick) => show(tick * 1_000, timeZone));
    },
  });

/** Places ticks at full hours in the time zone of the house, not of the reader. */
export const tickDates = (timeZone: string | undefined): Pick<uPlot.Options, 'tzDate'> =>
  timeZone === undefined ? {} : { tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), timeZone) };
