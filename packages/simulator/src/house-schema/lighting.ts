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
} from '@plenum/protocol/field';
import { daysOfWeek, enumerated, timeOfDay } from './fields.ts';

const group = number('group; if left out, none', { min: 0, max: 254 });

/** Target of a button or a sensor: the kind of control, and the group or zone. */
const controls = record(
  'what it controls',
  {
    does: enumerated(enumerations.buttonFunction, 'what it controls'),
    no: number('number of the group or zone', { min: 0, max: 255 }),
  },
  { optional: ['no'] },
);

const lamp = record(
  'lamp, outlet, relay, blind or garage door',
  {
    name: name('name of the device'),
    type: enumerated(enumerations.deviceType, 'kind of device; if left out, a lamp'),
    room: text('name of the room it is in'),
    power: quantity('power when fully on, or of its motor while it moves', {
      min: 0,
      max: 10_000,
      unit: 'W',
    }),
    group,
    page: number('page it is shown on', { min: 0, max: 9 }),
    x: percent('place on the page from the left'),
    y: percent('place on the page from the top'),
    shades: quantity('blind: share of the sun in the room that it keeps out when shut', { min: 0, max: 1 }),
    effect: enumerated(enumerations.lightEffect, 'effect at the start'),
    emptyFor: number('minutes without people after which it switches off', { min: 10, max: 60, unit: 'min' }),
    comesOn: bool('switches on when people enter'),
    setpoint: quantity('temperature controller: target', { min: 15, max: 30, unit: '°C' }),
  },
  {
    optional: [
      'type',
      'power',
      'group',
      'page',
      'x',
      'y',
      'shades',
      'effect',
      'emptyFor',
      'comesOn',
      'setpoint',
    ],
  },
);

const wallSwitch = record(
  'wall switch',
  {
    buttons: list('buttons of the switch', controls, { min: 1, max: 3 }),
    occupancy: controls,
    room: text('name of the room that its occupancy sensor watches; if left out, it never sees anyone'),
  },
  { optional: ['occupancy', 'room'] },
);

const setting = record(
  'settings of a lamp in a favourite',
  {
    lamp: number('number of the lamp', { min: 0, max: 127 }),
    on: bool('switched on'),
    brightness: percent('brightness'),
    white: percent('white, 0 cold to 100 warm'),
    colour: list('red, green, blue', number('share', { min: 0, max: 255 }), { min: 3, max: 3 }),
  },
  { optional: ['brightness', 'white', 'colour'] },
);

const favourite = record(
  'favourite',
  {
    name: name('favourite name'),
    enabled: bool('runs by time'),
    days: daysOfWeek,
    on: timeOfDay('start'),
    off: timeOfDay('stop'),
    settings: list('settings of the lamps', setting, { min: 0, max: 128 }),
  },
  { optional: ['enabled', 'days', 'on', 'off'] },
);

/** The lighting of a house file. */
export const lighting = record(
  'lighting: lamps, outlets, blinds, garage doors and wall switches',
  {
    tag1: name('first text line', { bytes: 31 }),
    pages: list('names of the pages', name('name of a page'), { min: 0, max: 10 }),
    lamps: list('lamps and other devices', lamp, { min: 1, max: 128 }),
    switches: list('wall switches', wallSwitch, { min: 0, max: 128 }),
    favourites: list('favourites', favourite, { min: 0, max: 9 }),
  },
  { optional: ['tag1', 'pages', 'switches', 'favourites'] },
);
