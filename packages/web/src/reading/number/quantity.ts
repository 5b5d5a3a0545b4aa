import { defined } from '../../text/defined.ts';
import { numberFormat } from './intl.ts';
import type { Scale } from './temperature.ts';

/** Maximum number of decimals of a number that is not scaled. */
const maxDigits = 6;

/** Formats a number for the reader without thousands separators, because it may be the number of a device: `−0,5`. */
export const formatNumber = (value: number, digits = 0): string =>
  numberFormat({
    minimumFractionDigits: digits,
    maximumFractionDigits: Math.max(digits, maxDigits),
    useGrouping: false,
  })
    .format(value)
    .replace('-', '−');

/** Formats the labels of the ticks of an axis: `−5°`, `0,5 kW`. */
export const formatTicks = (ticks: readonly number[], unit: string): string[] =>
  ticks.map((tick) => `${formatNumber(tick)}${unit}`);

interface Measure {
  readonly unit?: string | undefined;
  readonly scale?: number | undefined;
}

/** Formats a wire value in its unit, with the decimals of its scale: 3450 at scale 100 in `cent` is `34,50 Cent`. */
export function formatQuantity(wire: number, { unit, scale = 1 }: Measure): string {
  const text = formatNumber(wire / scale, Math.round(Math.log10(scale)));
  return unit === undefined ? text : `${text} ${defined(unit)}`;
}

/**
 * Formats a temperature difference on the wire in the reader's degrees, which are smaller in Fahrenheit: `2.0 K`, `3.6
 * °F`.
 */
export const formatDifference = (wire: number, scale: Scale, factor = 1): string =>
  scale === 'C'
    ? formatQuantity(Math.round((wire / factor) * 10), { unit: 'K', scale: 10 })
    : formatQuantity(Math.round((wire / factor) * 18), { unit: '°F', scale: 10 });
