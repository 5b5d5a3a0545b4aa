import type { DatagramOf } from '@plenum/protocol/component';
import { Suspense, useMemo } from 'react';
import { lazyComponent } from '../../design/lazy.tsx';
import { dayOf } from '../../reading/clock.ts';
import { channelsOf, energyOf } from '../../reading/power.ts';
import { useHouseTime } from '../context/house-context.tsx';
import { Figure } from '../figure/figure.tsx';
import { LazyBoundary } from '../frame/lazy-boundary.tsx';
import { HistoryError } from '../history/history-error.tsx';
import { useHistory } from '../history/use-history.ts';
import { useView } from '../history/use-view.ts';

const StackChart = lazyComponent(async () => (await import('../history/stack-chart.tsx')).StackChart);

const step = 10 * 60_000;

/** Today in the house, from midnight to midnight. */
const useToday = () => {
  const { now, timeZone } = useHouseTime(30_000);
  const { from, to } = dayOf(now, timeZone);
  return { timeZone, today: { from, to, points: (to - from) / step } };
};

/** Energy and cost since midnight, and the power of each channel. */
export const PowerToday = ({ config }: { config: DatagramOf<'power'> }) => {
  const { today, timeZone } = useToday();
  const view = useView(today);
  const channels = useMemo(() => channelsOf(config), [config]);
  const series = channels.map((one) => one.series);
  const history = useHistory(series, today);
  const shown = useHistory(series, view.shown);
  const energy = energyOf(channels, history.samples);
  const show = (value: number | undefined, digits: number) => value?.toFixed(digits) ?? '–';
  return (
    <>
      <dl className="figures">
        <Figure label="Used today" value={show(energy?.used, 1)} unit="kWh" />
        {channels.some(({ isGenerator }) => isGenerator) && (
          <Figure label="Made today" value={show(energy?.made, 1)} unit="kWh" />
        )}
        {config.CostOfPower > 0 && (
          <Figure
            label="Cost today"
            value={show(energy && (energy.used * config.CostOfPower) / 10_000, 2)}
            unit={`at ${config.CostOfPower / 100} cents a kWh`}
          />
        )}
      </dl>
      <div className="energy__chart">
        <HistoryError {...shown} />
        {shown.samples !== undefined && (
          <LazyBoundary what="The chart">
            <Suspense fallback={null}>
              <StackChart height={320} history={shown.samples} {...{ channels, timeZone, view }} />
            </Suspense>
          </LazyBoundary>
        )}
      </div>
    </>
  );
};
