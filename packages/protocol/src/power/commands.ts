import { commandsOf } from '../definition/command.ts';
import { index, name } from '../field/make.ts';
import { power } from './resource.ts';

const { record } = commandsOf(power, {
  group: 'power',
  over: ['local'],
  section: '4.4 Power monitor',
});

export const powerCommands = [
  record('ChannelName', {
    summary: 'Name a channel of the power monitor.',
    body: {
      Device: index('device', { count: 5 }),
      Channel: index('channel', { count: 3 }),
      Name: name('channel name', { alias: ['String'] }),
    },
    sets: { Name: 'Devices.{Device}.Channels.{Channel}.Name' },
  }),
] as const;
