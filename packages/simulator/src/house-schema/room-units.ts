import { kinds } from '@plenum/protocol/component';
import {
  bool,
  type Enumeration,
  enumerations,
  list,
  type NumberField,
  name,
  number,
  quantity,
  record,
  text,
} from '@plenum/protocol/field';
import { daysOfWeek, enumerated, setpointWithin, timeOfDay } from './fields.ts';
import { performance } from './heat-pump.ts';

const { sleepTimer, splitFan, swing, roomUnitMode, vrfFan } = enumerations;

const splitSetpoint = kinds.split.fields.properties.Setpoint;
const vrfSetpoint = kinds.vrf.fields.properties.Sp;

const unitOf = <Fan extends string>(fan: Enumeration<Fan>, setpoint: NumberField) => ({
  name: name('unit name'),
  room: text('room it is in'),
  cooling: quantity('rated cooling capacity, without the heat of the indoor fan', {
    min: 0.5,
    max: 50,
    unit: 'kW',
  }),
  heating: quantity('rated heating capacity, with the heat of the indoor fan', {
    min: 0.5,
    max: 50,
    unit: 'kW',
  }),
  airflow: quantity('airflow at high fan', { min: 20, max: 5000, unit: 'L/s' }),
  performance,
  on: bool('on at the start'),
  mode: enumerated(roomUnitMode, 'initial mode'),
  fan: enumerated(fan, 'initial fan'),
  setpoint: setpointWithin(setpoint, 'initial setpoint'),
  swing: enumerated(swing, 'initial swing'),
});
const unitOptional = ['heating', 'airflow', 'performance', 'on', 'mode', 'fan', 'setpoint', 'swing'] as const;

const favouriteOf = <Fan extends string>(fan: Enumeration<Fan>, setpoint: NumberField) =>
  record(
    'favourite',
    {
      name: name('favourite name'),
      enabled: bool('starts and stops by time'),
      start: timeOfDay('start, such as 06:30; if left out, it does not start by time'),
      stop: timeOfDay('stop; if left out, it does not stop by time'),
      days: daysOfWeek,
      units: list(
        'settings of the units; it does not change units that are not named',
        record(
          'unit',
          {
            unit: number('unit index', { min: 0, max: 15 }),
            on: bool('on'),
            mode: enumerated(roomUnitMode, 'mode'),
            fan: enumerated(fan, 'fan'),
            setpoint: setpointWithin(setpoint, 'setpoint'),
            swing: enumerated(swing, 'swing'),
            sleep: enumerated(sleepTimer, 'sleep timer'),
          },
          { optional: ['mode', 'fan', 'setpoint', 'swing', 'sleep'] },
        ),
        { min: 0, max: 16 },
      ),
    },
    { optional: ['enabled', 'start', 'stop', 'days', 'units'] },
  );

/** The wall splits of a house file. */
export const splits = record(
  'split system',
  {
    beep: bool('units acknowledge commands by sound'),
    maxZones: number('number of units: 5 or 14', { min: 5, max: 14 }),
    maxFavourites: number('number of favourites: 4 or 9', { min: 4, max: 9 }),
    units: list(
      'units',
      record(
        'split',
        {
          index: number('unit index', { min: 0, max: 13 }),
          ...unitOf(splitFan, splitSetpoint),
          paired: bool('paired; true if left out'),
          brandFans: bool('has the brand set of fan speeds'),
          allOn: bool('switched by all on; true if left out'),
          allOff: bool('switched by all off; true if left out'),
        },
        { optional: [...unitOptional, 'paired', 'brandFans', 'allOn', 'allOff'] },
      ),
      { min: 1, max: 14 },
    ),
    favourites: list('favourites', favouriteOf(splitFan, splitSetpoint), { min: 0, max: 9 }),
  },
  { optional: ['beep', 'maxZones', 'maxFavourites', 'favourites'] },
);

/** The VRF system of a house file. */
export const vrf = record(
  'VRF system',
  {
    units: list(
      'fan-coil units',
      record(
        'fan-coil unit',
        {
          number: number('unit number; 0 is reserved for the ducted system', { min: 1, max: 15 }),
          ...unitOf(vrfFan, vrfSetpoint),
          master: bool('master: its mode, cool or heat, binds the others'),
          swings: enumerated(swing, 'swing types it allows; if left out, none'),
          remoteSensor: bool('measures with a remote radio sensor'),
        },
        { optional: [...unitOptional, 'master', 'swings', 'remoteSensor'] },
      ),
      { min: 1, max: 15 },
    ),
    favourites: list('favourites', favouriteOf(vrfFan, vrfSetpoint), { min: 0, max: 9 }),
  },
  { optional: ['favourites'] },
);
