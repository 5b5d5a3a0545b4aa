import { bool, list, name, number, quantity, record, text, word } from '@plenum/protocol/field';

/** The loads that a channel of the power monitor can measure. */
export const loads = [
  'everything',
  'ducted unit',
  'ducted fan',
  'splits',
  'VRF units',
  'irrigation pump',
  'appliances',
  'lights',
  'base load',
  'solar',
  'hot water',
  'nothing',
] as const;
export type Load = (typeof loads)[number];

/** The power monitor of a house file. */
export const power = record(
  'power monitor',
  {
    tag1: text('first text line'),
    tag2: text('second text line'),
    voltage: number('mains voltage', { min: 90, max: 480, unit: 'V' }),
    powerFactor: quantity('power factor', { min: 0.1, max: 1 }),
    cost: quantity('cost of a kWh', { min: 0, max: 500, unit: 'cent' }),
    emissions: number('emissions', { min: 0, max: 5000, unit: 'gCOe/kWh' }),
    baseLoad: quantity('base load of the house', { min: 0, max: 50_000, unit: 'W' }),
    hotWater: record(
      'hot water tank that a solar diverter heats',
      {
        room: text('name of the room that it is in'),
        volume: quantity('volume', { min: 50, max: 2000, unit: 'L' }),
        power: quantity('power of its heating element', { min: 0.5, max: 20, unit: 'kW' }),
        setpoint: quantity('temperature up to which it is heated', { min: 40, max: 85, unit: '°C' }),
        people: number('number of people who use it', { min: 0, max: 100 }),
      },
      { optional: ['setpoint', 'people'] },
    ),
    solar: quantity('peak power of the solar panels', { min: 0, max: 500, unit: 'kW' }),
    devices: list(
      'devices',
      record(
        'device',
        {
          name: name('device name'),
          enabled: bool('enabled; true if left out'),
          channels: list(
            'channels',
            record(
              'channel',
              {
                name: name('channel name'),
                measures: word('the load it measures', loads),
                group: number('group; if left out, none', { min: 0, max: 254 }),
              },
              { optional: ['group'] },
            ),
            { min: 0, max: 3 },
          ),
        },
        { optional: ['enabled'] },
      ),
      { min: 1, max: 5 },
    ),
  },
  {
    optional: [
      'tag1',
      'tag2',
      'voltage',
      'powerFactor',
      'cost',
      'emissions',
      'baseLoad',
      'solar',
      'hotWater',
    ],
  },
);
