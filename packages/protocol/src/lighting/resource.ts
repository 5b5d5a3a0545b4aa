import { resource } from '../definition/resource.ts';
import { dayFlags } from '../field/days.ts';
import * as of from '../field/enumeration.ts';
import {
  choice,
  clock,
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
  word,
} from '../field/make.ts';
import { deviceTexts } from './device-types.ts';

/** The maximum number of each kind of item in a lighting system (lighting 1). */
export const lightingLimits = { lamps: 128, switches: 128, favourites: 9, pages: 10 } as const;

const installed = { inert: 'what was installed' };
const label = { inert: 'text for people to read' };
const shown = { inert: 'displayed by clients' };
const measured = { inert: 'measured by real lamps' };
const layout = { inert: 'position on the page of lamps' };
const ours = 'no field of the interface shows this setting: Plenum shows it under the key of its command';

const colour = (description: string) => number(description, { min: 0, max: 255 });

/** One lamp, outlet, relay, blind or garage door, datagram `iLight` (lighting 2). */
export const lamp = resource('lamp', {
  subsystem: 'lighting',
  name: 'iLight',
  key: 'Index',
  token: 'light_lamp',
  summary: 'A lamp, a dimmer, an outlet, a relay, a blind or a garage door.',
  section: 'lighting 2',
  fields: {
    Index: number('number of the lamp', { min: 0, max: lightingLimits.lamps - 1 }),
    Name: name('name of the lamp'),
    GrNo: number('group; 255 = none', { example: 1, min: 0, max: 255 }),
    PgNo: number('page', { min: 0, max: lightingLimits.pages - 1, ...layout }),
    LocX: percent('position on the page from the left', layout),
    LocY: percent('position on the page from the top', layout),
    Att: flag('attached'),
    On: flag('1 on, 0 off', { metric: 'on' }),
    Brig: percent('brightness', { metric: 'brightness' }),
    Temp: percent('white; 0 cold to 100 warm'),
    R: colour('red'),
    G: colour('green'),
    B: colour('blue'),
    Type: word('kind of device', deviceTexts),
    Pwrd: flag('powered; 0 = switched off at the wall and not controllable'),
    Fx: choice(of.lightEffect, 'effect'),
    Acce: choice(of.lightSpeed, 'speed of changes'),
    Alar: flag('alarm'),
    iSen: flag('follows an iSense', { inert: 'no simulated lamp follows an iSense' }),
    Rgb: flag('shows colour; 0 = white'),
    AlOf: flag('included in all off'),
    AlOn: flag('takes part in "all on"'),
    D1: minutes('occupancy: first delay', { max: 60 }),
    A1: percent('occupancy: brightness after the first delay'),
    D2: minutes('occupancy: second delay', { max: 60 }),
    A2: percent('occupancy: brightness after the second delay'),
    OccAuOn: flag('switches on when somebody comes'),
    AlH: clock('hour of the alarm; 31 = none', { max: 23, disabled: 31 }),
    AlM: clock('minute of the alarm; 63 = none', { max: 59, disabled: 63 }),
    Days: record('days of the alarm', dayFlags),
    Reed: flag('garage door is shut; 0 = open', { metric: 'door_shut' }),
    Pulse: number('garage door: length of a press; tenths of a second', {
      min: 1,
      max: 20,
      inert: 'any press moves a simulated door',
    }),
    Setpoint: setpoint('temperature controller: target temperature', {
      min: 1500,
      max: 3000,
      step: 50,
      gap: ours,
    }),
    RoomTemp: temperature('temperature controller: room temperature', { gap: ours }),
    CacdLimit: number('dimmer: lowest brightness', { min: 0, max: 99, unit: '%', gap: ours }),
    SwitchType: choice(of.wallSwitchType, 'wall switch of a dimmer', { gap: ours, ...installed }),
    LedOnOff: flag('lamp in the wall switch of a dimmer', { gap: ours, ...installed }),
    ReverseOutput: flag('voltage-free relay closed when off', { gap: ours }),
    AllOn: choice(of.blindMove, 'blind: its move upon "all on"', { gap: ours }),
    AllOff: choice(of.blindMove, 'blind: what it does at all off', { gap: ours }),
    Reverse: flag('blind: motor reversed', {
      gap: ours,
      inert: 'simulated motors are wired correctly',
    }),
    LiPwrOn: choice(of.lampPowerReturn, 'what the lamp does when power returns', { gap: ours }),
    Pos: percent('blind: opening', { gap: ours, metric: 'blind_opening' }),
  },
  optional: [
    'Setpoint',
    'RoomTemp',
    'CacdLimit',
    'SwitchType',
    'LedOnOff',
    'ReverseOutput',
    'AllOn',
    'AllOff',
    'Reverse',
    'LiPwrOn',
    'Pos',
  ],
});

/** The lighting system, datagram `iLightSystem` (lighting 2). */
export const lighting = resource('lighting', {
  subsystem: 'lighting',
  name: 'iLightSystem',
  token: 'light_systemsettings',
  summary: 'The lighting system.',
  section: 'lighting 2',
  fields: {
    IntV: number('version of the interface', { min: 0, ...installed }),
    Tag1: text('first text line', label),
    Tag2: text('second text line', label),
    Pass: text('configuration password', { gap: 'always answered empty over the network', ...installed }),
    Pg1N: name('name of page 1', label),
    Pg2N: name('name of page 2', label),
    Pg3N: name('name of page 3', label),
    Pg4N: name('name of page 4', label),
    Pg5N: name('name of page 5', label),
    Pg6N: name('name of page 6', label),
    Pg7N: name('name of page 7', label),
    Pg8N: name('name of page 8', label),
    Pg9N: name('name of page 9', label),
    Pg10N: name('name of page 10', label),
    LiNext: number('next free number of a lamp', { min: 0, max: lightingLimits.lamps, ...shown }),
    SWNext: number('next free number of a switch', { min: 0, max: lightingLimits.switches, ...shown }),
    LiLast: number('last lamp that was configured', { min: 0, max: 255, ...installed }),
    SwLast: number('last switch that was configured', { min: 0, max: 255, ...installed }),
    Time: record(
      'clock of the system',
      {
        Y: number('year, two digits', { min: 0, max: 99 }),
        Mo: number('month', { min: 1, max: 12 }),
        D: number('day', { min: 1, max: 31 }),
        dow: number('day of the week; 0 = Sunday', {
          min: 0,
          max: 6,
          gap: 'the interface does not say which day 0 is',
        }),
        h: clock('hour', { max: 23 }),
        mi: clock('minute', { max: 59 }),
        s: number('second', { min: 0, max: 59 }),
      },
      { mirrorsClock: true },
    ),
    AdLock: flag('layout locked'),
    RfCh: number('radio channel', { min: 1, max: 8, ...installed }),
    LiPwrOn: choice(of.powerReturn, 'what lamps do when power returns'),
  },
});

/** One wireless wall switch, datagram `Switch` (lighting 2). */
export const wallSwitch = resource('wallSwitch', {
  subsystem: 'lighting',
  name: 'Switch',
  key: 'Index',
  token: 'light_switch',
  summary: 'A wireless wall switch with up to three buttons, or an occupancy sensor.',
  section: 'lighting 2',
  fields: {
    Index: number('number of the switch', { min: 0, max: lightingLimits.switches - 1 }),
    But1: choice(of.buttonFunction, 'what button 1 controls'),
    But1No: number('group or zone of button 1', { min: 0, max: 255 }),
    But2: choice(of.buttonFunction, 'what button 2 controls'),
    But2No: number('group or zone of button 2', { min: 0, max: 255 }),
    But3: choice(of.buttonFunction, 'what button 3 controls'),
    But3No: number('group or zone of button 3', { min: 0, max: 255 }),
    Occ: choice(of.buttonFunction, 'what the occupancy sensor controls'),
    OccNo: number('group or zone of the occupancy sensor', { min: 0, max: 255 }),
    Lit: number('light sensor; 255 = none', { example: 255, min: 0, max: 255, ...installed }),
    Att: flag('attached'),
    NoBut: number('number of buttons', { min: 1, max: 3 }),
  },
});

/** The effect of a favourite on one lamp: the lamp's number, and ten integers as text (lighting 2). */
const lampSetting = record('lamp of a favourite', {
  X: number('number of the lamp', { min: 0, max: lightingLimits.lamps - 1 }),
  S: text(
    'settings; on, brightness, white, red, green, blue, effect, colour on, speed, applicable (0 = the lamp is not changed)',
    { example: '1,80,50,255,255,255,0,0,1,1', pattern: '^\\d{1,3}(,\\d{1,3}){9}$', expected: 'ten integers' },
  ),
});

/** The number of lamps in each part of a favourite, limited by the buffer of a device (lighting 1). */
export const favouriteParts = [8, 24, 24, 24, 24, 24] as const;

/**
 * One favourite of the lighting, datagram `iLightFav` (lighting 2). A bridge sends it in six parts, each with its
 * number `mInd` and some of the lamps. A component has all of the lamps.
 */
export const lightFavourite = resource('lightFavourite', {
  subsystem: 'lighting',
  name: 'iLightFav',
  key: 'Fav',
  token: 'light_favourite',
  summary: 'A lighting favourite; an unused one has an empty name.',
  section: 'lighting 2',
  fields: {
    Fav: number('favourite index', { min: 0, max: lightingLimits.favourites - 1 }),
    Name: name('favourite name'),
    En: flag('times enabled'),
    On: record('start', {
      H: clock('hour; 31 = none', { max: 23, disabled: 31 }),
      M: clock('minute; 63 = none', { max: 59, disabled: 63 }),
    }),
    Off: record('stop', {
      H: clock('hour; 31 = none', { max: 23, disabled: 31 }),
      M: clock('minute; 63 = none', { max: 59, disabled: 63 }),
    }),
    Days: record('days on which the favourite runs', dayFlags),
    iLightFav: list('what it does to each lamp', lampSetting, { min: 0, max: lightingLimits.lamps }),
  },
});

const reading = (description: string, more: { example?: number; inert?: string } = {}) =>
  number(description, { min: 0, max: 65_535, ...more });

/** Diagnostics of a lamp, datagram `iLightDiagLamp` (lighting 2). */
export const lampDiagnostics = resource('lampDiagnostics', {
  subsystem: 'lighting',
  name: 'iLightDiagLamp',
  key: 'Index',
  summary: 'Diagnostics of a lamp.',
  section: 'lighting 2',
  fields: {
    Index: number('number of the lamp', {
      min: 0,
      max: lightingLimits.lamps - 1,
      gap: 'not in the datagram of the interface: the lamp that the diagnostics are about',
    }),
    Temp: temperature('temperature of the lamp'),
    Reduction: percent('dimming to stay cool', measured),
    LightReading: reading('reading of the light sensor', measured),
    OccupancyReading: reading('reading of the occupancy sensor'),
    LightSetpoint: reading('light level to hold; 65535 = not set', { example: 65_535, ...measured }),
    LampOverride: number('override; 255 none, 0 off, otherwise brightness', {
      example: 255,
      min: 0,
      max: 255,
      ...measured,
    }),
    LightTimeouts: reading('time-outs of the light sensor', measured),
    LightPerCent: percent('share of light'),
    TempBrightness: percent('momentary brightness'),
    OccPresentTimeout: reading('minutes until people count as absent', measured),
    LampFavCalcChecksum: reading('calculated checksum of the favourites', measured),
    LampFavRecChecksum: reading('received checksum of the favourites', measured),
    LiTimeout: reading('seconds until the light sensor counts as lost', measured),
    OccTimeout: reading('seconds until the occupancy sensor counts as lost', measured),
    OccCurrentAction: number('current effect of occupancy; 255 none, 0 off, otherwise brightness', {
      example: 255,
      min: 0,
      max: 255,
      ...measured,
    }),
    Powered: flag('powered'),
  },
});

/** The network of the bridge, datagram `NetworkSettings` (lighting 2). */
export const lightNetwork = resource('lightNetwork', {
  subsystem: 'lighting',
  name: 'NetworkSettings',
  summary: 'The network settings of the bridge.',
  section: 'lighting 2',
  fields: {
    IpAddress: text('address', { example: '192.168.1.20', ...installed }),
    Mac: text('hardware address', { example: '00:00:5e:00:53:01', ...installed }),
    Dhcp: text('address from DHCP; 1 = yes', { example: '1', ...installed }),
    StaticIp: text('static address', { example: '0.0.0.0', ...installed }),
    Mask: text('network mask', { example: '255.255.255.0', ...installed }),
    Gateway: text('gateway', { example: '192.168.1.1', ...installed }),
    PriDns: text('first name server', { example: '192.168.1.1', ...installed }),
    SecDns: text('second name server', { example: '0.0.0.0', ...installed }),
  },
});

/** The wall switch that was last pressed, datagram `LiLastButton` (lighting 2). */
export const lastButton = resource('lastButton', {
  subsystem: 'lighting',
  name: 'LiLastButton',
  summary: 'The last button that was pressed.',
  section: 'lighting 2',
  fields: {
    Sw: number('number of the switch; 255 = none yet', { example: 255, min: 0, max: 255, ...shown }),
    But: number('number of the button; 255 = none yet', { example: 255, min: 0, max: 255, ...shown }),
  },
});
