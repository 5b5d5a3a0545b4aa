import type { DatagramOf } from '../component/kinds.ts';
import { sysMode } from '../field/enumeration.ts';

/** The effect of the air on a room. */
export type Activity = 'cool' | 'heat' | 'vent' | 'idle' | 'off';

const mode = sysMode.values;

/**
 * The difference between supply and return air, in hundredths of a degree, from which a unit certainly cools or heats.
 */
const sure = 250;

/** What the ducted unit does now. Its datagram does not contain it, so it follows from the supply air. */
export const unitActivity = ({
  SysOn,
  SysMode,
  Supply,
  Temp,
}: Pick<DatagramOf<'unit'>, 'SysOn' | 'SysMode' | 'Supply' | 'Temp'>): Activity => {
  if (SysOn !== 1) return 'off';
  if (SysMode === mode.vent || SysMode === mode.exhaust || SysMode === mode['pump only']) return 'vent';
  if (SysMode !== mode.heat && Supply < Temp - sure) return 'cool';
  if (SysMode !== mode.cool && SysMode !== mode.dry && Supply > Temp + sure) return 'heat';
  return 'idle';
};

/** Whether a device reports all of these numbers: some leave out keys (wire facts 2). */
export const hasNumbers = <K extends string>(
  datagram: { readonly [Key in K]?: unknown },
  keys: readonly K[],
): boolean => keys.every((key) => typeof datagram[key] === 'number');

/** Whether a unit reports what has to be known to say what it does. */
export const isUnitKnown = (unit: Partial<DatagramOf<'unit'>>): boolean =>
  hasNumbers(unit, ['SysOn', 'SysMode', 'Supply', 'Temp', 'Setpoint']);

/** A direction in which a temperature may have to change. */
export type Need = 'cool' | 'heat';

/** The directions in which a unit in a mode may change the temperature. */
export const directionsOf = (value: number): readonly Activity[] => {
  if (value === mode.cool || value === mode.dry) return ['cool'];
  if (value === mode.heat) return ['heat'];
  return value === mode.auto ? ['cool', 'heat'] : [];
};

/** Hundredths of a degree around a setpoint within which a temperature is at it: a thermostat starts beyond. */
const tolerance = 50;

/** What a temperature needs to come to its setpoint; undefined within the tolerance. */
export const needOf = (temperature: number, setpoint: number): Need | undefined => {
  if (temperature > setpoint + tolerance) return 'cool';
  return temperature < setpoint - tolerance ? 'heat' : undefined;
};
