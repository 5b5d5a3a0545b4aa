import type { ClimateCloudConfig } from '@plenum/cloud';
import type { Command } from 'commander';
import { wrongUsage } from '../failure.ts';
import { option } from './option.ts';

export interface NatsOptions {
  readonly nats?: string;
  readonly natsCredentials?: string;
  readonly natsCa?: string;
  readonly natsCert?: string;
  readonly natsKey?: string;
}

/** Adds the options for NATS. Secrets are read from files or, within the URL, from the environment. */
export const addNatsOptions = (command: Command): Command =>
  command
    .addOption(
      option('--nats <url>', 'NATS', 'NATS server that connects the nodes; comma-separated for several'),
    )
    .addOption(
      option(
        '--nats-credentials <file>',
        'NATS_CREDENTIALS',
        'file with user:password, a token, an nkey seed or .creds for NATS',
      ),
    )
    .addOption(
      option(
        '--nats-ca <file>',
        'NATS_CA',
        'PEM file of the authority that issued the certificate of NATS; requires TLS',
      ),
    )
    .addOption(
      option('--nats-cert <file>', 'NATS_CERT', 'PEM file of the certificate that this node shows to NATS'),
    )
    .addOption(option('--nats-key <file>', 'NATS_KEY', 'PEM file of the key of that certificate'))
    .hook('preAction', refuseTypedSecret);

/** Other users of a machine can read the command lines of its processes. */
const refuseTypedSecret = (command: Command): void => {
  const { nats } = command.opts<NatsOptions>();
  if (nats?.includes('@') && command.getOptionValueSource('nats') === 'cli')
    throw wrongUsage(
      '--nats: other users of this machine can read a password on the command line; name a file (--nats-credentials), or set the whole URL as PLENUM_NATS.',
    );
};

/** Returns the configuration of NATS; undefined for a cloud of a single process. */
export function toNatsConfig(options: NatsOptions): ClimateCloudConfig['nats'] {
  const { nats: url, natsCredentials, natsCa, natsCert, natsKey } = options;
  if (url === undefined) return undefined;
  return {
    url,
    ...(natsCredentials !== undefined && { credentialsFile: natsCredentials }),
    ...(natsCa !== undefined && { caFile: natsCa }),
    ...(natsCert !== undefined && { certFile: natsCert }),
    ...(natsKey !== undefined && { keyFile: natsKey }),
  };
}
