import type { DatagramOf } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';

/** The effect of the air on a room, which the colours show. */
export type Activity = 'cool' | 'heat' | 'vent' | 'idle' | 'off';

const { sysMode, zoneMode } = enumerations;
const mode = sysMode.values;

/**
 * The difference between supply and return air, in hundredths of a degree, from which a unit certainly cools or heats.
 */
const sure = 250;

type Unit = Pick<DatagramOf<'unit'>, 'SysOn' | 'SysMode' | 'Supply' | 'Temp'>;

/** What the ducted unit does now, derived from its supply air, since its datagram does not contain it. */
export const activityOf = ({ SysOn, SysMode, Supply, Temp }: Unit): Activity => {
  if (SysOn !== 1) return 'off';
  if (SysMode === mode.vent || SysMode === mode.exhaust) return 'vent';
  if (SysMode !== mode.heat && Supply < Temp - sure) return 'cool';
  if (SysMode !== mode.cool && SysMode !== mode.dry && Supply > Temp + sure) return 'heat';
  return 'idle';
};

type Zone = Pick<DatagramOf<'zone'>, 'Mode' | 'DmpPos'>;

/** The effect of the unit's air in a zone: none where its damper is closed. */
export const zoneActivityOf = ({ Mode, DmpPos }: Zone, unit: Activity): Activity => {
  if (unit === 'off' || Mode === zoneMode.values.close) return 'off';
  return DmpPos === 0 ? 'idle' : unit;
};

/** The activity of a split or a VRF unit by its mode; unknown in auto. */
export const roomUnitActivityOf = (On: number, Mode: number): Activity => {
  if (On !== 1) return 'off';
  if (Mode === mode.cool || Mode === mode.dry) return 'cool';
  if (Mode === mode.heat) return 'heat';
  return Mode === mode.vent ? 'vent' : 'idle';
};

/** An activity as text. */
export const activityWords: Readonly<Record<Activity, string>> = {
  cool: 'Cooling',
  heat: 'Heating',
  vent: 'Fan only',
  idle: 'Idle',
  off: 'Off',
};

/** The activity of a mode, for its colour. */
export const modeActivity = (value: number): Activity =>
  value === mode.cool ? 'cool' : value === mode.heat ? 'heat' : 'idle';

/** The fault code of a unit; undefined for ` OK` (interface 2.2). */
export const errorOf = (code: string): string | undefined => {
  const plain = code.trim();
  return plain === '' || plain === 'OK' ? undefined : plain;
};
