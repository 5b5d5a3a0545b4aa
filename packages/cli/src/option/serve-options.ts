import { isIP } from 'node:net';
import { discoveryPort } from '@plenum/protocol/discovery';
import { historyDays } from '@plenum/protocol/extension';
import { notificationPort } from '@plenum/protocol/notification';
import type { Command } from 'commander';
import { wrongUsage } from '../failure.ts';
import type { Address } from '../input/address.ts';
import { readNumber, readPort, readWhole } from '../input/number.ts';
import { backupPassphraseOption } from './backup-passphrase.ts';
import { installerKeyOption, isStrongKey, keyRule } from './installer-key.ts';
import { addMatterOptions, type MatterFlags } from './matter-options.ts';
import { addMqttOptions, type MqttFlags } from './mqtt-options.ts';
import { collect, option, secretOption } from './option.ts';
import { addOtlpOption, type OtlpFlags } from './otlp-options.ts';
import type { TlsOptions } from './tls-options.ts';

/** The options of `plenum bridge`; `plenum start` has all of them except the address and `--attach`. */
export interface ServeOptions extends TlsOptions, MqttFlags, MatterFlags, OtlpFlags {
  readonly matter?: true;
  readonly house: string;
  readonly attach?: Address;
  readonly attachAccessKey?: string;
  readonly attachId?: 'own' | 'device';
  readonly attachMaxAge?: number;
  readonly attachNotifications?: boolean;
  readonly attachCa?: string;
  readonly attachFingerprint?: string;
  readonly passUnknown?: true;
  /** The file that contains the diagnostics bundle to serve in place of a house. */
  readonly replay?: string;
  /** The file that contains the recording of traffic to answer from. */
  readonly replayTraffic?: string;
  readonly discovery?: boolean;
  readonly mdns?: boolean;
  readonly data?: string;
  readonly httpHost: string;
  readonly httpPort: number;
  readonly udpPort: number;
  readonly discoveryFrom: readonly string[];
  readonly notifyPort: number;
  readonly notifyAddress?: string;
  readonly notifyLights?: boolean;
  readonly dialect: string;
  readonly timeScale?: number;
  readonly historyDays?: number;
  readonly seed?: number;
  readonly houseTime: string;
  readonly backupFolder?: string;
  readonly backupCopies: number;
  readonly backupPassphrase?: string;
  readonly accessKey?: string;
  readonly installerKey?: string;
  readonly readOnly?: true;
  readonly allowHost: readonly string[];
  readonly ingressFrom?: string;
  readonly misbehave: readonly string[];
  readonly simulation: boolean;
  readonly keepRequests?: true;
  readonly cloud?: string;
  readonly cloudUnencrypted?: true;
  readonly cloudCa?: string;
}

/**
 * Reads an access key: visible ASCII without spaces, since it is sent as `Authorization: Bearer KEY` (RFC 6750, 2.1).
 * An empty key, which results from an unset variable, is refused because it would leave the bridge open to everybody.
 */
const readAccessKey = (typed: string): string => {
  if (isStrongKey(typed)) return typed;
  throw wrongUsage(`--access-key: ${keyRule}`);
};

const readIp = (typed: string): string => {
  if (isIP(typed) !== 0) return typed;
  throw wrongUsage(`--ingress-from: ${JSON.stringify(typed)} is not an IP address such as 172.30.32.2.`);
};

export const addServeOptions = (command: Command): Command =>
  addMatterOptions(
    addMqttOptions(addOtlpOption(command)).addOption(
      option('--matter', 'MATTER', 'show the house to Matter controllers, with a code to pair with'),
    ),
  )
    .addOption(
      option('--house <file>', 'HOUSE', 'house to run: demo, flat, large, or a YAML file').default('demo'),
    )
    .addOption(option('--data <dir>', 'DATA', 'data folder (default: data/ and the name of the house)'))
    .addOption(
      option('--http-port <n>', 'HTTP_PORT', 'port of HTTP; 0 = any')
        .default(8080)
        .argParser(readPort('--http-port')),
    )
    .addOption(
      option('--udp-port <n>', 'UDP_PORT', 'port of discovery')
        .default(discoveryPort)
        .argParser(readPort('--udp-port')),
    )
    .addOption(
      option(
        '--discovery-from <range>',
        'DISCOVERY_FROM',
        'also answer discovery from these addresses, such as 203.0.113.0/24; can be repeated',
      )
        .argParser(collect)
        .default([], 'local networks'),
    )
    .addOption(
      option('--notify-port <n>', 'NOTIFY_PORT', 'port that change notices are sent to')
        .default(notificationPort)
        .argParser(readPort('--notify-port')),
    )
    .addOption(option('--notify-address <ip>', 'NOTIFY_ADDRESS', 'address that change notices are sent to'))
    .addOption(
      option(
        '--notify-lights',
        'NOTIFY_LIGHTS',
        'also send change notices of lighting in the dialect of a manufacturer',
      ),
    )
    .addOption(
      option('--dialect <name>', 'DIALECT', 'words on the wire: neutral, izone, or a JSON file').default(
        'neutral',
      ),
    )
    .addOption(
      option('--time-scale <n>', 'TIME_SCALE', 'seconds that pass in the house per second').argParser(
        readNumber('--time-scale', 0, 36_000),
      ),
    )
    .addOption(
      option(
        '--history-days <n>',
        'HISTORY_DAYS',
        'delete history older than this many days: samples, energy, events (default: 1825, five years)',
      ).argParser(readWhole('--history-days', historyDays.least, historyDays.most)),
    )
    .addOption(
      option('--backup-folder <dir>', 'BACKUP_FOLDER', 'make an encrypted copy of the data there every day'),
    )
    .addOption(
      option('--backup-copies <n>', 'BACKUP_COPIES', 'how many of these copies to keep')
        .default(7)
        .argParser(readWhole('--backup-copies', 1, 1_000)),
    )
    .addOption(backupPassphraseOption('with --backup-folder: the file with the passphrase of the copies'))
    .addOption(
      option(
        '--house-time <time>',
        'HOUSE_TIME',
        'local time at which a new house starts, such as 2026-01-31T08:30',
      ).default('now'),
    )
    .addOption(
      option('--seed <n>', 'SEED', 'random seed of weather and people').argParser(
        readWhole('--seed', 0, 4_294_967_295),
      ),
    )
    .addOption(
      secretOption('--access-key <key>', 'ACCESS_KEY', 'refuse requests without this key').argParser(
        readAccessKey,
      ),
    )
    .addOption(installerKeyOption('require the key in this file for installer commands'))
    .addOption(
      option(
        '--ingress-from <ip>',
        'INGRESS_FROM',
        'trust the users of the proxy at this address, such as Home Assistant at 172.30.32.2: no key, any host name',
      ).argParser(readIp),
    )
    .addOption(option('--read-only', 'READ_ONLY', 'answer queries and refuse commands'))
    .addOption(
      option('--allow-host <name>', 'ALLOW_HOST', 'another host name of the bridge; can be repeated')
        .argParser(collect)
        .default([], 'addresses and localhost'),
    )
    .addOption(
      option(
        '--misbehave <quirks>',
        'MISBEHAVE',
        'behave as real devices do: NAME[=VALUE],...; "plenum simulation --help Quirks" lists them',
      )
        .argParser(collect)
        .default([], 'as the interface says'),
    )
    .addOption(option('--no-simulation', 'NO_SIMULATION', 'do not serve the simulation controls'))
    .addOption(
      option(
        '--keep-requests',
        'KEEP_REQUESTS',
        'list the latest requests at /simulation/requests for a real house too, without names and secrets',
      ),
    );
