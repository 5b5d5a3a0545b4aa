import { commandsOf } from '../definition/command.ts';
import { flag, index, name, number } from '../field/make.ts';
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

const { value: setup, record: setupOf } = commandsOf(power, {
  group: 'power setup',
  over: ['local'],
  authority: 'installer',
  section: 'installer 5',
});

const device = index('device', { count: 5 });
const channel = index('channel', { count: 3 });
const ofChannel = <Key extends string>(key: Key) => `Devices.{Device}.Channels.{Channel}.${key}` as const;

/** Commands with which an installer sets up the power monitor (installer 5). */
export const powerSetupCommands = [
  setupOf('ChannelAddToTotal', {
    summary: 'Set whether a channel counts towards the total.',
    body: { Device: device, Channel: channel, AddToTotal: flag('1 counts, 0 does not') },
    sets: { AddToTotal: ofChannel('AddToTotal') },
  }),
  setup('PowerEmissions', {
    summary: 'Set the emissions per kWh.',
    body: number('emissions', {
      min: 0,
      max: 5000,
      unit: 'gCO2e/kWh',
      example: 680,
      gap: 'the interface does not give a highest value: 5000',
    }),
    sets: 'Emissions',
  }),
  setup('PowerCostOfPower', {
    summary: 'Set the cost per kWh.',
    body: number('cost per kWh', {
      min: 0,
      max: 50_000,
      unit: 'cent',
      scale: 100,
      example: 2850,
      gap: 'the interface does not give a highest value: 500 cent',
    }),
    sets: 'CostOfPower',
  }),
  setup('PowerFactor', {
    summary: 'Set the power factor used by the monitor.',
    body: number('power factor x100', { min: 1, max: 100, scale: 100, example: 95 }),
    sets: 'PF',
  }),
  setup('Tag1', { summary: 'Set the first text line.', body: name('first text line', { bytes: 31 }) }),
  setup('Tag2', { summary: 'Set the second text line.', body: name('second text line', { bytes: 31 }) }),
  setup('SystemVoltage', {
    summary: 'Set the mains voltage used by the monitor.',
    body: number('mains voltage', {
      min: 1,
      max: 500,
      unit: 'V',
      example: 240,
      gap: 'the interface does not give limits: 1 to 500 V',
    }),
    sets: 'Voltage',
  }),
  setupOf('DeviceEnable', {
    summary: 'Enable or disable a device.',
    body: { Device: device, Enable: flag('1 enabled, 0 disabled') },
    sets: { Enable: 'Devices.{Device}.Enabled' },
    alsoChanges: ['powerStatus'],
  }),
  setupOf('ChannelEnable', {
    summary: 'Enable or disable a channel.',
    body: { Device: device, Channel: channel, Enable: flag('1 enabled, 0 disabled') },
    sets: { Enable: ofChannel('Enabled') },
    alsoChanges: ['powerStatus'],
  }),
  setupOf('ChannelGroup', {
    summary: 'Put a channel into a group.',
    body: {
      Device: device,
      Channel: channel,
      Group: number('group number; 255 = no group', {
        min: 0,
        max: 255,
        example: 1,
        gap: 'the interface does not give limits: 0 to 254, or 255 for none',
      }),
    },
    sets: { Group: ofChannel('GrNo') },
  }),
  setupOf('ChannelGenerate', {
    summary: 'Set whether a channel generates or consumes.',
    body: { Device: device, Channel: channel, Generate: flag('1 generates, 0 consumes') },
    sets: { Generate: ofChannel('Generate') },
  }),
] as const;
