import type { DatagramOf } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { isSensed } from '@plenum/protocol/zone';

type Favourite = DatagramOf<'schedule'>;
type Zone = DatagramOf<'zone'>;

const { auto } = enumerations.zoneMode.values;

/** True if a zone no longer has the settings that a favourite gives it. */
export function differsFromFavourite(zone: Zone, { Zones }: Pick<Favourite, 'Zones'>): boolean {
  const entry = Zones?.[zone.Index];
  if (entry === undefined) return false;
  return (
    zone.Mode !== entry.Mode || (entry.Mode === auto && isSensed(zone) && zone.Setpoint !== entry.Setpoint)
  );
}

/** True if a running unit and all zones have exactly the settings of a favourite. */
export const matchesFavourite = (
  favourite: Favourite,
  unit: DatagramOf<'unit'>,
  zones: readonly Zone[],
): boolean =>
  unit.SysOn === 1 &&
  unit.SysMode === favourite.Mode &&
  unit.SysFan === favourite.Fan &&
  !zones.some((zone) => differsFromFavourite(zone, favourite));
