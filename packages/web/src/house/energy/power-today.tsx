import { currencyOf } from '@plenum/insight/energy';
import type { DatagramOf } from '@plenum/protocol/component';
import { useMemo } from 'react';
import { Figure } from '../../design/figure.tsx';
import { type Channel, channelsOf } from '../../reading/energy/power.ts';
import { formatCost } from '../../reading/number/cost.ts';
import { formatDecimal } from '../../reading/number/intl.ts';
import { formatNumber } from '../../reading/number/quantity.ts';
import { stepFor } from '../../reading/number/range.ts';
import { dayOf } from '../../reading/time/calendar.ts';
import { t } from '../../text/text.ts';
import { StackChart } from '../history/chart/stack-chart.tsx';
import { HistoryError } from '../history/history-error.tsx';
import { useHistory } from '../history/use-history.ts';
import { useView } from '../history/use-view.ts';
import { useHouseTime } from '../house-context.tsx';
import { useEnergy } from './use-energy.ts';

/** Returns the current day of the house, from midnight to midnight. */
const useToday = () => {
  const { now, timeZone } = useHouseTime(30_000);
  const { from, to } = dayOf(now, timeZone);
  return { timeZone, today: { from, to, step: stepFor(to - from) } };
};

interface PowerTodayProps {
  readonly config: DatagramOf<'power'>;
  /** The channels with the readings of the total above. */
  readonly present: readonly Channel[];
}

/** Shows energy and cost since midnight, and the power of each channel. */
export function PowerToday({ config, present }: PowerTodayProps) {
  const { today, timeZone } = useToday();
  const view = useView(today);
  const channels = useMemo(() => channelsOf(config), [config]);
  const series = channels.map((one) => one.series);
  const shown = useHistory(series, view.shown);
  const { from, to } = today;
  const { data: energy } = useEnergy({ by: 'day', from, to });
  const show = (value: number | null | undefined) => (value == null ? '–' : formatDecimal(value / 1_000, 1));
  const currency = currencyOf(energy?.tariff);
  const price =
    currency === undefined
      ? t('energy.atPrice', { cents: formatNumber(config.CostOfPower / 100) })
      : undefined;
  return (
    <>
      <dl className="figures">
        <Figure label={t('energy.usedToday')} value={show(energy?.total.used)} unit="kWh" />
        {channels.some(({ isGenerator }) => isGenerator) && (
          <Figure label={t('energy.madeToday')} value={show(energy?.total.solar)} unit="kWh" />
        )}
        {(config.CostOfPower > 0 || currency !== undefined) && (
          <Figure
            label={t('energy.costToday')}
            value={formatCost(energy?.total.cost, currency)}
            unit={price}
          />
        )}
      </dl>
      <div className="energy__chart">
        <HistoryError {...shown} />
        {shown.samples !== undefined && (
          <StackChart
            height={320}
            history={shown.samples}
            channels={channels}
            present={present}
            timeZone={timeZone}
            view={view}
          />
        )}
      </div>
    </>
  );
}
