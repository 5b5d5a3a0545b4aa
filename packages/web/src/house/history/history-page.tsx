import { useState } from 'react';
import { Segmented } from '../../design/segmented.tsx';
import { useAll, useOne } from '../context/house-context.tsx';
import { ClimateHistory } from './climate-history.tsx';
import { PowerHistory } from './power-history.tsx';
import { useSpan } from './use-span.ts';
import { useView } from './use-view.ts';
import './history.css';

const hour = 3_600_000;
const ranges = [
  { value: 24, label: '24 hours' },
  { value: 168, label: '7 days' },
  { value: 720, label: '30 days' },
] as const;

/** The history page: temperatures with their targets, and power. */
export const HistoryPage = () => {
  const [hours, setHours] = useState<number>(24);
  const view = useView(useSpan(hours * hour));
  const hasClimate = useAll('unit').length + useAll('zone').length + useAll('vrf').length > 0;
  const hasPower = useOne('power') !== undefined;
  if (!hasClimate && !hasPower)
    return (
      <p className="empty card">
        This house has no temperature sensors: wall splits report their settings, not the room temperature.
      </p>
    );
  const choose = (of: number) => {
    setHours(of);
    view.zoom();
  };
  return (
    <div className="page">
      <div className="page__head">
        <p className="quiet history__hint" data-for="mouse">
          Drag across a chart to zoom in; double-click to show all. Or use the arrow keys, plus, minus and
          Escape.
        </p>
        <p className="quiet history__hint" data-for="fingers">
          Slide a finger along a chart to read it; pinch to zoom.
        </p>
        <Segmented label="Time shown" options={ranges} value={hours} onChange={choose} />
      </div>
      <ClimateHistory view={view} />
      <PowerHistory view={view} />
    </div>
  );
};
