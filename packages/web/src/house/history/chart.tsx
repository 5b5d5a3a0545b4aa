import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import './chart.css';

export interface ChartProps {
  readonly label: string;
  readonly height: number;
  readonly data: uPlot.AlignedData;
  /** Everything but the size; made anew only when the look changes. */
  readonly options: Omit<uPlot.Options, 'width' | 'height'>;
}

/** A chart as wide as its place, drawn anew when its data or its look changes. */
export const Chart = ({ label, height, data, options }: ChartProps) => {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(undefined);
  const latest = useRef(data);
  latest.current = data;
  useEffect(() => {
    const element = place.current!;
    const made = new uPlot({ ...options, width: element.clientWidth, height }, latest.current, element);
    plot.current = made;
    const watch = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height }));
    watch.observe(element);
    return () => {
      watch.disconnect();
      made.destroy();
    };
  }, [options, height]);
  useEffect(() => {
    const { current } = plot;
    if (current === undefined || current.data === data) return;
    current.setData(data);
  }, [data]);
  return <div ref={place} className="chart" role="img" aria-label={label} style={{ minHeight: height }} />;
};
