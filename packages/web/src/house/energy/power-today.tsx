import type { DatagramOf } from '@plenum/protocol/component';
import { Suspense, useMemo } from 'react';
import { lazyComponent } from '../../design/lazy.tsx';
import { dayOf } from '../../reading/clock.ts';
import { formatDecimal } from '../../reading/intl.ts';
import { channelsOf } from '../../reading/power.ts';
import { formatNumber } from '../../reading/quantity.ts';
import { stepFor } from '../../reading/range.ts';
import { t } from '../../text/text.ts';
import { useHouseTime } from '../context/house-context.tsx';
import { Figure } from '../figure/figure.tsx';
import { LazyBoundary } from '../frame/lazy-boundary.tsx';
import { HistoryError } from '../history/history-error.tsx';
import { useHistory } from '../history/use-history.ts';
import { useView } from '../history/use-view.ts';
import { useEnergy } from './use-energy.ts';

const StackChart = lazyComponent(async () => (await import('../history/stack-chart.tsx')).StackChart);

/** ISO 4217: no currency, where no tariff was set. */
const unknownCurrency = 'XXX';

/** Today in the house, from midnight to midnight. */
const useToday = () => {
  const { now, timeZone } = useHouseTime(30_000);
  const { from, to } = dayOf(now, timeZone);
  return { timeZone, today: { from, to, step: stepFor(to - from) } };
};

/** Energy and cost since midnight, and the power of each channel. */
export const PowerToday = ({ config }: { config: DatagramOf<'power'> }) => {
  const { today, timeZone } = useToday();
  const view = useView(today);
  const channels = useMemo(() => channelsOf(config), [config]);
  const series = channels.map((one) => one.series);
  const shown = useHistory(series, view.shown);
  const { from, to } = today;
  const { data: energy } = useEnergy({ by: 'day', from, to });
  const show = (value: number | null | undefined, digits: number) =>
    value == null ? '–' : formatDecimal(value, digits);
  const toKilowattHours = (value: number | null | undefined) => (value == null ? value : value / 1_000);
  const { currency } = energy?.tariff ?? { currency: unknownCurrency };
  const priceUnit =
    currency === unknownCurrency
      ? t('energy.atPrice', { cents: formatNumber(config.CostOfPower / 100) })
      : currency;
  return (
    <>
      <dl className="figures">
        <Figure
          label={t('energy.usedToday')}
          value={show(toKilowattHours(energy?.total.used), 1)}
          unit="kWh"
        />
        {channels.some(({ isGenerator }) => isGenerator) && (
          <Figure
            label={t('energy.madeToday')}
            value={show(toKilowattHours(energy?.total.solar), 1)}
            unit="kWh"
          />
        )}
        {(config.CostOfPower > 0 || currency !== unknownCurrency) && (
          <Figure label={t('energy.costToday')} value={show(energy?.total.cost, 2)} unit={priceUnit} />
        )}
      </dl>
      <div className="energy__chart">
        <HistoryError {...shown} />
        {shown.samples !== undefined && (
          <LazyBoundary what={t('energy.theChart')}>
            <Suspense fallback={null}>
              <StackChart height={320} history={shown.samples} {...{ channels, timeZone, view }} />
            </Suspense>
          </LazyBoundary>
        )}
      </div>
    </>
  );
};
