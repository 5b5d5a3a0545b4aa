import type { DatagramOf } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { AUTO, isSensed } from '../ducted/zone-modes.ts';
import { type Draft, patch } from '../model/draft.ts';
import { OWN_SETPOINT } from './create.ts';

const { master, zones: byZones } = enumerations.returnAirSensor.values;
const { heat, auto } = enumerations.sysMode.values;

type Unit = DatagramOf<'unit'>;
type Zone = DatagramOf<'zone'>;

/** A zone takes over control once it needs so many hundredths of a degree more than the one that has it. */
const TAKE_OVER_MARGIN = 30;

/** Whether a zone can lead the unit by its temperature. */
const canControl = (zone: Zone | undefined): zone is Zone =>
  zone !== undefined && zone.Mode === AUTO && zone.SensorFault === 0 && isSensed(zone);

/** How much a zone needs of what the unit does, hundredths of a degree. */
const demandOf = ({ Temp, Setpoint }: Zone, heats: boolean): number =>
  heats ? Setpoint - Temp : Temp - Setpoint;

/** The zone that needs most, keeping the one in control unless another needs clearly more. */
const findControlZone = ({ CtrlZone }: Unit, zones: readonly Zone[], heats: boolean): number => {
  const now = zones[CtrlZone];
  let leader = OWN_SETPOINT;
  let most = Number.NEGATIVE_INFINITY;
  if (canControl(now)) {
    leader = CtrlZone;
    most = demandOf(now, heats) + TAKE_OVER_MARGIN;
  }
  for (let place = 0; place < zones.length; place++) {
    const zone = zones[place]!;
    if (place === CtrlZone || !canControl(zone)) continue;
    const need = demandOf(zone, heats);
    if (need <= most) continue;
    leader = place;
    most = need;
  }
  return leader;
};

/** How far the zones in auto are above their setpoints on average: which way the house as a whole is off. */
const findBalance = (zones: readonly Zone[]): number => {
  let sum = 0;
  let count = 0;
  for (let place = 0; place < zones.length; place++) {
    const zone = zones[place]!;
    if (!canControl(zone)) continue;
    sum += zone.Temp - zone.Setpoint;
    count++;
  }
  return sum / count;
};

/** Hundredths of a degree above the setpoint: `excess` of what the unit follows, `balance` of all it serves. */
export interface ControlError {
  excess: number;
  balance: number;
}

const write = (excess: number, balance: number, into: ControlError): void => {
  into.excess = excess;
  into.balance = balance;
};

/**
 * Writes how far what the unit follows is above its setpoint (interface 2.2, RAS and CtrlZone).
 *
 * By return air it follows the return air and its own setpoint. By master it follows the zone `CtrlZone`, or with 15
 * itself. By zones the one that needs most of what the unit does, which `CtrlZone` then shows, and itself while no
 * zone in auto can measure; which way auto mode turns is for all of them together to say, so that a sunny room and a
 * cold one do not make it turn to and fro.
 */
export const readControlError = (draft: Draft, into: ControlError): void => {
  const unit = draft.datagrams.unit[0]!;
  const zones = draft.datagrams.zone;
  if (unit.RAS === byZones && unit.SysOn === 1) {
    const heats = unit.SysMode === heat || (unit.SysMode === auto && draft.plant.unit!.leaning === 'heat');
    const leader = findControlZone(unit, zones, heats);
    if (leader !== unit.CtrlZone) patch(draft, 'unit', 0, { CtrlZone: leader });
    if (leader !== OWN_SETPOINT) {
      const { Temp, Setpoint } = zones[leader]!;
      write(Temp - Setpoint, findBalance(zones), into);
      return;
    }
  } else if (unit.RAS === master) {
    const zone = zones[unit.CtrlZone];
    if (zone !== undefined && zone.SensorFault === 0 && isSensed(zone)) {
      write(zone.Temp - zone.Setpoint, zone.Temp - zone.Setpoint, into);
      return;
    }
  }
  write(unit.Temp - unit.Setpoint, unit.Temp - unit.Setpoint, into);
};
