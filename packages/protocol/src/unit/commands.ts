import { commandsOf } from '../definition/command.ts';
import { sysFan, sysMode } from '../field/enumeration.ts';
import { choice, flag, minutes } from '../field/make.ts';
import { unit } from './resource.ts';

const { value } = commandsOf(unit, {
  group: 'unit',
  over: ['local', 'cloud'],
  section: '4.4 AC unit',
});

export const unitCommands = [
  value('SysOn', { summary: 'Switch the system on or off.', body: flag('1 on, 0 off') }),
  value('SysMode', { summary: 'Set the system mode.', body: choice(sysMode, 'system mode') }),
  value('SysFan', { summary: 'Set the system fan.', body: choice(sysFan, 'system fan') }),
  value('SysSetpoint', {
    summary: 'Set the target temperature of the unit.',
    body: unit.fields.properties.Setpoint,
    sets: 'Setpoint',
  }),
  value('iSave', {
    summary: 'Switch iSave, the use of cooler outside air, on or off.',
    alias: ['iSaveOn'],
    body: flag('1 on, 0 off'),
    sets: 'iSaveOn',
  }),
  value('SysSleepTimer', {
    summary: 'Switch the system off after a number of minutes; 0 turns the timer off.',
    body: minutes('minutes; 0 = off', {
      max: 1440,
      gap: 'the interface does not give a longest time: a day',
    }),
    sets: 'SleepTimer',
  }),
] as const;
