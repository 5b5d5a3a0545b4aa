import type { DatagramOf } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { isSensed } from '@plenum/protocol/zone';

const { open, close, auto, override, constant } = enumerations.zoneMode.values;
const zoneType = enumerations.zoneType.values;

export const OPEN = open;
export const CLOSE = close;
export const AUTO = auto;
const OVERRIDE = override;
export const CONSTANT = constant;

/** `CtrlZone` of a unit that is controlled by its own setpoint (interface 2.2). */
export const OWN_SETPOINT = 15;

type Zone = Pick<DatagramOf<'zone'>, 'ZoneType' | 'SensType'>;

/**
 * Returns the modes that a zone of this type can have (interface 2.1, ZoneType_e; our decision, since the interface
 * does not list the modes). An open/close zone opens and closes. An auto zone can also follow its temperature, and
 * override holds it open. A constant zone is normally in constant mode, at its lowest opening until spill protection
 * opens it further; it can also be open, closed or follow its temperature. A zone without a sensor cannot follow its
 * temperature.
 */
export function modesOfZone(zone: Zone): readonly number[] {
  const sensed = isSensed(zone);
  if (zone.ZoneType === zoneType['open/close']) return [OPEN, CLOSE];
  if (zone.ZoneType === zoneType.constant)
    return sensed ? [OPEN, CLOSE, AUTO, CONSTANT] : [OPEN, CLOSE, CONSTANT];
  return sensed ? [OPEN, CLOSE, AUTO, OVERRIDE] : [OPEN, CLOSE];
}
