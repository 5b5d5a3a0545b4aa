import { currencyOf, type EnergyAnswer, type EnergyBar, type EnergyPeriod } from '@plenum/insight/energy';

const formats: Readonly<Record<EnergyPeriod, Intl.DateTimeFormatOptions>> = {
  hour: { dateStyle: 'short', timeStyle: 'short' },
  day: { dateStyle: 'short' },
  week: { dateStyle: 'short' },
  month: { year: 'numeric', month: '2-digit' },
  year: { year: 'numeric' },
};

/** Formats energy in kWh with three decimals; empty if it is unknown. */
const toKilowattHours = (energy: number | null): string =>
  energy === null ? '' : (energy / 1_000).toFixed(3);

const difference = (one: number | null, other: number | null) =>
  one === null || other === null ? null : one - other;

/** Returns a table of energy with one row per period and their sum, in the local time of the house. */
export function toEnergyTable({ by, timeZone, bars, total, tariff }: EnergyAnswer) {
  // The Swedish locale formats dates as ISO 8601.
  const format = new Intl.DateTimeFormat('sv', { timeZone, ...formats[by] });
  const toRow = (name: string, bar: EnergyBar): readonly string[] => [
    name,
    toKilowattHours(bar.used),
    toKilowattHours(bar.solar),
    toKilowattHours(difference(bar.used, bar.import)),
    toKilowattHours(bar.import),
    toKilowattHours(bar.export),
    bar.cost === null ? '' : bar.cost.toFixed(2),
  ];
  return {
    head: [
      by,
      'used kWh',
      'solar kWh',
      'solar used at home kWh',
      'from grid kWh',
      'sold kWh',
      ['cost', currencyOf(tariff)].join(' ').trim(),
    ],
    rows: [...bars.map((bar) => toRow(format.format(bar.from), bar)), toRow('all', total)],
  };
}
