import { kinds } from '@plenum/protocol/component';
import { type Fields, type RecordField, record, tableOf } from '@plenum/protocol/field';

/** Picks some members of a record from the interface, and makes each optional. */
const pick = <F extends Fields, Key extends keyof F & string>(
  description: string,
  { properties }: RecordField<F>,
  keys: readonly Key[],
) =>
  record(
    description,
    tableOf<Pick<F, Key>>(keys, (key) => properties[key]),
    { optional: keys },
  );

const unitFields = kinds.unit.fields;
const { Evap, GasHeat, UnitBrandA, UnitOpt, Ventilation } = unitFields.properties;

const plainSettings = [
  'LockStatus',
  'LockOn',
  'HvacOnOff',
  'HvacMode',
  'HvacFan',
  'HvacSetpoint',
  'ExtOnOff',
  'ExtMode',
  'ExtFan',
  'ExtSetpoint',
  'DamperTime',
  'AutoOff',
  'RoomTempDisp',
  'RfCh',
  'WiredLeds',
  'AirflowLock',
  'AirflowMinLock',
  'SysNo',
  'AcUnitBrand',
  'AcUnitBrandSet',
  'OemMake',
  'HideInduct',
  'ReverseDampers',
  'Scrooge',
  'CnstCtrlAreaEn',
  'CnstCtrlArea',
  'StaticP',
  'OpenDampersWhenOff',
  'ShowActTemps',
  'UseInductEnergy',
] as const;

const plain = pick('settings of the unit', unitFields, plainSettings);

/** Returns all members of a record except the given ones. */
const allBut = <F extends Fields, Out extends keyof F & string = never>(
  { properties }: RecordField<F>,
  out: readonly Out[] = [],
) =>
  Object.keys(properties).filter((key) => !(out as readonly string[]).includes(key)) as Exclude<
    keyof F & string,
    Out
  >[];

/** The readings among the members of an evaporative cooler. */
const shown = ['FanSpeed', 'State', 'RhRead', 'FanRunH', 'PumpRunH'] as const;

const groups = {
  UnitOpt: pick('what is displayed', UnitOpt, allBut(UnitOpt)),
  UnitBrandA: pick('one brand', UnitBrandA, allBut(UnitBrandA)),
  GasHeat: pick('stages and times of the machine', GasHeat, allBut(GasHeat)),
  Ventilation: pick('fan auto in vent mode', Ventilation, allBut(Ventilation)),
  Evap: pick('evaporative cooler', Evap, allBut(Evap, shown)),
};
const groupNames = Object.keys(groups) as (keyof typeof groups)[];

/**
 * Settings of a ducted unit that only the installer makes, with the names and values of the interface (interface 2.2).
 * No owner's command changes them, and few houses need them.
 */
export const unitSettings = record(
  'installer settings, with the names and values of the interface',
  { ...plain.properties, ...groups },
  { optional: [...plainSettings, ...groupNames] },
);

/** Settings of a zone that only the installer makes, with the names and values of the interface (interface 2.3). */
export const zoneSettings = pick(
  'installer settings, with the names and values of the interface',
  kinds.zone.fields,
  ['Bypass', 'BalanceMax', 'BalanceMin', 'DamperSkip', 'ConstClimate', 'DamperLink', 'TabletId'],
);
