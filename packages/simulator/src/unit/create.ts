import { type DatagramOf, type Datagrams, initialDatagram, kinds } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { abilitiesOf } from '../ducted/abilities.ts';
import { capacityOf } from '../ducted/ducts.ts';
import { ecoLimitsOf, withinEcoLimits } from '../ducted/eco-limits.ts';
import { OWN_SETPOINT } from '../ducted/zone-modes.ts';
import { toSetpoint, toValue, toWire } from '../house-schema/fields.ts';
import type { DuctedFile, HouseFile } from '../house-schema/house.ts';
import { roundTo, TENTH } from '../model/reading.ts';
import { createCompressorPlant, type Plant, type UnitPlant } from '../model/state.ts';
import { type ClimateState, standardPressure, toRelativeHumidity } from '../physics/index.ts';
import { emptyHistory } from './fault-history.ts';
import { defaultEvapSettings, defaultUnitSettings } from './settings.ts';

const { cpuType, evapSensor, fanAutoType, returnAirSensor, sysFan, sysMode } = enumerations;

type UnitFile = DuctedFile['unit'];
type Unit = DatagramOf<'unit'>;

/**
 * Returns the controlling sensor of the unit: the choice of the file. Without one, it is the zones if any zone is of
 * type auto, otherwise the return air.
 */
const returnAirSensorOf = ({ unit, zones }: DuctedFile): UnitFile['returnAir'] & string =>
  unit.returnAir ?? (zones.some(({ type }) => type === 'auto') ? 'zones' : 'return air');

/** Returns the sensor of an evaporative cooler. The sensor of its screen is in the return air. */
const evapSensorOf = (ducted: DuctedFile) =>
  returnAirSensorOf(ducted) === 'return air' ? 'screen' : 'remote';

const controlFields = (ducted: DuctedFile) => {
  const { controlZone, masterZone = 0 } = ducted.unit;
  const follows = returnAirSensorOf(ducted);
  const own = follows === 'return air' ? OWN_SETPOINT : masterZone;
  return {
    RAS: toValue(returnAirSensor, follows),
    CtrlZone: controlZone ?? own,
    MasterZoneNo: masterZone,
  };
};

const flag = (is: boolean | undefined): number => (is === true ? 1 : 0);

const fromHouse = (house: HouseFile, ducted: DuctedFile) => {
  const { unit, zones } = ducted;
  const { modes, fans } = abilitiesOf(house);
  const constants = zones.filter(({ type }) => type === 'constant').length;
  const controls = flag(unit.control !== 'zones');
  const fanAuto = fans.includes(sysFan.values.auto);
  const eco = ecoLimitsOf(house);
  return {
    // If only zones are controlled, no command could switch the unit on.
    SysOn: flag(unit.on ?? controls === 0),
    SysMode: unit.mode === undefined ? modes[0]! : toValue(sysMode, unit.mode),
    SysFan: unit.fan === undefined ? (fanAuto ? sysFan.values.auto : fans[0]!) : toValue(sysFan, unit.fan),
    Setpoint: withinEcoLimits(house, toSetpoint(kinds.unit.fields.properties.Setpoint, unit.setpoint ?? 22)),
    ...controlFields(ducted),
    Tag1: unit.tag1 ?? house.name,
    Tag2: unit.tag2 ?? '',
    EcoLock: flag(eco.locked),
    EcoMax: eco.max,
    EcoMin: eco.min,
    NoOfConst: constants,
    NoOfZones: zones.length,
    SysType: controls === 1 ? 310 : 210,
    iSaveEnable: flag(unit.iSave),
    FanAutoEn: flag(fanAuto),
    FanAutoType: toValue(fanAutoType, unit.fanAuto ?? 'three-speed'),
    FanCapacity: Math.round(capacityOf(house, ducted)),
    FanUnitCapacity: Math.round(unit.cooling),
    FilterWarn: unit.filterMonths ?? 3,
    HvacOnOff: controls,
    HvacMode: controls,
    HvacFan: controls,
    HvacSetpoint: controls,
    ExtOnOff: 1 - controls,
    ExtMode: 1 - controls,
    ExtFan: 1 - controls,
    ExtSetpoint: 1 - controls,
    // Without a constant zone, the unit has no other protection from closed dampers.
    AutoOff: flag(controls === 1 && constants === 0 && zones.length > 0),
    AutoModeDeadB: toWire(unit.deadband ?? 2),
    CpuType: toValue(cpuType, unit.cpu ?? 'standard'),
    GasHeat: {
      Type: 0,
      MinRunTime: unit.minimumRun ?? 3,
      AnticycleTime: unit.minimumOff ?? 3,
      StageOffset: 20,
      StageDelay: 10,
      CycleFanCool: 0,
      CycleFanHeat: 1,
    },
  };
};

/**
 * Returns the first readings of the unit's sensors and of an evaporative cooler's sensor: the air of the first room.
 */
const initialReadings = (house: HouseFile, ducted: DuctedFile, { air, humidity, co2 }: ClimateState) => {
  const temperature = roundTo(air[0]! * 100, TENTH);
  const pressure = standardPressure(house.place.altitude ?? 0);
  const rh = Math.round(toRelativeHumidity(air[0]!, humidity[0]!, pressure));
  return {
    Supply: temperature,
    Temp: temperature,
    InRh: rh,
    InTVOC: 100,
    IneCO2: roundTo(co2[0]!, 10),
    Evap: {
      ...defaultEvapSettings,
      RhRead: rh,
      CtrlSens: toValue(evapSensor, evapSensorOf(ducted)),
      ExhEn: flag(abilitiesOf(house).modes.includes(sysMode.values.exhaust)),
    },
  };
};

/** Returns the unit with the installer's settings. Settings that a group omits keep their defaults. */
const withSettings = (
  unit: Unit,
  { UnitOpt, UnitBrandA, GasHeat, Ventilation, Evap, ...plain }: NonNullable<UnitFile['settings']> = {},
): Unit => ({
  ...unit,
  ...plain,
  UnitOpt: { ...unit.UnitOpt, ...UnitOpt },
  UnitBrandA: { ...unit.UnitBrandA, ...UnitBrandA },
  GasHeat: { ...unit.GasHeat, ...GasHeat },
  Ventilation: { ...unit.Ventilation, ...Ventilation },
  Evap: { ...unit.Evap, ...Evap },
});

const isEvaporative = ({ CpuType }: Unit): boolean => CpuType === cpuType.values.evaporative;

const createPlant = (unit: Unit, supply: number): UnitPlant => ({
  running: 'idle',
  since: 0,
  leaning: unit.Temp >= unit.Setpoint || isEvaporative(unit) ? 'cool' : 'heat',
  load: 0,
  integral: 0,
  fanSpeed: 0,
  freshAir: 0,
  supply,
  limitUntil: 0,
  ventStage: 0,
  ventSince: 0,
  sleepUntil: 0,
  closedSeconds: 0,
  filterSeconds: 0,
  favourite: -1,
  fault: '',
  wiredReversed: unit.ReverseDampers,
  brand: unit.AcUnitBrand,
  pairing: -1,
  runSeconds: 0,
  returnHeat: 0,
  returnVapour: 0,
  compressor: createCompressorPlant(),
  evaporative: isEvaporative(unit)
    ? {
        phase: 'off',
        left: 0,
        undrained: 0,
        wet: false,
        fanSeconds: 0,
        pumpSeconds: 0,
        speed: 0,
        fastSeconds: 0,
      }
    : null,
});

/** Creates the initial ducted unit of a house, in air of the given climate; empty if it has none. */
export function createUnit(
  house: HouseFile,
  climate: ClimateState,
): { datagrams: Pick<Datagrams, 'unit' | 'faults'>; plant: Pick<Plant, 'unit'> } {
  const { ducted } = house;
  if (ducted === undefined) return { datagrams: { unit: [], faults: [] }, plant: { unit: undefined } };
  const made = {
    ...initialDatagram('unit'),
    ...defaultUnitSettings,
    ...fromHouse(house, ducted),
    ...initialReadings(house, ducted, climate),
  };
  const unit = withSettings(made, ducted.unit.settings);
  return {
    datagrams: { unit: [unit], faults: [emptyHistory] },
    plant: { unit: createPlant(unit, climate.air[0]!) },
  };
}
