import { Suspense } from 'react';
import { lazyComponent } from '../../design/lazy.tsx';
import { channelsOf, formatWatts, totalOf } from '../../reading/energy/power.ts';
import { warningsOf } from '../../reading/house/warning.ts';
import { t } from '../../text/text.ts';
import { LazyBoundary } from '../frame/lazy-boundary.tsx';
import { toHash } from '../frame/routes.ts';
import { useOne } from '../house-context.tsx';
import { WarningList } from '../warning/warning-list.tsx';
import './energy.css';

const PowerToday = lazyComponent(async () => (await import('./power-today.tsx')).PowerToday);

/** Shows the current power and solar power, with the history of the day or the power of each channel. */
export function PowerSection() {
  const config = useOne('power');
  const status = useOne('powerStatus');
  if (config === undefined || config.Enabled !== 1) return null;
  const channels = channelsOf(config, status);
  const solar = channels.filter(({ isGenerator }) => isGenerator);
  const [draws, drawsUnit] = formatWatts(totalOf(channels));
  const [makes, makesUnit] = formatWatts(solar.reduce((sum, { watts }) => sum + watts, 0));
  return (
    <section className="energy panel card" aria-labelledby="power-title">
      <div className="section-head">
        <h2 id="power-title">
          <a className="plain-link" href={toHash('overview', 'power', 0)}>
            {t('energy.power')}
          </a>
        </h2>
        <a className="small quiet" href={toHash('history')}>
          {t('house.history')}
        </a>
      </div>
      <div className="energy__now">
        <p className="energy__draws num">
          {draws} <small>{drawsUnit}</small>
        </p>
        {solar.length > 0 && (
          <p className="energy__makes num">
            {makes} <small>{t('energy.fromSun', { unit: makesUnit })}</small>
          </p>
        )}
      </div>
      <WarningList warnings={warningsOf('power', config, 'C', status)} />
      <LazyBoundary what={t('energy.theChart')}>
        <Suspense fallback={<div className="energy__chart" />}>
          <PowerToday config={config} present={channels} />
        </Suspense>
      </LazyBoundary>
    </section>
  );
}
