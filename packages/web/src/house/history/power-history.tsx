import { useMemo } from 'react';
import { channelsOf, toEnergy } from '../../reading/power.ts';
import { rowOf } from '../../reading/samples.ts';
import { useOne, useTimeZone } from '../context/house-context.tsx';
import { Figure } from '../figure/figure.tsx';
import { HistoryPanel } from './history-panel.tsx';
import { StackChart } from './stack-chart.tsx';
import { useHistory } from './use-history.ts';
import type { View } from './use-view.ts';

/** Where the power went, and the energy of each channel. */
export const PowerHistory = ({ view }: { view: View }) => {
  const config = useOne('power');
  const timeZone = useTimeZone();
  const channels = useMemo(() => (config === undefined ? [] : channelsOf(config)), [config]);
  const columns = channels.map(({ series, name }) => ({ series, heading: `${name} W`, scale: 1 }));
  const recorded = useHistory(
    columns.map(({ series }) => series),
    view.shown,
  );
  if (config === undefined) return null;
  return (
    <HistoryPanel title="Power by channel" file="power" {...{ recorded, columns, view }}>
      {(history) => (
        <>
          <StackChart {...{ channels, history, timeZone, view }} height={340} />
          <dl className="figures history__sums">
            {channels.map(({ series, name }) => (
              <Figure
                key={series}
                label={name}
                value={toEnergy(rowOf(history, series), history.step).toFixed(1)}
                unit="kWh"
              />
            ))}
          </dl>
        </>
      )}
    </HistoryPanel>
  );
};
