import type { DatagramOf } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { isSensed, maxOpening, minOpening } from '@plenum/protocol/zone';
import { type Activity, hasNumbers, isUnitKnown, type Need, needOf, unitActivity } from './activity.ts';
import { faultCodeOf } from './fault-code.ts';
import { lackOf, whileIdle } from './idle.ts';
import { type Status, type StatusCode, type StatusFacts, unknown } from './status.ts';
import { leaderOf } from './unit.ts';

const sysMode = enumerations.sysMode;
const zoneMode = enumerations.zoneMode;

type Unit = DatagramOf<'unit'>;
type Zone = DatagramOf<'zone'>;

const { close, auto, constant } = zoneMode.values;

/** Returns the status of a closed zone by the opening that its damper has nevertheless. */
const closedCode = (zone: Zone): StatusCode => {
  if (zone.DmpPos === 0) return 'closed';
  return zone.DmpPos === minOpening(zone) ? 'closed-held' : 'closed-open';
};

/** Returns the reason why a zone's damper does not follow its temperature; undefined if it does. */
export function findHold(zone: Zone, unit: Unit): StatusCode | undefined {
  if (zone.DmpFlt === 1) return 'damper-stuck';
  if (zone.Master === 1 && zone.Mode === close && leaderOf(unit, [zone])) return 'held-for-control';
  if (zone.ConstA === 1) return 'held-for-air';
  if (zone.DamperSkip === 1) return 'damper-not-driven';
  if (zone.Mode === close) return closedCode(zone);
  if (zone.Mode === constant) return 'constant';
  if (zone.Mode !== auto || !isSensed(zone)) return 'open';
  return zone.SensorFault === 1 ? 'sensor-failed' : undefined;
}

/** Returns the status of a zone that follows its temperature, while the unit cools or heats. */
const whileRunning = (zone: Zone, { SysMode }: Unit, air: Need, need: Need | undefined): StatusCode => {
  const [running, limited, past] =
    air === 'cool'
      ? (['cooling', 'cooling-limited', 'cooled-past'] as const)
      : (['heating', 'heating-limited', 'heated-past'] as const);
  const highest = maxOpening(zone);
  if (need === air) {
    if (highest < 100 && zone.DmpPos === highest) return limited;
    return zone.DmpPos === 0 ? 'damper-opening' : running;
  }
  if (need === undefined) {
    if (zone.DmpPos === 0) return 'at-target';
    const isBefore = air === 'cool' ? zone.Temp > zone.Setpoint : zone.Temp < zone.Setpoint;
    if (isBefore) return running;
    return SysMode === sysMode.values.dry ? 'drying' : 'holding';
  }
  if (zone.DmpPos > 0) return past;
  return lackOf(need);
};

const effectOf = ({ DmpPos }: Zone, air: Activity): Activity => {
  if (air === 'off') return 'off';
  return DmpPos === 0 ? 'idle' : air;
};

/** Returns the status of a zone from its datagram and that of the unit. */
export function zoneStatus(zone: Zone, unit: Unit): Status {
  const ofZone = isSensed(zone)
    ? (['Mode', 'DmpPos', 'Temp', 'Setpoint'] as const)
    : (['Mode', 'DmpPos'] as const);
  if (!isUnitKnown(unit) || !hasNumbers(zone, ofZone)) return unknown;
  const air = unitActivity(unit);
  const fault = faultCodeOf(unit.ACError);
  const facts: StatusFacts = {
    opening: zone.DmpPos,
    limit: maxOpening(zone),
    ...(isSensed(zone) && { temperature: zone.Temp, setpoint: zone.Setpoint }),
  };
  const hold = findHold(zone, unit);
  if (hold === 'damper-stuck') return { code: hold, activity: effectOf(zone, air), facts };
  if (hold === 'closed' || hold === 'closed-held' || hold === 'closed-open') {
    const isStill = zone.DmpPos === 0 || fault !== undefined;
    return { code: hold, activity: isStill ? 'off' : effectOf(zone, air), facts };
  }
  if (fault !== undefined) return { code: 'unit-fault', activity: 'off', facts: { ...facts, fault } };
  if (air === 'off') return { code: 'unit-off', activity: 'off', facts };
  const activity = effectOf(zone, air);
  if (hold !== undefined) return { code: hold, activity, facts };
  if (air === 'vent') return { code: 'fan-only', activity, facts };
  const need = needOf(zone.Temp, zone.Setpoint);
  const code = air === 'idle' ? whileIdle(unit.SysMode, need) : whileRunning(zone, unit, air, need);
  return { code, activity, facts };
}
