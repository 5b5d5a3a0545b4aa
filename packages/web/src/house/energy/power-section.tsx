import { lazy, Suspense } from 'react';
import { sinceMidnight } from '../../reading/clock.ts';
import { channelsOf, consumersOf, showWatts, toEnergy, totalOf } from '../../reading/power.ts';
import { useAll, useHouseTime, useOne } from '../context.tsx';
import { toHash } from '../frame/place.ts';
import { useHistory } from '../history/use-history.ts';
import './energy.css';

const StackChart = lazy(() =>
  import('../history/stack-chart.tsx').then((all) => ({ default: all.StackChart })),
);

const step = 10 * 60_000;

const Figure = ({ label, value, unit }: { label: string; value: string; unit: string }) => (
  <div className="figure">
    <dt>{label}</dt>
    <dd className="num">
      {value} <small>{unit}</small>
    </dd>
  </div>
);

/** Power now, energy and cost today, and where it went. */
export const PowerSection = () => {
  const config = useOne('power');
  const status = useAll('powerStatus')[0];
  const { now, timeZone } = useHouseTime(60_000);
  const channels = config === undefined ? [] : channelsOf(config, status);
  const midnight = Math.floor((now - sinceMidnight(now, timeZone)) / step) * step;
  const shown = channels.map(({ series }) => series);
  const history = useHistory(shown, { from: midnight, to: midnight + 86_400_000, points: 144 });
  if (config === undefined || config.Enabled !== 1) return null;
  const energy = (pick: (one: (typeof channels)[number]) => boolean) =>
    channels
      .filter(pick)
      .reduce((sum, { series }) => sum + toEnergy(history?.values[series] ?? [], history?.step ?? 0), 0);
  const hasTotal = channels.some(({ isTotal }) => isTotal);
  const used = energy(({ isTotal, isGenerator }) => (hasTotal ? isTotal : !isGenerator));
  const made = energy(({ isGenerator }) => isGenerator);
  const solar = channels.filter(({ isGenerator }) => isGenerator);
  const [draws, drawsUnit] = showWatts(totalOf(channels));
  const [makes, makesUnit] = showWatts(solar.reduce((sum, { watts }) => sum + watts, 0));
  return (
    <section className="energy card" aria-labelledby="power-title">
      <div className="section-head">
        <h2 id="power-title">
          <a className="plain-link" href={toHash('overview', 'power', 0)}>
            Power
          </a>
        </h2>
        <a className="small quiet" href={toHash('history')}>
          History
        </a>
      </div>
      <p className="energy__now num">
        {draws} <small>{drawsUnit}</small>
      </p>
      <dl className="figures">
        {solar.length > 0 && <Figure label="Solar now" value={makes} unit={makesUnit} />}
        <Figure label="Used today" value={used.toFixed(1)} unit="kWh" />
        {solar.length > 0 && <Figure label="Made today" value={made.toFixed(1)} unit="kWh" />}
        {config.CostOfPower > 0 && (
          <Figure label="Cost today" value={((used * config.CostOfPower) / 10_000).toFixed(2)} unit="$" />
        )}
      </dl>
      <div className="energy__chart">
        <Suspense fallback={null}>
          {history !== undefined && (
            <StackChart channels={consumersOf(channels)} history={history} timeZone={timeZone} />
          )}
        </Suspense>
      </div>
    </section>
  );
};
