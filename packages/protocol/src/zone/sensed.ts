import { sensorType } from '../field/enumeration.ts';

/** The members of a zone that show whether it has a sensor. A device may omit either. */
interface Sensed {
  readonly SensType?: number | undefined;
  readonly Temp?: number | undefined;
}

/**
 * True if a zone has a temperature sensor (`SensType`, wire facts 4). If a device does not report this field, as in the
 * original interface, exactly 0 °C means that there is no sensor (wire facts 8).
 */
export const isSensed = ({ SensType, Temp }: Sensed): boolean =>
  SensType === undefined ? Temp !== 0 : SensType !== sensorType.values.none;

/** The fields of a zone that its sensor measures. */
export const measuredFields = ['Temp', 'Rh'] as const;
