import type { DatagramOf } from '@plenum/protocol/component';
import { t } from '../../text/text.ts';
import { formatDecimal } from '../number/intl.ts';
import { rowOf, type Samples } from '../number/samples.ts';

/** One channel of the power monitor, with its current reading. */
export interface Channel {
  /** The names of its series in the history: power in W, and energy in Wh. */
  readonly series: string;
  readonly energy: string;
  readonly name: string;
  readonly watts: number;
  readonly isGenerator: boolean;
  readonly isTotal: boolean;
}

/** Returns the name of a meter, or a label with its number if it has no name. */
export const meterName = (name: string, place: number): string =>
  name || t('reading.meter', { number: place + 1 });

/** Returns the channels in use; without a status their reading is 0. */
export const channelsOf = (
  { Devices }: DatagramOf<'power'>,
  status?: DatagramOf<'powerStatus'>,
): readonly Channel[] =>
  (Devices ?? []).flatMap(({ Enabled, Channels = [] }, meter) =>
    Enabled !== 1
      ? []
      : Channels.map((one, channel) => ({ one, channel }))
          .filter(({ one }) => one.Enabled === 1 && one.Name !== '')
          .map(({ one, channel }) => ({
            series: `power.${meter}.${channel}.W`,
            energy: `power.${meter}.${channel}.Wh`,
            name: one.Name,
            watts: status?.Dev[meter]?.Ch[channel]?.Pwr ?? 0,
            isGenerator: one.Generate === 1,
            isTotal: one.AddToTotal === 1,
          })),
  );

/** Returns the channels for a stacked chart: neither totals nor generators. */
export function consumersOf(channels: readonly Channel[]): readonly Channel[] {
  const parts = channels.filter(({ isTotal, isGenerator }) => !isTotal && !isGenerator);
  return parts.length > 0 ? parts : channels.filter(({ isGenerator }) => !isGenerator);
}

/** Returns the channels that add up to the consumption of the house: its totals, or all consumers if there are none. */
const countedOf = (channels: readonly Channel[]): readonly Channel[] => {
  const totals = channels.filter(({ isTotal }) => isTotal);
  return totals.length > 0 ? totals : channels.filter(({ isGenerator }) => !isGenerator);
};

/** Returns the consumption of the house, in watts. */
export const totalOf = (channels: readonly Channel[]): number =>
  countedOf(channels).reduce((sum, { watts }) => sum + watts, 0);

/** Formats a power in W or kW: `840 W`, `2.41 kW`. */
export function formatWatts(watts: number): readonly [value: string, unit: string] {
  const minus = watts < 0 ? '−' : '';
  const size = Math.abs(watts);
  return size < 1_000
    ? [`${minus}${Math.round(size)}`, 'W']
    : [`${minus}${formatDecimal(size / 1_000, size < 10_000 ? 2 : 1)}`, 'kW'];
}

/** Returns the energy of a series in kWh, from Wh; `undefined` if none was recorded, which differs from 0. */
export function energyOf(history: Samples, energy: string): number | undefined {
  const known = rowOf(history, energy).filter((value) => value !== null);
  return known.length === 0 ? undefined : known.reduce((sum, value) => sum + value, 0) / 1_000;
}
