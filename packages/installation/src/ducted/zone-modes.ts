import type { DatagramOf } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';

const { open, close, auto, override, constant } = enumerations.zoneMode.values;
const zoneType = enumerations.zoneType.values;

export const OPEN = open;
export const CLOSE = close;
export const AUTO = auto;
export const OVERRIDE = override;
export const CONSTANT = constant;

/** The value of `SensType` of a zone that cannot measure (wire facts 4). */
export const NO_SENSOR = enumerations.sensorType.values.none;

type Zone = Pick<DatagramOf<'zone'>, 'ZoneType' | 'SensType'>;

/** Whether a zone has a temperature sensor. */
export const isSensed = ({ SensType }: Pick<Zone, 'SensType'>): boolean => SensType !== NO_SENSOR;

/**
 * The modes a zone can be put into, by its type (interface 2.1, ZoneType_e; not shown there, ours to decide).
 *
 * An open/close zone opens and closes. An automatic zone also follows its temperature, and override holds it
 * open against that. A constant zone rests in `constant`, where it keeps its lowest opening and takes what the
 * others leave; it may also be opened and closed, and follow its temperature. Without a sensor nothing follows.
 */
export const modesOfZone = (zone: Zone): readonly number[] => {
  const sensed = isSensed(zone);
  if (zone.ZoneType === zoneType['open/close']) return [OPEN, CLOSE];
  if (zone.ZoneType === zoneType.constant)
    return sensed ? [OPEN, CLOSE, AUTO, CONSTANT] : [OPEN, CLOSE, CONSTANT];
  return sensed ? [OPEN, CLOSE, AUTO, OVERRIDE] : [OPEN, CLOSE];
};
