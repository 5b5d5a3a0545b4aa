import { kinds } from '@plenum/protocol/component';
import {
  bool,
  enumerations,
  list,
  name,
  number,
  percent,
  quantity,
  record,
  text,
  word,
} from '@plenum/protocol/field';
import { daysOfWeek, degrees, enumerated, setpointWithin, timeOfDay } from './fields.ts';
import { performance } from './heat-pump.ts';
import { unitSettings, zoneSettings } from './settings-of-ducted.ts';

const { cpuType, fanAutoType, returnAirSensor, sensorType, sysFan, sysMode, zoneMode, zoneType } =
  enumerations;

const unitSetpoint = kinds.unit.fields.properties.Setpoint;
const zoneSetpoint = kinds.zone.fields.properties.Setpoint;

const unit = record(
  'ducted unit',
  {
    tag1: text('first text line'),
    tag2: text('second text line'),
    control: word('parts that the controller commands', ['unit and zones', 'zones']),
    cpu: enumerated(cpuType, 'controller type'),
    cooling: quantity('rated cooling capacity, without the heat of the indoor fan', {
      min: 1,
      max: 200,
      unit: 'kW',
    }),
    heating: quantity('rated heating capacity, with the heat of the indoor fan', {
      min: 1,
      max: 200,
      unit: 'kW',
    }),
    airflow: quantity('airflow at high fan', { min: 50, max: 20_000, unit: 'L/s' }),
    performance,
    modes: list('modes of the unit', enumerated(sysMode, 'mode'), { min: 1, max: 8 }),
    fans: list('fan speeds of the unit', enumerated(sysFan, 'fan'), { min: 1, max: 7 }),
    fanAuto: enumerated(fanAutoType, 'type of fan auto, if it has fan auto'),
    returnAir: enumerated(returnAirSensor, 'sensor that controls the unit'),
    controlZone: number('zone controlling the unit; 15 = the unit setpoint', { min: 0, max: 15 }),
    masterZone: number('master zone', { min: 0, max: 13 }),
    iSave: bool('has an outside-air damper'),
    filterMonths: number('months between filter changes; 0 = no warning', { min: 0, max: 24 }),
    ecoMin: setpointWithin(unitSetpoint, 'lowest setpoint under the economy lock'),
    ecoMax: setpointWithin(unitSetpoint, 'highest setpoint under the economy lock'),
    ecoLock: bool('economy lock on'),
    deadband: degrees('deadband of auto mode', 0.5, 10),
    minimumRun: number('minimum run time', { min: 0, max: 60, unit: 'min' }),
    minimumOff: number('minimum off time', { min: 0, max: 60, unit: 'min' }),
    on: bool('on at the start'),
    mode: enumerated(sysMode, 'initial mode'),
    fan: enumerated(sysFan, 'initial fan'),
    setpoint: setpointWithin(unitSetpoint, 'initial setpoint of the unit'),
    settings: unitSettings,
  },
  {
    optional: [
      'tag1',
      'tag2',
      'control',
      'cpu',
      'heating',
      'performance',
      'modes',
      'fans',
      'fanAuto',
      'returnAir',
      'controlZone',
      'masterZone',
      'iSave',
      'filterMonths',
      'ecoMin',
      'ecoMax',
      'ecoLock',
      'deadband',
      'minimumRun',
      'minimumOff',
      'on',
      'mode',
      'fan',
      'setpoint',
      'settings',
    ],
  },
);

const zone = record(
  'zone',
  {
    name: name('zone name'),
    room: text('room it blows into and measures'),
    type: enumerated(zoneType, 'zone type'),
    sensor: enumerated(sensorType, 'temperature sensor'),
    mode: enumerated(zoneMode, 'initial mode'),
    setpoint: setpointWithin(zoneSetpoint, 'initial setpoint'),
    maxAir: percent('highest damper opening', { step: 5 }),
    minAir: percent('lowest damper opening', { step: 5 }),
    area: quantity('area it serves; if left out, the area of its room', { min: 1, max: 10_000, unit: 'm²' }),
    airflow: quantity('share of the airflow with every damper open; if left out, by area', {
      min: 1,
      max: 20_000,
      unit: 'L/s',
    }),
    calibration: degrees('offset added to the reading', -5, 5),
    settings: zoneSettings,
  },
  {
    optional: [
      'sensor',
      'mode',
      'setpoint',
      'maxAir',
      'minAir',
      'area',
      'airflow',
      'calibration',
      'settings',
    ],
  },
);

/** A favourite of the ducted system. It sets every zone, so its list has one entry per zone. */
export const favourite = record(
  'favourite',
  {
    name: name('favourite name'),
    enabled: bool('starts and stops by time'),
    mode: enumerated(sysMode, 'system mode'),
    fan: enumerated(sysFan, 'system fan'),
    start: timeOfDay('start, such as 06:30; if left out, it does not start by time'),
    stop: timeOfDay('stop; if left out, it does not stop by time'),
    days: daysOfWeek,
    zones: list(
      'settings of the zones, one entry for each zone',
      record(
        'zone',
        { mode: enumerated(zoneMode, 'zone mode'), setpoint: setpointWithin(zoneSetpoint, 'zone setpoint') },
        { optional: ['setpoint'] },
      ),
      { min: 0, max: 14 },
    ),
  },
  { optional: ['enabled', 'start', 'stop', 'days', 'zones'] },
);

const ducts = record(
  'ducts to the rooms and back, in the roof space',
  {
    insulation: quantity('R-value of their insulation as sold', { min: 0.1, max: 10, unit: 'm²K/W' }),
    leakage: quantity('share of the air that leaks out of the supply, and into the return', {
      min: 0,
      max: 50,
      unit: '%',
    }),
    inside: bool('inside the insulated part of the house, so that they lose nothing'),
  },
  { optional: ['insulation', 'leakage', 'inside'] },
);

/** The ducted air conditioner of a house file. */
export const ducted = record(
  'ducted air conditioner',
  {
    unit,
    ducts,
    zones: list('zones', zone, { min: 0, max: 14 }),
    favourites: list('favourites', favourite, { min: 0, max: 9 }),
  },
  { optional: ['ducts', 'favourites'] },
);
