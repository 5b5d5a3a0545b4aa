import { kinds } from '@plenum/protocol/component';
import { type Fields, type RecordField, record } from '@plenum/protocol/field';

/** Some members of a record, as the interface defines them, each of which may be left out. */
const pick = <F extends Fields, Key extends keyof F & string>(
  description: string,
  { properties }: RecordField<F>,
  keys: readonly Key[],
) =>
  record(
    description,
    Object.fromEntries(keys.map((key) => [key, properties[key]])) as unknown as Pick<F, Key>,
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

/** All members of a record but some. */
const allBut = <F extends Fields, Out extends keyof F & string = never>(
  { properties }: RecordField<F>,
  out: readonly Out[] = [],
) =>
  Object.keys(properties).filter((key) => !(out as readonly string[]).includes(key)) as Exclude<
    keyof F & string,
    Out
  >[];

/** What an evaporative cooler shows of itself. */
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
 * What only the installer sets of a ducted unit, in the names and values of the interface (interface 2.2): nobody
 * commands it, and few houses need it.
 */
export const unitSettings = record(
  'what the installer set, as the interface has it',
  { ...plain.properties, ...groups },
  { optional: [...plainSettings, ...groupNames] },
);

/** What only the installer sets of a zone, in the names and values of the interface (interface 2.3). */
export const zoneSettings = pick('what the installer set, as the interface has it', kinds.zone.fields, [
  'Bypass',
  'BalanceMax',
  'BalanceMin',
  'DamperSkip',
  'ConstClimate',
  'DamperLink',
  'TabletId',
]);
