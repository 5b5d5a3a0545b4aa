import { resource } from '../definition/resource.ts';
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
import { evap } from './evap.ts';

const display = { inert: 'what the wall controller displays' };
const label = { inert: 'text for people to read' };
const installed = { inert: 'what was installed' };
const lock = { inert: 'the lock applies to the wall controller, not to the interface' };
const followed = { gap: 'if 0, settings made on the panel of the unit do not reach the controller' };
const commanded = { gap: 'if 0, such a command is refused' };
const unknown = { gap: 'the interface does not explain the meaning', inert: 'passed on unchanged' };

const unitOptions = record('which sensors, histories and options are displayed', {
  RA: flag('return air sensor', display),
  Master: flag('master zone sensor', display),
  Zones: flag('zone sensors', display),
  History: flag('fault history', display),
  SlaveOpt: flag('master-slave options', display),
});

const unitBrandA = record('settings of one unit brand', {
  HeatSetpoint: setpoint('highest supply air', { gap: 'only a unit of that brand holds it' }),
  CoolSetpoint: setpoint('lowest supply air', { gap: 'only a unit of that brand holds it' }),
  FanType: choice(of.brandFanType, 'fan type', {
    gap: 'the interface does not describe the effect: a three-speed fan of that brand runs at low, medium or high in fan auto',
  }),
  ModeType: choice(of.brandModeType, 'expansion', installed),
  Quiet: flag('outdoor fan quiet mode', {
    gap: 'the interface does not describe the effect: the compressor is limited to three quarters of its capacity',
  }),
});

const gasHeater = record('gas heater', {
  Type: choice(of.gasHeat, 'gas heater type', {
    gap: '8 and 9 heat with a one- or two-stage burner, the others with a heat pump',
  }),
  MinRunTime: minutes('minimum run time', {
    gap: 'the interface does not name the unit: minutes; every kind of unit observes it',
  }),
  AnticycleTime: minutes('anti-cycle time', {
    gap: 'the interface does not name the unit: minutes; every kind of unit observes it',
  }),
  StageOffset: number('temperature difference that starts the second stage', { unit: 'K', scale: 10 }),
  StageDelay: minutes('time that the first stage burns before the second', {
    gap: 'the interface does not name the unit: minutes',
  }),
  CycleFanCool: flag('the fan stops between two runs of cooling'),
  CycleFanHeat: flag('the fan stops between two runs of heating'),
});

export const ventilation = record('ventilation: how fan auto works in vent mode', {
  RhSetpoint: percent('humidity setpoint', { min: 5, max: 95 }),
  VocsSetpoint: number('volatile organic compounds setpoint', { min: 50, max: 2500, unit: 'ppb' }),
  Eco2Setpoint: number('equivalent CO2 setpoint', { min: 500, max: 1500, unit: 'ppm' }),
  FanStageDelay: minutes('minimum time between two changes of fan speed', { min: 3, max: 240 }),
  CycleFanOff: flag('the fan stops while the air is good; otherwise it runs low'),
  UseRhControl: flag('control by humidity'),
  UseVcosControl: flag('control by volatile organic compounds (key spelled exactly so)'),
  UseEco2Control: flag('control by equivalent CO2'),
});

/** The ducted unit's system settings, datagram `SystemV2` (interface 2.2; live extras wire facts 2). */
export const unit = resource('unit', {
  subsystem: 'ac',
  name: 'SystemV2',
  token: 'hvac_systemsettings',
  summary: 'The ducted air conditioner: its state, measurements and configuration.',
  section: '2.2',
  fields: {
    SysOn: flag('system on', { metric: 'on' }),
    SysMode: choice(of.sysMode, 'system mode', { metric: 'mode' }),
    SysFan: choice(of.sysFan, 'system fan', {
      metric: 'fan',
      gap: '99 not explained: a unit with a gas burner heats by its heat pump instead, and the controller chooses the speed',
    }),
    SleepTimer: minutes('sleep timer; 0 = off'),
    Supply: temperature('supply air temperature', { example: 1420, metric: 'supply_temperature' }),
    Setpoint: setpoint('unit setpoint', { min: 1500, max: 3000, metric: 'setpoint' }),
    Temp: temperature('return air temperature', { metric: 'return_temperature' }),
    RAS: choice(of.returnAirSensor, 'return air sensor mode'),
    CtrlZone: number('zone controlling the unit, 0-13; 15 = the unit setpoint', {
      min: 0,
      max: 15,
      example: 15,
    }),
    Tag1: text('first text line', { example: 'Plenum', ...label }),
    Tag2: text('second text line', label),
    Warnings: text('`none` or `filter`', { example: 'none' }),
    ACError: text('3-character error code; a leading-space OK (` OK`) means no error', { example: ' OK' }),
    EcoLock: flag('setpoints restricted to EcoMin..EcoMax', {
      gap: 'a setpoint outside the limits is refused, not clamped',
    }),
    EcoMax: setpoint('highest setpoint under EcoLock', { example: 2800 }),
    EcoMin: setpoint('lowest setpoint under EcoLock', { example: 1600 }),
    NoOfConst: number('number of constant zones', {
      gap: 'the interface does not describe the effect: only constant zones with a number up to this value open for spill protection',
    }),
    NoOfZones: number('number of zones', {
      min: 0,
      max: 14,
      example: 8,
      inert: 'length of the other lists; the command changes them too',
    }),
    SysType: number('310 = unit control supported; 210 = no unit control', {
      min: 110,
      max: 310,
      example: 310,
      gap: 'if 210, commands for the unit are refused',
    }),
    iSaveEnable: flag('iSave fitted', {
      gap: 'the interface does not explain the meaning: the installation has an outside-air damper',
    }),
    iSaveOn: flag('iSave on', {
      metric: 'isave',
      gap: 'the interface does not explain the meaning: cooler outside air is used',
    }),
    LockCode: text('up to 6 digits', { gap: 'always answered empty over the network', ...lock }),
    LockStatus: flag('unit locked at its controller', { gap: 'does not restrict the interface', ...lock }),
    LockOn: flag('lock enabled', lock),
    FanAutoEn: flag('fan auto mode enabled', {
      gap: 'the interface does not describe the effect: if 0, fan auto is refused',
    }),
    FanAutoType: choice(of.fanAutoType, 'fan auto type'),
    FanCapacity: number('fan auto mode airflow capacity', {
      example: 700,
      unit: 'L/s',
      gap: 'the interface does not name the unit: litres a second; fan auto uses it as the airflow with all dampers open',
    }),
    FanUnitCapacity: number('fan auto mode unit capacity', {
      example: 14,
      unit: 'kW',
      gap: 'the interface does not name the unit: kilowatts; fan auto uses it as the capacity of the unit at a given load',
    }),
    FilterWarn: number('filter warning setting', {
      unit: 'months',
      gap: 'the interface does not say which months count: calendar months since the filter was first used, whether or not the fan runs',
    }),
    HvacOnOff: flag('the controller controls on/off of the unit', commanded),
    HvacMode: flag('the controller controls the mode of the unit', commanded),
    HvacFan: flag('the controller controls the fan of the unit', commanded),
    HvacSetpoint: flag('the controller controls the setpoint of the unit', commanded),
    ExtOnOff: flag('the unit controls on/off of the controller', followed),
    ExtMode: flag('the unit controls the mode of the controller', followed),
    ExtFan: flag('the unit controls the fan of the controller', followed),
    ExtSetpoint: flag('the unit controls the setpoint of the controller', followed),
    DamperTime: number('damper travel time; 0 = automatic', { unit: 's' }),
    AutoOff: flag('automatic off', {
      gap: 'the interface does not explain the meaning: the system switches off when every zone is closed',
    }),
    RoomTempDisp: flag('display room temperature', display),
    RfCh: number('radio channel', { min: 1, max: 8, ...installed }),
    AutoModeDeadB: temperature('deadband of auto mode', { example: 100, isDifference: true }),
    WiredLeds: number('LED setting of wired sensors', display),
    AirflowLock: flag('both airflow limits locked: ZoneMaxAir and ZoneMinAir are refused'),
    AirflowMinLock: flag('lowest airflow locked: ZoneMinAir is refused'),
    OutOfViewRAS: number('return air sensor out of view', unknown),
    CpuType: choice(of.cpuType, 'controller type', installed),
    SysNo: number('system number', { min: 0, max: 4, ...installed }),
    AcUnitBrand: choice(of.unitBrand, 'unit brand', {
      gap: 'the interface does not describe the effect: a unit of brand A follows its settings in UnitBrandA',
    }),
    AcUnitBrandSet: choice(of.unitBrandSet, 'unit brand set', installed),
    OemMake: choice(of.oemMake, 'maker', installed),
    HideInduct: flag('hide the induct temperature', display),
    ReverseDampers: flag('damper motors reversed', {
      gap: 'if this does not match the wiring of the motors, a damper shuts when it should open',
    }),
    Scrooge: flag('scrooge mode', {
      gap: 'meaning not public: an automatic zone at its setpoint is shut, regardless of its lowest opening',
    }),
    Pass: text('system configuration password', {
      gap: 'always answered empty over the network',
      ...installed,
    }),
    CnstCtrlAreaEn: flag('constant control by area enabled'),
    CnstCtrlArea: number('zone area for constant control by area', { unit: 'm²' }),
    StaticP: number('static pressure of one unit brand', {
      min: 0,
      max: 4,
      gap: 'the interface does not describe the effect: each step from 2 changes the airflow by 7.5 %',
    }),
    OpenDampersWhenOff: flag('open dampers when the system is off'),
    ShowActTemps: flag('show actual temperatures instead of airflow in the zone list', display),
    UseInductEnergy: flag('induct energy setting', {
      gap: 'the interface does not explain the meaning: dampers follow the temperature of the air in the duct, regardless of the mode',
    }),
    UnitOpt: unitOptions,
    UnitBrandA: unitBrandA,
    GasHeat: gasHeater,
    Ventilation: ventilation,
    Evap: evap,
    SleepTimerM: minutes('minutes left on the sleep timer', {
      live: true,
      section: 'wire facts 2',
      metric: 'sleep_timer',
    }),
    MasterZoneNo: number('master zone', {
      live: true,
      section: 'wire facts 2',
      inert:
        'the zone that controls the unit if the master sensor is chosen; `CtrlZone` shows the zone that currently does',
    }),
    InRh: percent('indoor relative humidity', { live: true, section: 'wire facts 2', metric: 'humidity' }),
    InTVOC: number('indoor volatile organic compounds', {
      unit: 'ppb',
      live: true,
      section: 'wire facts 2',
      metric: 'tvoc',
    }),
    IneCO2: number('indoor equivalent CO2', {
      metric: 'co2',
      example: 620,
      unit: 'ppm',
      live: true,
      section: 'wire facts 2',
    }),
    AcRunH: number('hours that the unit has run', { unit: 'h', live: true, section: 'installer 1' }),
    LockZoneNames: flag('names of zones locked: ZoneName is refused', {
      live: true,
      section: 'installer 1',
    }),
    AirPureOn: flag('air purifier on', {
      live: true,
      section: 'installer 1',
      gap: 'the interface does not describe the effect: volatile compounds fall while the fan runs',
    }),
  },
});

/** The unit's fault history, datagram `AcUnitFaultHistV2` (wire facts 2, Type 4). */
export const faults = resource('faults', {
  subsystem: 'ac',
  name: 'AcUnitFaultHistV2',
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
        Min: number('minute', { gap: 'the interface does not show the key: Min' }),
      }),
      { min: 11, max: 11 },
    ),
  },
});
