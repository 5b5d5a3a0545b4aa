import { commandsOf } from '../definition/command.ts';
import { days } from '../field/days.ts';
import { roomUnitMode, sleepTimer, splitFan, swing } from '../field/enumeration.ts';
import { choice, flag, index, name } from '../field/make.ts';
import { split, splitFavourite, splitStartStop } from './resource.ts';

const about = { group: 'split', over: ['local', 'cloud'], section: '4.4 Split system' } as const;
const unit = commandsOf(split, about);
const favourite = commandsOf(splitFavourite, about);

const splitIndex = index('split', { count: 14 });
const favouriteIndex = index('favourite', { count: 9 });
const on = flag('1 on, 0 off');
const mode = choice(roomUnitMode, 'mode');
const fan = choice(splitFan, 'fan speed');
const { Setpoint: target } = split.fields.properties;
const swingType = choice(swing, 'swing');
const sleep = choice(sleepTimer, 'sleep timer');

export const splitCommands = [
  unit.record('SplitSystemZoneOn', {
    summary: 'Switch a split on or off.',
    body: { Index: splitIndex, On: on },
  }),
  unit.record('SplitSystemZoneMode', {
    summary: 'Set the mode of a split.',
    body: { Index: splitIndex, Mode: mode },
  }),
  unit.record('SplitSystemZoneFan', {
    summary: 'Set the fan speed of a split.',
    body: { Index: splitIndex, Fan: fan },
  }),
  unit.record('SplitSystemZoneSetpoint', {
    summary: 'Set the target temperature of a split.',
    body: { Index: splitIndex, Setpoint: target },
  }),
  unit.record('SplitSystemZoneSwing', {
    summary: 'Set the swing of a split.',
    body: { Index: splitIndex, Swing: swingType },
  }),
  unit.record('SplitSystemZoneSleepTimer', {
    summary: 'Switch a split off after a number of hours.',
    body: { Index: splitIndex, Sleep: sleep },
  }),
  unit.record('SplitSystemZoneName', {
    summary: 'Name a split.',
    body: { Index: splitIndex, Name: name('unit name') },
  }),
  favourite.record('SplitSystemFavouriteName', {
    summary: 'Name a split favourite.',
    body: { Index: favouriteIndex, Name: name('favourite name') },
  }),
  favourite.record('SplitSystemScheduleEnable', {
    summary: 'Enable or disable the times of a split favourite.',
    body: { Index: favouriteIndex, En: flag('1 enabled, 0 disabled') },
    sets: { En: 'Enabled' },
  }),
  favourite.record('SplitSystemScheduleSettings', {
    summary: 'Set when a split favourite starts and stops.',
    body: { Index: favouriteIndex, ...splitStartStop, DaysEnabled: days },
  }),
  favourite.record('SplitSystemChangeSplitFavourite', {
    summary: 'Set what a favourite does to one split.',
    gap: 'the interface gives MaxZones and MaxFavs as the highest indexes; the highest valid index is one lower',
    body: {
      SplitIndex: splitIndex,
      FavouriteIndex: favouriteIndex,
      Apply: flag('0 leave the split alone, 1 change it'),
      On: on,
      Mode: mode,
      Fan: fan,
      Swing: swingType,
      Sleep: sleep,
      Setpoint: target,
    },
    index: 'FavouriteIndex',
    entry: {
      list: 'Zones',
      members: ['SplitIndex', 'On', 'Mode', 'Fan', 'Setpoint', 'Swing'],
      unless: 'Apply',
    },
  }),
] as const;
