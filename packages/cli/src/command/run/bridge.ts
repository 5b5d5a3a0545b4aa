import type { Command } from 'commander';
import { toStartedLines } from '../../format/started.ts';
import { followUplink } from '../../format/uplink.ts';
import { readBridgeAddress } from '../../input/address.ts';
import { readWhole } from '../../input/number.ts';
import type { Io } from '../../io/io.ts';
import { option, secretOption } from '../../option/option.ts';
import { addServeOptions, type ServeOptions } from '../../option/serve-options.ts';
import { addTlsOptions } from '../../option/tls-options.ts';

/** Adds the options for attaching to a real bridge instead of running a simulated house. */
const addAttachOptions = (command: Command): Command =>
  command
    .addOption(
      option('--attach <host>', 'ATTACH', 'serve the real bridge at HOST[:PORT] instead of a simulated house')
        .conflicts(['house', 'seed', 'houseTime', 'timeScale'])
        .argParser(readBridgeAddress),
    )
    .addOption(
      secretOption('--attach-access-key <key>', 'ATTACH_ACCESS_KEY', 'access key of the attached bridge'),
    )
    .addOption(
      option(
        '--attach-ca <file>',
        'ATTACH_CA',
        'with --attach https://HOST: PEM file of the authority behind its certificate',
      ),
    )
    .addOption(
      option(
        '--attach-fingerprint <sha256>',
        'ATTACH_FINGERPRINT',
        'with --attach https://HOST: SHA-256 of its certificate',
      ),
    )
    .addOption(
      option('--replay <bundle>', 'REPLAY', 'show only what a diagnostics bundle contains').conflicts([
        'attach',
        'house',
        'seed',
        'houseTime',
        'timeScale',
        'data',
        'cloud',
      ]),
    )
    .addOption(
      option(
        '--replay-traffic <file>',
        'REPLAY_TRAFFIC',
        'answer only what "plenum record" has recorded in FILE',
      ).conflicts(['replay', 'attach', 'house', 'seed', 'houseTime', 'timeScale', 'data', 'cloud']),
    )
    .addOption(
      option(
        '--pass-unknown',
        'PASS_UNKNOWN',
        'pass unknown queries and commands on to the attached bridge, only from the local network',
      ),
    )
    .addOption(
      option(
        '--attach-id <whose>',
        'ATTACH_ID',
        'answer with its own id, or with that of the attached bridge (default: own, in a new data folder)',
      ).choices(['own', 'device']),
    )
    .addOption(
      option(
        '--attach-max-age <s>',
        'ATTACH_MAX_AGE',
        'refuse queries once the attached bridge has been silent for longer than this',
      )
        .default(60)
        .argParser(readWhole('--attach-max-age', 10, 86_400)),
    )
    .addOption(
      option(
        '--no-attach-notifications',
        'NO_ATTACH_NOTIFICATIONS',
        'only poll, and leave UDP port 7005 to other programs',
      ),
    );

const addCloudOptions = (command: Command): Command =>
  command
    .addOption(
      option('--cloud <url>', 'CLOUD', 'connect to the cloud at URL; shows a pairing code the first time'),
    )
    .addOption(
      option(
        '--cloud-unencrypted',
        'CLOUD_UNENCRYPTED',
        'allow plain http to a cloud on another machine, over a network you trust',
      ),
    )
    .addOption(
      option('--cloud-ca <file>', 'CLOUD_CA', 'PEM file of your own certificate authority for the cloud'),
    );

/** `plenum bridge`: runs a bridge that serves the network. */
export function registerBridgeCommand(program: Command, io: Io) {
  const command = program
    .command('bridge')
    .summary('run a bridge that serves the network')
    .description(
      'Runs a bridge with a house behind it, until Ctrl+C. Every option is also an environment variable.',
    )
    .addOption(option('--http-host <host>', 'HTTP_HOST', 'address to serve HTTP on').default('0.0.0.0'));
  addAttachOptions(command)
    .addOption(option('--no-discovery', 'NO_DISCOVERY', 'do not answer discovery'))
    .addOption(option('--no-mdns', 'NO_MDNS', 'do not announce the bridge by multicast DNS (_plenum._tcp)'));
  addCloudOptions(command);
  addTlsOptions(command);
  // The module is loaded only here, because the commands that talk to a bridge start in half the time without it.
  return addServeOptions(command).action(async (options: ServeOptions) => {
    const { serve } = await import('./serve.ts');
    await serve(options, io, {
      onStarted: (started) => {
        for (const line of toStartedLines(started)) io.out(line);
        followUplink(started.bridge, io);
      },
    });
  });
}
