import { useEffect, useState } from 'react';
import type uPlot from 'uplot';

/** The colours a chart is drawn with: a canvas cannot read the style sheet. */
export interface Look {
  readonly ink: string;
  readonly grid: string;
  readonly colours: readonly string[];
  readonly strong: string;
}

const count = 8;

const readLook = (): Look => {
  const probe = document.createElement('i');
  document.body.append(probe);
  const read = (name: string) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const look = {
    ink: read('ink-2'),
    grid: read('line'),
    colours: Array.from({ length: count }, (_, place) => read(`chart-${place + 1}`)),
    strong: read('ink'),
  };
  probe.remove();
  return look;
};

/** The look of charts, read anew when the theme changes. */
export const useLook = (): Look => {
  const [look, setLook] = useState(readLook);
  useEffect(() => {
    const again = () => setLook(readLook());
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
};

const font = '12px "Inter Variable", system-ui, sans-serif';

const restLegend = (plot: uPlot) => {
  if (plot.cursor.idx != null) return;
  const rows = plot.data.slice(1);
  const idx = plot.data[0].findLastIndex((_, place) => rows.some((row) => row[place] != null));
  if (idx >= 0) plot.setLegend({ idx });
};

/** While nobody points into a chart its legend says the last values. */
export const restingLegend: uPlot.Hooks.Arrays = {
  ready: [restLegend],
  setCursor: [restLegend],
  setData: [restLegend],
};

/** An axis in the look of the page. */
export const axis = ({ ink, grid }: Look, more: uPlot.Axis = {}): uPlot.Axis => ({
  stroke: ink,
  font,
  grid: { stroke: grid, width: 1 },
  size: 34,
  ticks: { show: false },
  ...more,
});
