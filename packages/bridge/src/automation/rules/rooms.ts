import { airShares } from '@plenum/insight/energy';
import type { DatagramOf, Datagrams } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { isSensed } from '@plenum/protocol/zone';
import { signOf, type Way } from '../../comfort/learn/observe.ts';
import type { RuleInput } from '../rule.ts';

const { auto, open, override } = enumerations.zoneMode.values;

type Zone = DatagramOf<'zone'>;

/** True if the temperature of a zone is measured. */
export const isMeasured = (zone: Zone): boolean => isSensed(zone) && zone.SensorFault !== 1;

/** Returns the rooms that follow their setpoints, without those that the owner left out. */
export const regulated = ({ datagrams, settings }: Pick<RuleInput, 'datagrams' | 'settings'>) =>
  datagrams.zone.filter(
    (zone) => zone.Mode === auto && isMeasured(zone) && !settings.roomsOff.includes(zone.Index),
  );

/** Returns the distance in K of a room from its setpoint, in a direction: positive if it needs more. */
export const needOf = ({ Setpoint, Temp }: Pick<Zone, 'Setpoint' | 'Temp'>, way: Way): number =>
  (signOf(way) * (Setpoint - Temp)) / 100;

/** Returns the zones that get air without needing any, each with its share 0..1 of the air. */
export function spilling(
  { zone }: Pick<Datagrams, 'zone'>,
  way: Way,
): readonly { readonly zone: Zone; readonly share: number }[] {
  const shares = airShares(zone);
  return zone.flatMap((one, place) => {
    const share = shares[place]!;
    const isWanted =
      one.Mode === open ||
      one.Mode === override ||
      (one.Mode === auto && isMeasured(one) && needOf(one, way) > 0);
    return share === 0 || isWanted ? [] : { zone: one, share };
  });
}
