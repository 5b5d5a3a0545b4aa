import { useMemo } from 'react';
import { Figure } from '../../design/figure.tsx';
import { channelsOf, energyOf } from '../../reading/energy/power.ts';
import { formatDecimal } from '../../reading/number/intl.ts';
import { t } from '../../text/text.ts';
import { useOne, useTimeZone } from '../house-context.tsx';
import { StackChart } from './chart/stack-chart.tsx';
import { HistoryPanel } from './history-panel.tsx';
import { useHistory } from './use-history.ts';
import type { View } from './use-view.ts';

const showEnergy = (kilowattHours: number | undefined) =>
  kilowattHours === undefined ? '–' : formatDecimal(kilowattHours, 1);

export function PowerHistory({ view }: { view: View }) {
  const config = useOne('power');
  const timeZone = useTimeZone();
  const channels = useMemo(() => (config === undefined ? [] : channelsOf(config)), [config]);
  const columns = [
    ...channels.map(({ series, name }) => ({ series, heading: `${name} W`, scale: 1 })),
    ...channels.map(({ energy, name }) => ({ series: energy, heading: `${name} kWh`, scale: 1_000 })),
  ];
  const recorded = useHistory(
    columns.map(({ series }) => series),
    view.shown,
  );
  if (config === undefined) return null;
  return (
    <HistoryPanel
      title={t('chart.powerByChannel')}
      file="power"
      recorded={recorded}
      columns={columns}
      view={view}
    >
      {(history) => (
        <>
          <StackChart channels={channels} history={history} timeZone={timeZone} view={view} height={340} />
          <dl className="figures history__sums">
            {channels.map(({ energy, name }) => (
              <Figure key={energy} label={name} value={showEnergy(energyOf(history, energy))} unit="kWh" />
            ))}
          </dl>
        </>
      )}
    </HistoryPanel>
  );
}
