import { resource } from '../definition/resource.ts';
import { days, startStop } from '../field/days.ts';
import { sysFan, sysMode, zoneMode } from '../field/enumeration.ts';
import { choice, flag, list, name, number, percent, record, setpoint } from '../field/make.ts';
import { zone } from '../zone/resource.ts';

/** The effect of a favourite on one zone. */
export const scheduleZone = record('zone of the favourite', {
  Mode: choice(zoneMode, 'zone mode'),
  Setpoint: zone.fields.properties.Setpoint,
});

/** The effect of a favourite on an evaporative cooler. */
const scheduleCooler = record('what the favourite does to an evaporative cooler', {
  UnitSetpoint: setpoint('setpoint of the unit', { min: 1500, max: 3000 }),
  FanSpeed: number('fan speed', { min: 1, max: 100 }),
  RhSetpoint: percent('humidity setpoint', { min: 10, max: 90 }),
});

/** One favourite of the ducted system, datagram `SchedulesV2` (interface 2.4). */
export const schedule = resource('schedule', {
  subsystem: 'ac',
  name: 'SchedulesV2',
  key: 'Index',
  token: 'hvac_schedule',
  summary: 'A favourite of the ducted system; an unused one has an empty name.',
  section: '2.4',
  fields: {
    Index: number('favourite index', { min: 0, max: 8 }),
    Name: name('favourite name'),
    Enabled: flag('starts and stops by time'),
    Mode: choice(sysMode, 'system mode'),
    Fan: choice(sysFan, 'system fan'),
    ...startStop,
    DaysEnabled: days,
    Zones: list('what each zone does', scheduleZone, { min: 14, max: 14 }),
    Evap: scheduleCooler,
  },
  optional: ['Evap'],
});
