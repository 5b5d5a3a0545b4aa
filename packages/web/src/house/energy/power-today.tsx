import type { DatagramOf } from '@plenum/protocol';
import { lazy, Suspense, useMemo } from 'react';
import { sinceMidnight } from '../../reading/clock.ts';
import { channelsOf, energyOf } from '../../reading/power.ts';
import { useHouseTime } from '../context.tsx';
import { Figure } from '../figure/figure.tsx';
import { useHistory } from '../history/use-history.ts';
import { useView } from '../history/use-view.ts';

const StackChart = lazy(() =>
  import('../history/stack-chart.tsx').then((all) => ({ default: all.StackChart })),
);

const step = 10 * 60_000;
const day = 86_400_000;

/** Today in the house, from midnight to midnight. */
const useToday = () => {
  const { now, timeZone } = useHouseTime(30_000);
  const from = Math.floor((now - sinceMidnight(now, timeZone)) / step) * step;
  return { timeZone, today: { from, to: from + day, points: day / step } };
};

/** Energy and what it cost since midnight, and where it went. */
export const PowerToday = ({ config }: { config: DatagramOf<'power'> }) => {
  const { today, timeZone } = useToday();
  const view = useView(today);
  const channels = useMemo(() => channelsOf(config), [config]);
  const series = channels.map((one) => one.series);
  const history = useHistory(series, today);
  const shown = useHistory(series, view.shown);
  const { used, made } = energyOf(channels, history);
  return (
    <>
      <dl className="figures">
        <Figure label="Used today" value={used.toFixed(1)} unit="kWh" />
        {channels.some(({ isGenerator }) => isGenerator) && (
          <Figure label="Made today" value={made.toFixed(1)} unit="kWh" />
        )}
        {config.CostOfPower > 0 && (
          <Figure
            label="Cost today"
            value={((used * config.CostOfPower) / 10_000).toFixed(2)}
            unit={`at ${(config.CostOfPower / 100).toFixed(1)} c`}
          />
        )}
      </dl>
      <div className="energy__chart">
        <Suspense fallback={null}>
          {shown !== undefined && (
            <StackChart height={320} history={shown} {...{ channels, timeZone, view }} />
          )}
        </Suspense>
      </div>
    </>
  );
};
