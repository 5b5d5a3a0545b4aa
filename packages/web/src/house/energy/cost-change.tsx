import { currencyOf, degreeDayBases, type EnergyAnswer } from '@plenum/insight/energy';
import { ValueList } from '../../design/value-list.tsx';
import { costChange, daysOf, degreeDays } from '../../reading/energy/cost-change.ts';
import { formatEnergy } from '../../reading/energy/energy.ts';
import { formatCost } from '../../reading/number/cost.ts';
import { formatDecimal } from '../../reading/number/intl.ts';
import { rowOf } from '../../reading/number/samples.ts';
import { formatSetpoint } from '../../reading/number/temperature.ts';
import { t } from '../../text/text.ts';
import { useHistory } from '../history/use-history.ts';
import { useScale } from '../house-context.tsx';

const hour = 3_600_000;
const day = 24 * hour;
const [weather, holiday] = ['weather.Temperature', 'house.Holiday'] as const;

/** Returns the weather and the holidays of a period; the steps are as long as one response allows. */
const useDays = ({ from, to }: { readonly from: number; readonly to: number }) => {
  const step = to - from <= 32 * day ? hour : to - from <= 400 * day ? 6 * hour : day;
  const { samples } = useHistory([weather, holiday], { from, to, step });
  if (samples === undefined) return undefined;
  const holidays = rowOf(samples, holiday);
  return {
    degreeDays: degreeDays(rowOf(samples, weather), samples.step),
    holidays: holidays.some((one) => one !== null) ? daysOf(holidays, samples.step) : undefined,
  };
};

/** Explains why a period cost more or less than the earlier one, each reason with its figure. */
export function CostChange({ answer, than }: { readonly answer: EnergyAnswer; readonly than: string }) {
  const scale = useScale();
  const [now, before] = [useDays(answer.total), useDays(answer.before)];
  const change = costChange(answer);
  if (change === undefined) return null;
  const money = (cost: number) => formatCost(cost, currencyOf(answer.tariff));
  const was = (one: string, other: string) => t('energy.was', { now: one, before: other });
  const days = (value: number) => formatDecimal(value, 1);
  const degrees = (celsius: number) => `${formatSetpoint(celsius * 100, scale)} °${scale}`;
  const bothDays = now?.degreeDays &&
    before?.degreeDays && { now: now.degreeDays, before: before.degreeDays };
  const { cost, bought, price, channels } = change;
  const lines = [
    { label: t('energy.cost'), value: was(money(cost.now), money(cost.before)) },
    {
      label: t('energy.fromGrid'),
      value: was(`${formatEnergy(bought.now)} kWh`, `${formatEnergy(bought.before)} kWh`),
    },
    { label: t('energy.averagePrice'), value: was(money(price.now), money(price.before)) },
    ...(bothDays
      ? (['heating', 'cooling'] as const)
          .filter((of) => bothDays.now[of] + bothDays.before[of] >= 0.1)
          .map((of) => ({
            label: t(of === 'heating' ? 'energy.heatingDays' : 'energy.coolingDays', {
              base: degrees(degreeDayBases[of]),
            }),
            value: was(days(bothDays.now[of]), days(bothDays.before[of])),
          }))
      : []),
    ...(now?.holidays !== undefined && before?.holidays !== undefined
      ? [{ label: t('energy.holidayDays'), value: was(days(now.holidays), days(before.holidays)) }]
      : []),
  ];
  return (
    <section className="panel card" aria-labelledby="cost-change-title">
      <h2 id="cost-change-title">{t('energy.whyCost')}</h2>
      <p className="quiet small">{t('energy.whyCostHelp', { before: than })}</p>
      <ValueList lines={lines} />
      {channels.length > 0 && (
        <>
          <h3>{t('energy.changedMost')}</h3>
          <ValueList
            lines={channels.map((channel) => ({
              label: channel.name,
              value: `${was(money(channel.cost.now), money(channel.cost.before))} · ${was(
                `${formatEnergy(channel.energy.now)} kWh`,
                `${formatEnergy(channel.energy.before)} kWh`,
              )}`,
            }))}
          />
        </>
      )}
    </section>
  );
}
