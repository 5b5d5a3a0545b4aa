import type { DatagramOf, Datagrams } from '@plenum/protocol/component';
import type { PowerChannel } from './channels.ts';

/** Names of channels that feed a ducted unit. The interface does not report what a channel feeds. */
const unitNames = new RegExp(
  `\\b(?:${[
    'ducted|outdoor unit|indoor (?:unit|fan)|air[ -]?con(?:ditioner|ditioning)?|a/?c|hvac|heat pump|compressor',
    'klima(?:anlage|gerät)?|wärmepumpe|außeneinheit|inneneinheit',
    'aire acondicionado|climatización|bomba de calor|unidad (?:exterior|interior)',
  ].join('|')})(?![\\p{L}\\p{N}])`,
  'iu',
);

/** Returns the channels that feed the ducted unit, by their names: neither totals nor generators. */
export const unitChannels = <C extends Pick<PowerChannel, 'name' | 'isGenerator' | 'isTotal'>>(
  channels: readonly C[],
): readonly C[] =>
  channels.filter(({ name, isGenerator, isTotal }) => !isGenerator && !isTotal && unitNames.test(name ?? ''));

/**
 * Returns the share of the unit's air that each zone gets, 0..1: its damper opening times its area. If an area is not
 * set up, all zones count as equally large. All shares are 0 while every damper is shut.
 */
export function airShares(zones: readonly Pick<DatagramOf<'zone'>, 'DmpPos' | 'Area'>[]): readonly number[] {
  const hasAreas = zones.every(({ Area }) => Area > 0);
  const openings = zones.map(({ DmpPos, Area }) => Math.max(0, DmpPos || 0) * (hasAreas ? Area : 1));
  const sum = openings.reduce((all, one) => all + one, 0);
  return openings.map((one) => (sum === 0 ? 0 : one / sum));
}

/** The power of the ducted unit in watts, and the part of each zone; undefined if it is unknown. */
export interface UnitPower {
  readonly unit: number | undefined;
  readonly zones: readonly { readonly index: number; readonly watts: number | undefined }[];
}

/**
 * Divides the power of the ducted unit among its zones by their air. What it draws while it is off, or while every damper
 * is shut, belongs to no zone. Undefined if no channel has a name that belongs to the unit.
 */
export function unitPower(
  channels: readonly PowerChannel[],
  { unit: [unit], zone: zones }: Pick<Datagrams, 'unit' | 'zone'>,
): UnitPower | undefined {
  if (unit === undefined) return undefined;
  const own = unitChannels(channels);
  if (own.length === 0) return undefined;
  const watts = own.reduce<number | undefined>(
    (sum, one) => (sum === undefined || one.watts === undefined ? undefined : sum + one.watts),
    0,
  );
  const shares = airShares(zones);
  const running = watts === undefined || unit.SysOn === 1 ? watts : 0;
  return {
    unit: watts,
    zones: zones.map(({ Index: index }, place) => ({
      index,
      watts: running === undefined ? undefined : running * shares[place]!,
    })),
  };
}
