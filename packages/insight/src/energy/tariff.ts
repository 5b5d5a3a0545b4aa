import { check } from '@plenum/protocol/check';
import type { Value } from '@plenum/protocol/field';
import { list, quantity, record, text } from '@plenum/protocol/field';
import { ok, type Result, refuse } from '@plenum/protocol/refusal';
import { currencyOfZone } from './currency.ts';

const price = record('price', {
  from: text('the time of day from which it applies', {
    pattern: '^(?:[01][0-9]|2[0-3]):(?:00|15|30|45)$',
    expected: 'a time at a full quarter of an hour, such as 07:00',
    example: '00:00',
  }),
  price: quantity('price of a kWh from the grid', { min: 0, max: 1_000, example: 0.3 }),
});

/** Prices of imported and exported energy, in units of the currency. */
export const tariff = record(
  'tariff',
  {
    currency: text('currency (ISO 4217)', {
      pattern: '^[A-Z]{3}$',
      expected: 'a currency code of three capital letters, such as AUD',
      example: 'AUD',
    }),
    prices: list('prices by time of day, from 00:00', price, { min: 1, max: 12 }),
    weekend: list('prices on Saturday and Sunday; if left out, those of the week', price, {
      min: 1,
      max: 12,
    }),
    feedIn: quantity('price paid for a kWh given to the grid', { min: 0, max: 1_000, example: 0.05 }),
  },
  { optional: ['weekend', 'feedIn'] },
);
export type Tariff = Value<typeof tariff>;

/** Returns the minute of the day from which a price applies. */
export const startOf = ({ from }: Tariff['prices'][number]): number =>
  Number(from.slice(0, 2)) * 60 + Number(from.slice(3));

const checkOrder = (key: 'prices' | 'weekend', prices: Tariff['prices'] = []): Result<undefined> => {
  for (const [place, { from }] of prices.entries()) {
    const path = ['tariff', key, String(place), 'from'];
    const before = prices[place - 1]?.from;
    if (before === undefined && from !== '00:00') {
      const facts = { what: 'first-price-time', reason: 'day-begins' } as const;
      return refuse('unusable-word', { path, input: from, facts });
    }
    if (before !== undefined && before >= from) {
      const facts = { what: 'next-price-time', time: before, reason: 'prices-in-order' } as const;
      return refuse('unusable-word', { path, input: from, facts });
    }
  }
  return ok(undefined);
};

/** Checks a tariff from an untrusted source: its values, and that its prices cover the day in order. */
export function checkTariff(input: unknown): Result<Tariff> {
  const checked = check(tariff, input, ['tariff']);
  if (!checked.ok) return checked;
  for (const key of ['prices', 'weekend'] as const) {
    const order = checkOrder(key, checked.value[key]);
    if (!order.ok) return order;
  }
  return checked;
}

/** ISO 4217 code for "no currency". */
const noCurrency = 'XXX';

/** Returns the currency of a tariff (ISO 4217); undefined if it is not known. */
export const currencyOf = (tariff: Pick<Tariff, 'currency'> | null | undefined): string | undefined =>
  tariff?.currency === noCurrency ? undefined : tariff?.currency;

/**
 * Returns the default tariff: the single price of the power monitor, in hundredths of a cent (interface 2.9), in the
 * currency of the house's time zone if that is clear.
 */
export const defaultTariff = (costOfPower: number | undefined, timeZone: string): Tariff | undefined =>
  costOfPower === undefined || costOfPower <= 0
    ? undefined
    : {
        currency: currencyOfZone(timeZone) ?? noCurrency,
        prices: [{ from: '00:00', price: costOfPower / 10_000 }],
      };

/** Returns the prices of a weekday, with 0 for Sunday. */
export const pricesOn = ({ prices, weekend = prices }: Tariff, weekday: number): Tariff['prices'] =>
  weekday === 0 || weekday === 6 ? weekend : prices;
