import { pairable, sysFan, sysMode } from '../field/enumeration.ts';
import { choice, flag, index, number, quantity, setpoint, word } from '../field/make.ts';
import { lightingLimits } from '../lighting/resource.ts';
import { overrideMakers } from './override.ts';

const clock = overrideMakers('clock');
const weather = overrideMakers('weather');
const people = overrideMakers('people');
const lights = overrideMakers('lighting');

/** The longest step of the clock of a house: a leap year, in seconds. */
export const longestStep = 31_622_400;

/** Overrides for the clock, weather and people of a simulated house, and for manual actions by these people. */
export const worldOverrides = [
  clock.value(
    'ClockScale',
    'Set how many seconds of house time pass per second; 0 stops time.',
    quantity('seconds of house time per second', { min: 0, max: 36_000, example: 60 }),
  ),
  clock.value('ClockPause', 'Pause or resume the clock.', flag('1 pause, 0 resume')),
  clock.value(
    'ClockStep',
    'Let some time pass immediately, paused or not.',
    number('seconds of house time', { min: 1, max: longestStep, example: 3600, unit: 's' }),
  ),
  weather.record(
    'Weather',
    'Hold the weather at these values; values that are left out come from the weather source.',
    {
      Temperature: quantity('outdoor temperature', { min: -40, max: 60, unit: '°C', example: 36.5 }),
      Humidity: quantity('outdoor relative humidity', { min: 0, max: 100, unit: '%' }),
      Cloud: quantity('sky covered by cloud', { min: 0, max: 100, unit: '%' }),
      Wind: quantity('wind speed', { min: 0, max: 50, unit: 'm/s', example: 4 }),
      Rain: quantity('rain', { min: 0, max: 200, unit: 'mm/h', example: 2 }),
    },
    ['Temperature', 'Humidity', 'Cloud', 'Wind', 'Rain'],
  ),
  people.value(
    'People',
    'Keep everybody at home or away, or let them follow their daily rhythm.',
    word('where people are', ['rhythm', 'home', 'away']),
  ),
  people.record('ZoneWindow', 'Open or close the windows of a zone.', {
    Zone: index('zone', { count: 14 }),
    Open: flag('1 open, 0 closed'),
  }),
  people.value(
    'FilterMonths',
    'Change the filter of the ducted unit: how many months it has been in use. 0 is a new one.',
    quantity('months the filter has been in use', { min: 0, max: 24, example: 0 }),
  ),
  people.value(
    'SplitsOn',
    'Press the all-on or all-off button of the wall controller. Every split that is set to follow the button switches on or off.',
    flag('1 all on, 0 all off'),
  ),
  people.record(
    'UnitPanel',
    'Somebody sets the unit on its own panel.',
    {
      On: flag('1 on, 0 off'),
      Mode: choice(sysMode, 'system mode'),
      Fan: choice(sysFan, 'system fan'),
      Setpoint: setpoint('setpoint of the unit', { min: 1500, max: 3000 }),
    },
    ['On', 'Mode', 'Fan', 'Setpoint'],
  ),
  people.record('SensorPairing', 'Put the wireless sensor of a zone into pairing mode.', {
    Zone: index('zone', { count: 14 }),
  }),
  people.value(
    'UnitPowerCut',
    'The power of the ducted unit is cut and restored.',
    number('go and come back', { min: 1, max: 1 }),
  ),
  lights.record('SwitchPress', 'Press a button of a wall switch.', {
    Switch: index('switch', { count: lightingLimits.switches }),
    Button: number('button', { min: 1, max: 3 }),
  }),
  lights.value('LightingPower', 'Cut or restore the power of all lamps.', flag('1 power, 0 none')),
  lights.record('LampPower', 'Switch a lamp off or on at the wall, by its power.', {
    Lamp: index('lamp', { count: lightingLimits.lamps }),
    On: flag('1 power, 0 none'),
  }),
  lights.record('GarageDoorBlocked', 'Block or unblock a garage door.', {
    Lamp: index('lamp', { count: lightingLimits.lamps, example: 19 }),
    On: flag('1 blocked, 0 free'),
  }),
  lights.value(
    'LightingPairing',
    'Put a device into pairing mode, for LiPair to find.',
    choice(pairable, 'kind of device'),
  ),
] as const;
