import { sensorType } from '../field/enumeration.ts';

/** The members of a zone that say whether it measures; a device may leave out either. */
interface Sensed {
  readonly SensType?: number | undefined;
  readonly Temp?: number | undefined;
}

/**
 * Whether a zone has a temperature sensor (`SensType`, wire facts 4). Where a device does not say, as in the original
 * interface, exactly 0 °C means that it has none (wire facts 8).
 */
export const isSensed = ({ SensType, Temp }: Sensed): boolean =>
  SensType === undefined ? Temp !== 0 : SensType !== sensorType.values.none;

/** The fields of a zone that a sensor measures. */
export const measuredFields = ['Temp', 'Rh'] as const;
