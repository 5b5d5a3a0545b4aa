import { resource } from '../definition/resource.ts';
import { days } from '../field/days.ts';
import { roomUnitMode, sleepTimer, splitFan, swing } from '../field/enumeration.ts';
import { choice, clock, flag, list, name, number, setpoint } from '../field/make.ts';

const wide = {
  min: -0x80_00_00_00,
  max: 0x7f_ff_ff_ff,
  gap: 'the interface does not give the range of values that mean none; any 32-bit integer is accepted',
};

/**
 * Start and stop of a split favourite. An hour other than 0-23 or a minute other than 0-59 switches the start or stop
 * off (2.6, 4.4).
 */
export const splitStartStop = {
  StartH: clock('start hour; other than 0-23 = no start', wide),
  StartM: clock('start minute; other than 0-59 = no start', wide),
  StopH: clock('stop hour; other than 0-23 = no stop', wide),
  StopM: clock('stop minute; other than 0-59 = no stop', wide),
};

/** The settings of the split system as a whole, `SplitSystemSystem.Global` (interface 2.5). */
export const splitSystem = resource('splitSystem', {
  subsystem: 'split',
  name: 'SplitSystemGlobal',
  token: 'split_systemsettings',
  summary: 'The split system as a whole.',
  section: '2.5',
  fields: {
    Beep: flag('units confirm commands with a sound', { inert: 'a simulated unit makes no sound' }),
    MaxZones: number('most units: 5 or 14', { min: 5, max: 14, example: 5, inert: 'what was installed' }),
    MaxFavs: number('most favourites: 4 or 9', { min: 4, max: 9, example: 4, inert: 'what was installed' }),
  },
});

/** One wall split, an entry of `SplitSystemSystem.Zones` (interface 2.5). */
export const split = resource('split', {
  subsystem: 'split',
  name: 'Split',
  key: 'Index',
  token: 'split_zone',
  summary: 'One wall split unit.',
  section: '2.5',
  fields: {
    Index: number('unit index, may be non-consecutive', { min: 0, max: 13 }),
    Att: flag('paired'),
    Name: name('unit name'),
    On: flag('unit on', { metric: 'on' }),
    Mode: choice(roomUnitMode, 'mode', { metric: 'mode' }),
    Fan: choice(splitFan, 'fan speed'),
    Setpoint: setpoint('setpoint', { min: 1700, max: 3000, step: 50, metric: 'setpoint' }),
    Swing: choice(swing, 'swing', {
      inert: 'direction of the louvres; the air of a simulated room is mixed',
    }),
    Act: flag('active, detected'),
    Sleep: choice(sleepTimer, 'sleep timer'),
    Brand: number('unit brand', {
      gap: 'SplitSystemBrand_e is not public: 0 plain fan speeds, 1 the brand set',
    }),
    AllOn: flag('switched by all on at the wall controller'),
    AllOff: flag('switched by all off at the wall controller'),
  },
});

/**
 * The effect of a split favourite on one unit, as six integers: split index, on, mode, fan, setpoint, swing (interface
 * 2.6).
 */
export const splitFavouriteUnit = list('unit index, on, mode, fan, setpoint, swing', number('value'), {
  example: [1, 1, 1, 2, 2300, 0],
  min: 6,
  max: 6,
});

/** One favourite of the split system, an entry of `SplitSystemFavourites` (interface 2.6). */
export const splitFavourite = resource('splitFavourite', {
  subsystem: 'split',
  name: 'SplitFavourite',
  key: 'Index',
  token: 'split_favourite',
  summary: 'A favourite of the split system.',
  section: '2.6',
  fields: {
    Index: number('favourite index', { min: 0, max: 8 }),
    Name: name('favourite name'),
    ...splitStartStop,
    Enabled: flag('starts and stops by time'),
    DaysEnabled: days,
    Zones: list('what each unit does', splitFavouriteUnit, { min: 0, max: 14 }),
  },
});
