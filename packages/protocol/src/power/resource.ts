import { resource } from '../definition/resource.ts';
import { powerBattery } from '../field/enumeration.ts';
import { choice, flag, list, name, number, record, text } from '../field/make.ts';

const installed = { inert: 'what was installed' };
const counted = { inert: 'used by clients for calculations' };

const channel = record('channel', {
  Name: name('channel name'),
  GrNo: number('group number; 255 = no group', { example: 255, inert: 'used by clients to group channels' }),
  Consum: number('consumption', {
    gap: 'the interface does not name the unit: 1 the channel consumes, 0 it does not; always the opposite of Generate',
    inert: 'used by clients for calculations',
  }),
  Enabled: flag('channel enabled', { gap: 'if disabled, the channel reads 0' }),
  Generate: flag('the channel generates', { live: true, section: 'wire facts 3', ...counted }),
  AddToTotal: flag('the channel counts towards the total', {
    live: true,
    section: 'wire facts 3',
    ...counted,
  }),
});

/** The power monitor's configuration, datagram `PowerMonitorConfig` (interface 2.9). */
export const power = resource('power', {
  subsystem: 'power',
  name: 'PowerMonitorConfig',
  token: 'power_systemsettings',
  summary: 'The power monitor: tariff, devices and channels.',
  section: '2.9',
  fields: {
    Enabled: flag('monitor enabled', installed),
    Tag1: text('first text line', { inert: 'text for people to read' }),
    Tag2: text('second text line', { inert: 'text for people to read' }),
    Voltage: number('mains voltage', {
      example: 240,
      unit: 'V',
      gap: 'the interface does not name the unit: volts; devices measure current, and the monitor uses this as the voltage',
    }),
    PF: number('power factor x100', {
      example: 95,
      scale: 100,
      gap: 'the interface does not name the unit: x100; devices measure current, and the monitor uses this as the power factor',
    }),
    CostOfPower: number('cost per kWh in 0.01 cents', {
      example: 2850,
      unit: 'cent',
      scale: 100,
      inert: 'used by clients for calculations',
    }),
    Emissions: number('emissions', {
      unit: 'gCOe/kWh',
      example: 680,
      inert: 'used by clients for calculations',
    }),
    Devices: list(
      'devices',
      record('device', {
        Enabled: flag('device enabled', { gap: 'if disabled, it is not read' }),
        Name: name('device name', { live: true, section: 'wire facts 3' }),
        Channels: list('channels', channel, { min: 3, max: 3 }),
      }),
      { min: 5, max: 5 },
    ),
  },
});

const reading = 'number of the last reading';

/** The power monitor's readings, datagram `PowerMonitorStatus` (interface 2.9; both spellings, wire facts 3). */
export const powerStatus = resource('powerStatus', {
  subsystem: 'power',
  name: 'PowerMonitorStatus',
  token: 'power_status',
  summary: 'The current reading of each channel of the power monitor.',
  section: '2.9',
  fields: {
    lastReadingNo: number(reading, { example: 4711 }),
    LastReadingNo: number(reading, { example: 4711, live: true, section: 'wire facts 3' }),
    Dev: list(
      'devices',
      record('device', {
        Ok: flag('device responds'),
        Batt: choice(powerBattery, 'battery'),
        Ch: list('channels', record('channel', { Pwr: number('power', { unit: 'W', example: 1240 }) }), {
          min: 3,
          max: 3,
        }),
      }),
      { min: 5, max: 5 },
    ),
  },
});
