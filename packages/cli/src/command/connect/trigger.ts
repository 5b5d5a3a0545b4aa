import { listen, type Triggered, triggerEvents } from '@plenum/protocol/cloud';
import type { Command } from 'commander';
import type { Io } from '../../io/io.ts';
import { askCloud, expectReply } from '../../listen/ask-cloud.ts';
import { addCloudAppOptions, type CloudAppFlags, readCloudApp } from '../../option/cloud-app-options.ts';

interface TriggerFlags extends CloudAppFlags {
  readonly house?: string;
}

const run = async (event: string, flags: TriggerFlags, io: Io) => {
  const { house } = flags;
  const body = { event, ...(house !== undefined && { house }) };
  const reply = await askCloud<Triggered>(readCloudApp(flags, io), listen.triggerPath, body);
  const { systemId, done } = expectReply(reply);
  io.out(`House ${systemId}: ${done}`);
};

/** `plenum trigger`: makes a house of a test user cause an event. */
export const registerTriggerCommand = (program: Command, io: Io) =>
  addCloudAppOptions(
    program
      .command('trigger')
      .summary('make a test house cause an event')
      .description(
        `Makes a simulated house of a test user cause an event, so that your endpoint gets a real one:\n${Object.entries(
          triggerEvents,
        )
          .map(([event, how]) => `  ${event.padEnd(12)}${how}`)
          .join('\n')}`,
      )
      .argument('<event>', Object.keys(triggerEvents).join(', '))
      .option(
        '--house <system id>',
        'a house of a test user; by default the oldest of those who allowed the app',
      ),
  ).action((event: string, flags: TriggerFlags) => run(event, flags, io));
