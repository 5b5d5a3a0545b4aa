import { type DatagramOf, initialDatagram, kinds } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { ductedUnit } from '@plenum/protocol/vrf';
import { type Draft, showReading } from '../model/draft.ts';
import { roundTo } from '../model/reading.ts';
import { toSleepTimer } from '../room-unit/sleep-timer.ts';

const { sysFan, sysMode, roomUnitMode, vrfFan, swing } = enumerations;
const { cool, heat, vent, dry, auto } = roomUnitMode.values;

/** Modes and fans of the ducted unit that VRF units also have. Any other mode shows as vent, any other fan as high. */
const MODES: Readonly<Record<number, number>> = {
  [sysMode.values.cool]: cool,
  [sysMode.values.heat]: heat,
  [sysMode.values.vent]: vent,
  [sysMode.values.dry]: dry,
  [sysMode.values.auto]: auto,
};
const FANS: Readonly<Record<number, number>> = {
  [sysFan.values.low]: vrfFan.values.low,
  [sysFan.values.medium]: vrfFan.values.medium,
  [sysFan.values.high]: vrfFan.values.high,
  [sysFan.values.auto]: vrfFan.values.auto,
};

type Unit = DatagramOf<'unit'>;

const toMode = ({ SysMode }: Unit): number => MODES[SysMode] ?? vent;
const toFan = ({ SysFan }: Unit): number => FANS[SysFan] ?? vrfFan.values.high;
/** A ducted setpoint between two steps of a VRF setpoint shows as the nearer one. */
const setpointStep = kinds.vrf.fields.properties.Sp.multipleOf!;
const toNearestStep = ({ Setpoint }: Unit): number => roundTo(Setpoint, setpointStep);

/** Returns the members of a fan-coil that show the state of the ducted unit. */
const toShown = (unit: Unit): Partial<DatagramOf<'vrf'>> => ({
  On: unit.SysOn,
  Mode: toMode(unit),
  Fan: toFan(unit),
  Sp: toNearestStep(unit),
  Er: unit.ACError,
  Ra: unit.Temp,
  Tmr: toSleepTimer(unit.SleepTimer),
  TmrL: unit.SleepTimerM,
});

/** Returns the ducted unit as a fan-coil. It can be read, but commands to it are refused. */
export const toMirror = (unit: Unit): DatagramOf<'vrf'> => ({
  ...initialDatagram('vrf'),
  X: ductedUnit,
  Name: 'Ducted system',
  Sw: swing.values.none,
  Rs: 0,
  C325: 1,
  Ac: 1,
  Cvrf: 1,
  Id: 0,
  Ms: 0,
  Rf: 0,
  SwAl: swing.values.none,
  ...toShown(unit),
});

/** True if a mirror is up to date. Checked in every step. */
const isUpToDate = (mirror: DatagramOf<'vrf'>, unit: Unit): boolean =>
  mirror.Ra === unit.Temp &&
  mirror.On === unit.SysOn &&
  mirror.Mode === toMode(unit) &&
  mirror.Fan === toFan(unit) &&
  mirror.Sp === toNearestStep(unit) &&
  mirror.Er === unit.ACError &&
  mirror.Tmr === toSleepTimer(unit.SleepTimer) &&
  mirror.TmrL === unit.SleepTimerM;

/** Updates the mirror of the ducted unit. Call this after any code that may have changed the ducted unit. */
export function mirrorDucted(draft: Draft): void {
  const unit = draft.datagrams.unit[0];
  const mirror = draft.datagrams.vrf[0];
  if (unit !== undefined && mirror?.X === ductedUnit && !isUpToDate(mirror, unit))
    showReading(draft, 'vrf', 0, toShown(unit));
}
