import { commandsOf } from '../command/command.ts';
import { index, name } from '../field/make.ts';

const { record } = commandsOf({
  subsystem: 'power',
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
  }),
] as const;
