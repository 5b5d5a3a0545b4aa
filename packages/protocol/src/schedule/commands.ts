import { commandsOf } from '../definition/command.ts';
import { days, startStop } from '../field/days.ts';
import { sysFan, sysMode } from '../field/enumeration.ts';
import { choice, flag, index, list, name } from '../field/make.ts';
import { schedule, scheduleZone } from './resource.ts';

const { record, value } = commandsOf(schedule, {
  group: 'schedule',
  over: ['local', 'cloud'],
  section: '4.4 Schedule',
});
const favouriteIndex = index('favourite', { count: 9 });

export const scheduleCommands = [
  record('SchedAcMode', {
    summary: 'Set the system mode of a favourite.',
    body: { Index: favouriteIndex, Mode: choice(sysMode, 'system mode') },
  }),
  record('SchedAcFan', {
    summary: 'Set the system fan of a favourite.',
    body: { Index: favouriteIndex, Fan: choice(sysFan, 'system fan') },
  }),
  record('SchedName', {
    summary: 'Name a favourite.',
    body: { Index: favouriteIndex, Name: name('favourite name') },
  }),
  record('SchedZones', {
    summary: 'Set what a favourite does to each zone.',
    body: {
      Index: favouriteIndex,
      Zones: list('what each zone does, from zone 0', scheduleZone, {
        min: 1,
        max: 14,
        gap: 'with fewer than 14 entries, the other entries stay unchanged (wire facts 2)',
      }),
    },
  }),
  record('SchedSettings', {
    summary: 'Set when a favourite starts and stops.',
    optional: ['DaysEnabled'],
    gap: 'minutes are 0-59; without DaysEnabled the days stay unchanged (wire facts 2)',
    body: { Index: favouriteIndex, ...startStop, DaysEnabled: days },
  }),
  record('SchedEnable', {
    summary: 'Enable or disable the times of a favourite.',
    body: { Index: favouriteIndex, Enabled: flag('1 enabled, 0 disabled') },
  }),
  value('FavouriteSet', {
    summary: 'Start a favourite now; the value is its index plus 1.',
    body: index('favourite', { count: 9, from: 1 }),
    effect: 'later',
    alsoChanges: ['unit', 'zone'],
  }),
] as const;
