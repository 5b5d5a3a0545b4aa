import { type Fields, kinds, type RecordField, record } from '@plenum/protocol';

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

const unitFields = kinds.unit.of.fields;
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

const groups = {
  UnitOpt: pick('what is displayed', UnitOpt, ['RA', 'Master', 'Zones', 'History', 'SlaveOpt']),
  UnitBrandA: pick('one brand', UnitBrandA, ['HeatSetpoint', 'CoolSetpoint', 'FanType', 'ModeType', 'Quiet']),
  GasHeat: pick('stages and times of the machine', GasHeat, [
    'Type',
    'MinRunTime',
    'AnticycleTime',
    'StageOffset',
    'StageDelay',
    'CycleFanCool',
    'CycleFanHeat',
  ]),
  Ventilation: pick('fan auto in vent mode', Ventilation, [
    'RhSetpoint',
    'VocsSetpoint',
    'Eco2Setpoint',
    'FanStageDelay',
    'CycleFanOff',
    'UseRhControl',
    'UseVcosControl',
    'UseEco2Control',
  ]),
  Evap: pick('evaporative cooler', Evap, [
    'RhSet',
    'PrewEn',
    'PrewTime',
    'DrAfPrewEn',
    'DrCycEn',
    'DrCycPer',
    'PostwEn',
    'DrBfPostwEn',
    'PostwT',
    'Inverter',
    'ResumeLast',
    'FanMaxAuto',
    'FanMax',
    'ExhMax',
    'ExhEn',
    'CtrlSens',
    'CalibTemp',
    'DeadTemp',
    'AutoFanMaxTime',
  ]),
};

/**
 * What only the installer sets of a ducted unit, in the names and values of the interface (document 2.2): nobody
 * commands it, and few houses need it.
 */
export const unitSettings = record(
  'what the installer set, as the interface has it',
  { ...plain.properties, ...groups },
  { optional: [...plainSettings, 'UnitOpt', 'UnitBrandA', 'GasHeat', 'Ventilation', 'Evap'] },
);

/** What only the installer sets of a zone, in the names and values of the interface (document 2.3). */
export const zoneSettings = pick('what the installer set, as the interface has it', kinds.zone.of.fields, [
  'Bypass',
  'BalanceMax',
  'BalanceMin',
  'DamperSkip',
  'ConstClimate',
  'DamperLink',
  'TabletId',
]);
