import * as of from '../field/enumeration.ts';
import {
  choice,
  flag,
  list,
  minutes,
  name,
  number,
  percent,
  record,
  setpoint,
  temperature,
  text,
} from '../field/make.ts';
import { resource } from '../field/resource.ts';
import { evap } from './evap.ts';

const unitOptions = record('which sensors, histories and options are displayed', {
  RA: flag('return air sensor'),
  Master: flag('master zone sensor'),
  Zones: flag('zone sensors'),
  History: flag('fault history'),
  SlaveOpt: flag('master-slave options'),
});

const unitBrandA = record('settings of one unit brand', {
  HeatSetpoint: setpoint('heating setpoint', {}),
  CoolSetpoint: setpoint('cooling setpoint', {}),
  FanType: number('fan type', { gap: 'meaning not shown; carried through' }),
  ModeType: number('mode type', { gap: 'meaning not shown; carried through' }),
  Quiet: flag('outdoor fan quiet mode'),
});

const gasHeater = record('gas heater', {
  Type: choice(of.gasHeat, 'gas heater type'),
  MinRunTime: minutes('minimum run time', { gap: 'unit not shown: minutes' }),
  AnticycleTime: minutes('anti-cycle time', { gap: 'unit not shown: minutes' }),
  StageOffset: temperature('stage offset', { gap: 'unit not shown: degrees x100' }),
  StageDelay: minutes('stage delay', { gap: 'unit not shown: minutes' }),
  CycleFanCool: flag('cycle the fan when cooling'),
  CycleFanHeat: flag('cycle the fan when heating'),
});

const ventilation = record('ventilation', {
  RhSetpoint: percent('humidity setpoint', { min: 5, max: 95 }),
  VocsSetpoint: number('volatile organic compounds setpoint', { min: 50, max: 2500, unit: 'ppb' }),
  Eco2Setpoint: number('equivalent CO2 setpoint', { min: 500, max: 1500, unit: 'ppm' }),
  FanStageDelay: minutes('fan stage delay', { min: 3, max: 240 }),
  CycleFanOff: flag('cycle the fan off'),
  UseRhControl: flag('control by humidity'),
  UseVcosControl: flag('control by volatile organic compounds (key spelled exactly so)'),
  UseEco2Control: flag('control by equivalent CO2'),
});

/** The ducted unit's system settings, datagram `SystemV2` (document 2.2; live extras wire facts 2). */
export const unit = resource('SystemV2', {
  summary: 'The ducted air conditioner: what it does, what it measures and how it is configured.',
  section: '2.2',
  fields: {
    SysOn: flag('system on'),
    SysMode: choice(of.sysMode, 'system mode'),
    SysFan: choice(of.sysFan, 'system fan'),
    SleepTimer: minutes('sleep timer; 0 = off'),
    Supply: temperature('supply air temperature', { example: 1420 }),
    Setpoint: setpoint('unit setpoint', { min: 1500, max: 3000 }),
    Temp: temperature('return air temperature'),
    RAS: choice(of.returnAirSensor, 'return air sensor mode'),
    CtrlZone: number('zone controlling the unit, 0-13; 15 = the unit setpoint', {
      min: 0,
      max: 15,
      example: 15,
    }),
    Tag1: text('first text line', { example: 'Plenum' }),
    Tag2: text('second text line'),
    Warnings: text('`none` or `filter`', { example: 'none' }),
    ACError: text('3-character error code; a leading-space OK (` OK`) means no error', { example: ' OK' }),
    EcoLock: flag('setpoints restricted to EcoMin..EcoMax', {
      gap: 'a setpoint outside the limits is refused, not clamped',
    }),
    EcoMax: setpoint('highest setpoint under EcoLock', { example: 2800 }),
    EcoMin: setpoint('lowest setpoint under EcoLock', { example: 1600 }),
    NoOfConst: number('number of constant zones'),
    NoOfZones: number('number of zones', { min: 0, max: 14, example: 8 }),
    SysType: number('310 = unit control supported; 210 = no unit control', {
      example: 310,
      gap: 'with 210 unit commands are refused',
    }),
    iSaveEnable: flag('iSave fitted', {
      gap: 'meaning not shown: the installation has an outside-air damper',
    }),
    iSaveOn: flag('iSave on', { gap: 'meaning not shown: cooler outside air is used' }),
    LockCode: text('up to 6 digits', { gap: 'always answered empty over the network' }),
    LockStatus: flag('unit locked at its controller', { gap: 'does not restrict the interface' }),
    LockOn: flag('lock enabled'),
    FanAutoEn: flag('fan auto mode enabled'),
    FanAutoType: choice(of.fanAutoType, 'fan auto type'),
    FanCapacity: number('fan auto mode airflow capacity', {
      example: 700,
      unit: 'L/s',
      gap: 'unit not shown: litres a second',
    }),
    FanUnitCapacity: number('fan auto mode unit capacity', {
      example: 900,
      unit: 'L/s',
      gap: 'unit not shown: litres a second',
    }),
    FilterWarn: number('filter warning setting', { unit: 'months' }),
    HvacOnOff: flag('the controller controls on/off of the unit'),
    HvacMode: flag('the controller controls the mode of the unit'),
    HvacFan: flag('the controller controls the fan of the unit'),
    HvacSetpoint: flag('the controller controls the setpoint of the unit'),
    ExtOnOff: flag('the unit controls on/off of the controller'),
    ExtMode: flag('the unit controls the mode of the controller'),
    ExtFan: flag('the unit controls the fan of the controller'),
    ExtSetpoint: flag('the unit controls the setpoint of the controller'),
    DamperTime: number('damper travel time; 0 = automatic', { unit: 's' }),
    AutoOff: flag('automatic off', {
      gap: 'meaning not shown: the system switches off when every zone is closed',
    }),
    RoomTempDisp: flag('display room temperature'),
    RfCh: number('radio channel', { min: 1, max: 8 }),
    AutoModeDeadB: temperature('deadband of auto mode', { example: 100 }),
    WiredLeds: number('LED setting of wired sensors'),
    AirflowLock: number('airflow lock', { gap: 'meaning not shown: 0 off, 1 on, 2 minimum only' }),
    AirflowMinLock: number('minimum airflow lock', { gap: 'meaning not shown; carried through' }),
    OutOfViewRAS: number('return air sensor out of view', { gap: 'meaning not shown; carried through' }),
    CpuType: choice(of.cpuType, 'controller type'),
    SysNo: number('system number', { min: 0, max: 4 }),
    AcUnitBrand: choice(of.unitBrand, 'unit brand'),
    AcUnitBrandSet: choice(of.unitBrandSet, 'unit brand set'),
    OemMake: choice(of.oemMake, 'maker'),
    HideInduct: flag('hide the induct temperature'),
    ReverseDampers: flag('dampers turn the other way'),
    Scrooge: flag('scrooge mode'),
    Pass: text('system configuration password', { gap: 'always answered empty over the network' }),
    CnstCtrlAreaEn: flag('constant control by area enabled'),
    CnstCtrlArea: number('zone area for constant control by area', { unit: 'm²' }),
    StaticP: number('static pressure of one unit brand', { min: 0, max: 4 }),
    OpenDampersWhenOff: flag('open dampers when the system is off'),
    ShowActTemps: flag('show actual temperatures instead of airflow in the zone list'),
    UseInductEnergy: flag('induct energy setting'),
    UnitOpt: unitOptions,
    UnitBrandA: unitBrandA,
    GasHeat: gasHeater,
    Ventilation: ventilation,
    Evap: evap,
    SleepTimerM: minutes('minutes left on the sleep timer', { live: true, section: 'wire facts 2' }),
    MasterZoneNo: number('master zone', { live: true, section: 'wire facts 2' }),
    InRh: percent('indoor relative humidity', { live: true, section: 'wire facts 2' }),
    InTVOC: number('indoor volatile organic compounds', { unit: 'ppb', live: true, section: 'wire facts 2' }),
    IneCO2: number('indoor equivalent CO2', {
      example: 620,
      unit: 'ppm',
      live: true,
      section: 'wire facts 2',
    }),
  },
});

/** The unit's fault history, datagram `AcUnitFaultHistV2` (wire facts 2, Type 4). */
export const faults = resource('AcUnitFaultHistV2', {
  summary: 'The last eleven faults of the unit, newest first; an unused entry has an empty code.',
  section: 'wire facts 2',
  fields: {
    Faults: list(
      'faults',
      record('fault', {
        Code: name('code, 4 characters', { bytes: 4 }),
        D: number('day of the month'),
        M: number('month'),
        Y: number('year'),
        H: number('hour'),
        Min: number('minute', { gap: 'key not shown: Min' }),
      }),
      { min: 11, max: 11 },
    ),
  },
});
