import { currencyOf, type Tariff, type TariffAnswer } from '@plenum/insight/energy';
import { numberFormat } from '../number/intl.ts';

/** A tariff that is being edited, with its numbers as text. */
export interface TariffDraft {
  readonly currency: string;
  readonly prices: readonly { readonly id: number; readonly from: string; readonly price: string }[];
  readonly feedIn: string;
  /** Kept unchanged. */
  readonly weekend?: Tariff['weekend'];
}

/** Formats a price with all its digits in the reader's format: `0,285`. */
const toText = (price: number): string =>
  numberFormat({ maximumFractionDigits: 20, useGrouping: false }).format(price);

export const toTariffDraft = ({ tariff }: TariffAnswer): TariffDraft => ({
  currency: currencyOf(tariff) ?? '',
  prices: (tariff?.prices ?? [{ from: '00:00', price: 0 }]).map(({ from, price }, id) => ({
    id,
    from,
    price: toText(price),
  })),
  feedIn: tariff?.feedIn === undefined ? '' : toText(tariff.feedIn),
  ...(tariff?.weekend !== undefined && { weekend: tariff.weekend }),
});

/** Parses a typed number with a point or a comma. Returns any other text unchanged, so that the bridge refuses it. */
const toNumber = (typed: string): unknown => {
  const text = typed.trim().replace(',', '.');
  return text !== '' && Number.isFinite(Number(text)) ? Number(text) : typed;
};

/** Converts an edited tariff to the tariff to send. */
export const toTariff = ({ currency, prices, feedIn, weekend }: TariffDraft) => ({
  currency: currency.trim().toUpperCase(),
  prices: prices.map(({ from, price }) => ({ from: from.trim(), price: toNumber(price) })),
  ...(feedIn.trim() !== '' && { feedIn: toNumber(feedIn) }),
  ...(weekend !== undefined && { weekend }),
});
