import type { DatagramOf } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';

/** What air does to a room: the one thing a colour says. */
export type Activity = 'cool' | 'heat' | 'vent' | 'idle' | 'off';

const { sysMode, zoneMode } = enumerations;
const mode = sysMode.values;

/** Degrees x100 between supply and return air from which a unit surely cools or heats. */
const sure = 250;

type Unit = Pick<DatagramOf<'unit'>, 'SysOn' | 'SysMode' | 'Supply' | 'Temp'>;

/** What the ducted unit does now. Its datagram does not say it: the supply air does. */
export const activityOf = ({ SysOn, SysMode, Supply, Temp }: Unit): Activity => {
  if (SysOn !== 1) return 'off';
  if (SysMode === mode.vent || SysMode === mode.exhaust) return 'vent';
  if (SysMode !== mode.heat && Supply < Temp - sure) return 'cool';
  if (SysMode !== mode.cool && SysMode !== mode.dry && Supply > Temp + sure) return 'heat';
  return 'idle';
};

type Zone = Pick<DatagramOf<'zone'>, 'Mode' | 'DmpPos'>;

/** What the unit's air does in a zone: nothing where its damper is shut. */
export const zoneActivityOf = ({ Mode, DmpPos }: Zone, unit: Activity): Activity => {
  if (unit === 'off' || Mode === zoneMode.values.close) return 'off';
  return DmpPos === 0 ? 'idle' : unit;
};

/** What a split or a VRF unit is set to do, as a colour; in auto it is not known. */
export const roomUnitActivityOf = (On: number, Mode: number): Activity => {
  if (On !== 1) return 'off';
  if (Mode === mode.cool || Mode === mode.dry) return 'cool';
  if (Mode === mode.heat) return 'heat';
  return Mode === mode.vent ? 'vent' : 'idle';
};

/** An activity in one word. */
export const activityWords: Readonly<Record<Activity, string>> = {
  cool: 'Cooling',
  heat: 'Heating',
  vent: 'Fan only',
  idle: 'Idle',
  off: 'Off',
};

/** The colour a mode stands for. */
export const modeActivity = (value: number): Activity =>
  value === mode.cool ? 'cool' : value === mode.heat ? 'heat' : 'idle';

/** The error of a unit, where it has one: ` OK` means none (interface 2.2). */
export const errorOf = (code: string): string | undefined => {
  const plain = code.trim();
  return plain === '' || plain === 'OK' ? undefined : plain;
};
