import { toLabel, unitStatus, zoneStatus } from '@plenum/insight/status';
import type { DatagramOf } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { isSensed } from '@plenum/protocol/zone';
import { toAction, writeDegrees } from './climate.ts';
import { readCost, toKwh, zoneSeries } from './energy.ts';
import { entityKind } from './entity.ts';
import { derived, type EntityMember, type HouseState, membersOf, toWanted } from './member.ts';
import { openAndClose, readWord, toPlainValue } from './value.ts';

type Zone = DatagramOf<'zone'>;
const { zoneMode, zoneType, battery, sysMode } = enumerations;
const { open, close, auto } = zoneMode.values;
const { field, shown } = membersOf('zone');

/** True if a zone is controlled by its temperature: it has a sensor and is not just opened or closed. */
export const isClimate = (zone: Zone): boolean =>
  isSensed(zone) && zone.ZoneType !== zoneType.values['open/close'];

/** The modes of a zone as a climate device, the same as in integrations of other zoned systems. */
export const zoneClimateModes = ['off', 'heat_cool', 'fan_only'] as const;
const modes: Readonly<Record<(typeof zoneClimateModes)[number], number>> = {
  off: close,
  heat_cool: auto,
  fan_only: open,
};

const setMode = ({ Index }: Zone, Mode: number) => toWanted('ZoneMode', { Index, Mode });

const setClimate: EntityMember<Zone>['write'] = (typed, zone) => {
  const word = readWord(typed, zoneClimateModes);
  return word.ok ? setMode(zone, modes[word.value]) : word;
};

const setCover: EntityMember<Zone>['write'] = (typed, zone) => {
  const word = readWord(typed, openAndClose);
  return word.ok ? setMode(zone, zoneMode.values[word.value]) : word;
};

const status = (zone: Zone, { datagrams: { unit } }: HouseState) =>
  unit[0] === undefined ? undefined : zoneStatus(zone, unit[0]);

/**
 * True if air flows into a zone: its damper is open and the unit blows. Undefined if either is unknown: an idle unit does
 * not report whether its fan runs. No air counts on a damper with a fault.
 */
const flowsInto = (zone: Zone, { datagrams }: HouseState): boolean | undefined => {
  const [unit] = datagrams.unit;
  if (zone.DmpFlt === 1) return false;
  if (unit === undefined || zone.DmpPos === undefined) return undefined;
  const { activity, code } = unitStatus(unit, datagrams.zone);
  if (zone.DmpPos === 0 || activity === 'off') return false;
  return code === 'unknown' || activity === 'idle' ? undefined : true;
};

const measured = (name: 'Temp' | 'Rh'): EntityMember<Zone> => {
  const { read, ...rest } = field(name);
  return { ...rest, read: (zone, house) => (isSensed(zone) ? read!(zone, house) : null) };
};

/** One zone of the ducted system (interface 2.3). */
export const zoneEntity = entityKind<Zone>(
  'zone',
  ({ zone }) => zone.map((source) => ({ ids: [source.Index], source })),
  {
    name: field('Name'),
    type: shown('ZoneType'),
    mode: field('Mode'),
    climate_mode: derived(
      ({ Mode }) =>
        Mode === undefined ? null : Mode === close ? 'off' : Mode === auto ? 'heat_cool' : 'fan_only',
      { write: setClimate },
    ),
    action: derived((zone, house) => {
      const found = status(zone, house);
      if (found === undefined || found.code === 'unknown') return null;
      return toAction(found.activity, house.datagrams.unit[0]!.SysMode === sysMode.values.dry);
    }),
    status: derived((zone, house) => {
      const found = status(zone, house);
      return found === undefined ? null : toLabel(found, writeDegrees);
    }),
    setpoint: field('Setpoint'),
    temperature: measured('Temp'),
    humidity: measured('Rh'),
    damper: field('DmpPos'),
    air_flowing: derived((zone, house) => {
      const isFlowing = flowsInto(zone, house);
      return isFlowing === undefined ? null : isFlowing ? 'on' : 'off';
    }),
    // The setting of the damper; the damper itself is shut while the unit is off.
    cover: derived(({ Mode }) => (Mode === undefined ? null : Mode === close ? 'closed' : 'open'), {
      write: setCover,
    }),
    max_air: field('MaxAir'),
    min_air: field('MinAir'),
    held_open: derived(({ ConstA, Master }) => (ConstA === 1 || Master === 1 ? 'on' : 'off')),
    damper_fault: field('DmpFlt'),
    sensor_fault: field('SensorFault'),
    battery: field('BattVolt'),
    battery_low: derived(({ BattVolt }) => toPlainValue(shown('DmpFlt').field!, batteryFlag(BattVolt))),
    energy: derived(({ Index }, { energy }) => toKwh(energy?.get(zoneSeries(Index))), { unit: 'kwh' }),
    cost: derived(({ Index }, { energy }) => readCost(energy, zoneSeries(Index))),
  },
  ({ unit }) => [unit],
);

const batteryFlag = (level: number | undefined) =>
  level === undefined ? undefined : Number(level === battery.values.empty);
