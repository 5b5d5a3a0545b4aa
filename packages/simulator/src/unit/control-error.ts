import type { DatagramOf } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { isSensed } from '@plenum/protocol/zone';
import { AUTO, OWN_SETPOINT } from '../ducted/zone-modes.ts';
import { type Draft, patch } from '../model/draft.ts';

const { master, zones: byZones } = enumerations.returnAirSensor.values;
const { heat, auto } = enumerations.sysMode.values;

type Unit = DatagramOf<'unit'>;
type Zone = DatagramOf<'zone'>;

/**
 * Hundredths of a degree by which the demand of a zone must exceed that of the control zone before the zone takes over.
 */
const TAKE_OVER_MARGIN = 30;

/** True if the temperature of a zone can control the unit. */
const canControl = (zone: Zone | undefined): zone is Zone =>
  zone !== undefined && zone.Mode === AUTO && zone.SensorFault === 0 && isSensed(zone);

/** Returns the demand of a zone for heating or cooling, in hundredths of a degree. */
const demandOf = ({ Temp, Setpoint }: Zone, heats: boolean): number =>
  heats ? Setpoint - Temp : Temp - Setpoint;

/** Finds the zone with the greatest demand. The current control zone stays unless another demands clearly more. */
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

/** Returns the average by which the zones in auto are above their setpoints. */
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

/**
 * Distance above the setpoint in hundredths of a degree: `excess` at the controlling sensor, `balance` as the average
 * of the zones in auto. `setpoint` is that of the controlling sensor, in hundredths of a degree.
 */
export interface ControlError {
  excess: number;
  balance: number;
  setpoint: number;
}

const write = (
  { Temp, Setpoint }: Pick<Zone, 'Temp' | 'Setpoint'>,
  into: ControlError,
  balance = Temp - Setpoint,
): void => {
  into.excess = Temp - Setpoint;
  into.balance = balance;
  into.setpoint = Setpoint;
};

/**
 * Writes the difference between the controlling sensor and its setpoint (interface 2.2, RAS and CtrlZone). RAS return
 * air: the return air and the unit's own setpoint. RAS master: the zone `CtrlZone`, or with 15 the unit itself. RAS
 * zones: the zone with the greatest demand, which `CtrlZone` then shows, or the unit itself while no zone in auto can
 * measure. With RAS zones the average of all these zones decides between cooling and heating in auto mode, so that a
 * sunny room and a cold one do not make the unit alternate.
 */
export function readControlError(draft: Draft, into: ControlError): void {
  const unit = draft.datagrams.unit[0]!;
  const zones = draft.datagrams.zone;
  if (unit.RAS === byZones && unit.SysOn === 1) {
    const { leaning, evaporative } = draft.plant.unit!;
    const heats =
      unit.SysMode === heat || (unit.SysMode === auto && leaning === 'heat' && evaporative === null);
    const leader = findControlZone(unit, zones, heats);
    if (leader !== unit.CtrlZone) patch(draft, 'unit', 0, { CtrlZone: leader });
    if (leader !== OWN_SETPOINT) {
      write(zones[leader]!, into, findBalance(zones));
      return;
    }
  } else if (unit.RAS === master) {
    const zone = zones[unit.CtrlZone];
    if (zone !== undefined && zone.SensorFault === 0 && isSensed(zone)) {
      write(zone, into);
      return;
    }
  }
  write(unit, into);
}
