import type { DatagramOf } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { evapStates } from '@plenum/protocol/unit';

const cpuType = enumerations.cpuType;
const sysMode = enumerations.sysMode;

export const activities = ['cool', 'heat', 'vent', 'idle', 'off'] as const;

/** The effect of the air on a room. */
export type Activity = (typeof activities)[number];

const mode = sysMode.values;

/** Difference between supply and return air, in hundredths of a degree, at which a unit certainly cools or heats. */
const sure = 250;

type Unit = DatagramOf<'unit'>;

/** Returns the activity of an evaporative cooler from its display; undefined for any other unit or display. */
const coolerActivity = ({ CpuType, Evap }: Pick<Unit, 'CpuType' | 'Evap'>): Activity | undefined => {
  // Some devices leave out keys that they do not use (wire facts 2).
  const shown =
    CpuType === cpuType.values.evaporative ? (Evap as Unit['Evap'] | undefined)?.State : undefined;
  if (shown === evapStates.cooling) return 'cool';
  if (shown === evapStates.venting) return 'vent';
  return Object.values<string | undefined>(evapStates).includes(shown) ? 'idle' : undefined;
};

/**
 * Returns the current activity of the ducted unit. Its datagram does not contain it, so it is derived from the supply
 * air, or from the display of an evaporative cooler. If `zones` is known, air counts as moving only while a damper is
 * open.
 */
export function unitActivity(
  {
    SysOn,
    SysMode,
    Supply,
    Temp,
    CpuType,
    Evap,
  }: Pick<Unit, 'SysOn' | 'SysMode' | 'Supply' | 'Temp' | 'CpuType' | 'Evap'>,
  zones: readonly Pick<DatagramOf<'zone'>, 'DmpPos'>[] = [],
): Activity {
  if (SysOn !== 1) return 'off';
  if (SysMode === mode.vent || SysMode === mode.exhaust || SysMode === mode['pump only']) return 'vent';
  if (zones.length > 0 && zones.every(({ DmpPos }) => DmpPos === 0)) return 'idle';
  const shown = coolerActivity({ CpuType, Evap });
  if (shown !== undefined) return shown;
  if (SysMode !== mode.heat && Supply < Temp - sure) return 'cool';
  if (SysMode !== mode.cool && SysMode !== mode.dry && Supply > Temp + sure) return 'heat';
  return 'idle';
}

/** True if a device reports all of these numbers. Some leave out keys (wire facts 2). */
export const hasNumbers = <K extends string>(
  datagram: { readonly [Key in K]?: unknown },
  keys: readonly K[],
): boolean => keys.every((key) => typeof datagram[key] === 'number');

/** True if a unit reports enough fields to determine its activity. */
export const isUnitKnown = (unit: Partial<DatagramOf<'unit'>>): boolean =>
  hasNumbers(unit, ['SysOn', 'SysMode', 'Supply', 'Temp', 'Setpoint']);

/** The direction in which a temperature has to change. */
export type Need = 'cool' | 'heat';

/** Returns the directions in which a unit in a mode may change the temperature. */
export function directionsOf(value: number): readonly Activity[] {
  if (value === mode.cool || value === mode.dry) return ['cool'];
  if (value === mode.heat) return ['heat'];
  return value === mode.auto ? ['cool', 'heat'] : [];
}

/**
 * Tolerance in hundredths of a degree within which a temperature counts as at its setpoint. A thermostat starts beyond
 * it.
 */
const tolerance = 50;

/** Returns whether a temperature needs cooling or heating to reach its setpoint; undefined within the tolerance. */
export function needOf(temperature: number, setpoint: number): Need | undefined {
  if (temperature > setpoint + tolerance) return 'cool';
  return temperature < setpoint - tolerance ? 'heat' : undefined;
}
