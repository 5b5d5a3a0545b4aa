import type { DatagramOf } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { isSensed, maxOpening } from '@plenum/protocol/zone';
import { faultCodeOf } from '../status/fault-code.ts';
import type { Status, StatusCode } from '../status/status.ts';
import type { Change } from './explanation.ts';
import { degrees, nameOf, percent, word } from './figure.ts';
import { change, makeUnitRun, setpointFor } from './leader-changes.ts';
import { isOwnControlled } from './unit-steps.ts';

const zoneMode = enumerations.zoneMode;
const zoneType = enumerations.zoneType;

type Unit = DatagramOf<'unit'>;
type Zone = DatagramOf<'zone'>;

interface Situation {
  readonly zone: Zone;
  readonly unit: Unit;
  readonly zones: readonly Zone[];
  readonly status: Status;
}

const mode = zoneMode.values;

const setMode = ({ Index }: Zone, Mode: number) => ({ ZoneMode: { Index, Mode } });

const canFollow = (zone: Zone): boolean =>
  isSensed(zone) && zone.SensorFault !== 1 && zone.ZoneType !== zoneType.values['open/close'];

/** True if the opening limits can be set (interface 2.2, AirflowLock: 2 locks only the lowest). */
const mayLimit = ({ AirflowLock = 0, AirflowMinLock = 0 }: Unit, which: 'most' | 'least'): boolean => {
  if (which === 'most') return AirflowLock !== 1;
  return AirflowLock === 0 && AirflowMinLock !== 1;
};

const toFollow = ({ zone }: Situation): readonly Change[] =>
  canFollow(zone) ? [change('follow', {}, [setMode(zone, mode.auto)])] : [];

const toOpen = ({ zone }: Situation): readonly Change[] =>
  zone.Mode === mode.open ? [] : [change('open', {}, [setMode(zone, mode.open)])];

const toClose = ({ zone }: Situation): readonly Change[] => [
  change('close', {}, [setMode(zone, mode.close)]),
];

const wider = ({ zone, unit }: Situation): readonly Change[] => {
  const { BalanceMax: limit = 100, Index } = zone;
  if (limit <= maxOpening(zone) || !mayLimit(unit, 'most')) return [];
  return [change('raise-limit', { limit: percent(limit) }, [{ ZoneMaxAir: { Index, MaxAir: limit } }])];
};

/**
 * Returns the changes that reduce the air of a zone: allowing it to close further if a limit keeps it open, or closing
 * it.
 */
const narrower = (situation: Situation): readonly Change[] => {
  const { zone, unit } = situation;
  const { MinAir = 0, BalanceMin = 0, Index } = zone;
  const isLimited = MinAir > BalanceMin && mayLimit(unit, 'least');
  const lower = change('lower-limit', { limit: percent(BalanceMin) }, [
    { ZoneMinAir: { Index, MinAir: BalanceMin } },
  ]);
  return [...(isLimited ? [lower] : []), ...toClose(situation)];
};

/** Returns the changes that make a zone at its setpoint need cooling or heating. */
const toMove = ({ zone, unit }: Situation): readonly Change[] =>
  (['cool', 'heat'] as const).flatMap((need) => {
    const setpoint = setpointFor(need, zone.Temp, unit);
    if (setpoint === undefined) return [];
    const command = { ZoneSetpoint: { Index: zone.Index, Setpoint: setpoint } };
    return [change(need === 'cool' ? 'lower' : 'raise', { setpoint: degrees(setpoint) }, [command])];
  });

/**
 * A constant zone is held open while too few other zones are open (interface 2.3, ConstA). Opening closed zones
 * releases it.
 */
const openOthers = ({ zone, zones }: Situation): readonly Change[] => {
  const shut = zones.filter(
    ({ Index, DmpPos, DmpFlt }) => Index !== zone.Index && DmpPos === 0 && DmpFlt !== 1,
  );
  if (shut.length === 0) return [];
  return [
    change(
      'open-others',
      { others: word(shut.map(nameOf).join(', ')) },
      shut.map((each) => setMode(each, mode.open)),
    ),
  ];
};

/** Returns the changes for a closed zone. Dampers move only while the system is on. */
const toUse = (situation: Situation): readonly Change[] => {
  const { zone, unit } = situation;
  if (unit.SysOn === 1) return [...toFollow(situation), ...toOpen(situation)];
  if (isOwnControlled(unit)) return [change('own-controls')];
  const value = canFollow(zone) ? mode.auto : mode.open;
  return [change('open-and-switch-on', {}, [setMode(zone, value), { SysOn: 1 }])];
};

const unitRuns =
  (need: 'cool' | 'heat') =>
  ({ zone, unit, zones }: Situation) =>
    makeUnitRun(unit, need, { zones, here: zone.Index });

const none = () => [change('none')];

const byStatus: Readonly<Partial<Record<StatusCode, (situation: Situation) => readonly Change[]>>> = {
  'unit-off': ({ unit }) =>
    isOwnControlled(unit) ? [change('own-controls')] : [change('switch-on', {}, [{ SysOn: 1 }])],
  'unit-fault': ({ unit }) => [change('call-service', { fault: word(faultCodeOf(unit.ACError) ?? '') })],
  'sensor-failed': (situation) => [change('mend-sensor'), ...toOpen(situation), ...toClose(situation)],
  'damper-stuck': () => [change('mend-damper')],
  'held-for-air': openOthers,
  'held-for-control': toFollow,
  closed: toUse,
  'closed-held': toUse,
  'closed-open': toUse,
  open: (situation) => [...toFollow(situation), ...toClose(situation)],
  constant: (situation) => [...toFollow(situation), ...toOpen(situation), ...toClose(situation)],
  'fan-only': ({ zone, unit, zones }) =>
    (['cool', 'heat'] as const)
      .filter((need) => (need === 'cool' ? zone.Temp > zone.Setpoint : zone.Temp < zone.Setpoint))
      .flatMap((need) => makeUnitRun(unit, need, { zones, here: zone.Index })),
  cooling: () => [change('wait-target')],
  heating: () => [change('wait-target')],
  'damper-opening': () => [change('wait-target')],
  'cooling-limited': wider,
  'heating-limited': wider,
  'cooled-past': narrower,
  'heated-past': narrower,
  holding: toMove,
  'at-target': toMove,
  'waits-to-cool': unitRuns('cool'),
  'waits-to-heat': unitRuns('heat'),
  'too-warm': unitRuns('cool'),
  'too-cool': unitRuns('heat'),
};

/** Returns the changes for a zone by its status; never an empty list. */
export function zoneChanges(
  zone: Zone,
  unit: Unit,
  { zones, status }: { readonly zones: readonly Zone[]; readonly status: Status },
): readonly Change[] {
  const found = (byStatus[status.code] ?? none)({ zone, unit, zones, status });
  return found.length > 0 ? found : none();
}
