import { steadyClock } from '@plenum/platform/clock';
import type { Command } from 'commander';
import { wrongUsage } from '../failure.ts';
import type { Io } from '../io/io.ts';
import type { CloudAccess } from '../listen/ask-cloud.ts';
import { createConsent } from '../listen/consent.ts';
import { option, secretOption } from './option.ts';

export interface CloudAppFlags {
  readonly cloud?: string;
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly live?: true;
}

/** Adds the options of a cloud, and of the test keys of an app there. */
export const addCloudAppOptions = (command: Command): Command =>
  command
    .addOption(option('--cloud <url>', 'CLOUD', 'the address of the cloud'))
    .addOption(
      option(
        '--client-id <id>',
        'CLIENT_ID',
        'the client id of the test keys of your app; without keys, you are asked in a browser',
      ),
    )
    .addOption(secretOption('--client-secret <secret>', 'CLIENT_SECRET', 'the secret of the test keys'));

/** Reads the address of a cloud, without a path. */
export function readCloudUrl(typed: string | undefined): string {
  const url = typed === undefined ? null : URL.parse(typed);
  if (url !== null && /^https?:$/.test(url.protocol)) return url.origin;
  throw wrongUsage(
    typed === undefined
      ? 'Which cloud? Give its address with --cloud or PLENUM_CLOUD, such as https://cloud.example.org.'
      : `--cloud: ${JSON.stringify(typed)} is not an http or https URL.`,
  );
}

/**
 * Reads the cloud, and how to be allowed there: by the test keys of an app, or without keys by a consent, for which the user
 * is asked in a browser.
 */
export function readCloudApp({ cloud, clientId, clientSecret, live }: CloudAppFlags, io: Io): CloudAccess {
  const url = readCloudUrl(cloud);
  const isLive = live ?? false;
  if (clientId === undefined && clientSecret === undefined) {
    const token = createConsent({ cloud: url, isLive, clock: steadyClock, io });
    return { cloud: url, authorization: async () => `Bearer ${await token()}` };
  }
  if (isLive) throw wrongUsage('--live asks you in a browser; leave out the client id and the secret.');
  if (clientId === undefined || clientSecret === undefined)
    throw wrongUsage(
      'Give both the client id and the secret of the test keys of your app, with --client-id and PLENUM_CLIENT_SECRET, or neither.',
    );
  const basic = Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`);
  return { cloud: url, authorization: async () => `Basic ${basic.toString('base64')}` };
}
