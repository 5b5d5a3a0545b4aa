import { readFileSync } from 'node:fs';
import type { BrokerOptions, MqttOptions } from '@plenum/mqtt';
import type { Command } from 'commander';
import { failed, wrongUsage } from '../failure.ts';
import type { Io } from '../io/io.ts';
import { option } from './option.ts';
import { loadOptional } from './optional-package.ts';

const styles = ['device', 'entities', 'off'] as const;

/** Options of `plenum mqtt` and `plenum bridge` for connecting a house to a broker. */
export interface MqttFlags {
  readonly mqtt?: string;
  readonly mqttCa?: string;
  readonly mqttCert?: string;
  readonly mqttKey?: string;
  readonly mqttTopic?: string;
  readonly mqttDiscovery?: (typeof styles)[number];
  readonly mqttDiscoveryPrefix?: string;
  readonly mqttAllowGarage?: true;
}

/**
 * Adds the options of a broker. Its password is not an option, since other users of a machine could see it: it comes
 * from the environment (`PLENUM_MQTT_PASSWORD`, or within the URL in `PLENUM_MQTT`) or from a file
 * (`PLENUM_MQTT_PASSWORD_FILE`).
 */
export const addMqttOptions = (command: Command): Command =>
  command
    .addOption(
      option('--mqtt <url>', 'MQTT', 'connect to the MQTT broker at URL: mqtt://HOST[:PORT], mqtts, ws, wss'),
    )
    .addOption(
      option(
        '--mqtt-ca <file>',
        'MQTT_CA',
        'with mqtts: PEM file of the authority that issued its certificate',
      ),
    )
    .addOption(option('--mqtt-cert <file>', 'MQTT_CERT', 'with mqtts: PEM file of a client certificate'))
    .addOption(option('--mqtt-key <file>', 'MQTT_KEY', 'PEM file of the key of that certificate'))
    .addOption(option('--mqtt-topic <base>', 'MQTT_TOPIC', 'first part of every topic').default('plenum'))
    .addOption(
      option(
        '--mqtt-discovery <style>',
        'MQTT_DISCOVERY',
        'announce to Home Assistant: a message for each device, or for each entity (before 2024.11)',
      )
        .choices(styles)
        .default('device'),
    )
    .addOption(
      option(
        '--mqtt-discovery-prefix <prefix>',
        'MQTT_DISCOVERY_PREFIX',
        'first part of the discovery topics',
      ).default('homeassistant'),
    )
    .addOption(
      option(
        '--mqtt-allow-garage',
        'MQTT_ALLOW_GARAGE',
        'announce garage doors too, and let messages move them',
      ),
    );

export const loadMqtt = () => loadOptional('@plenum/mqtt', () => import('@plenum/mqtt'));

const readText = (name: string, file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw failed(`${name}: ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
};

const readPassword = ({ PLENUM_MQTT_PASSWORD: given, PLENUM_MQTT_PASSWORD_FILE: file }: Io['env']) =>
  given || (file ? readText('PLENUM_MQTT_PASSWORD_FILE', file).trimEnd() : undefined);

const hasPassword = (url: string): boolean => (URL.parse(url)?.password ?? '') !== '';

/** Returns the broker in the options, with its user name and password from the environment. */
export function readBroker(
  url: string,
  { mqttCa, mqttCert, mqttKey }: MqttFlags,
  env: Io['env'],
): BrokerOptions {
  if (url !== env.PLENUM_MQTT && hasPassword(url))
    throw wrongUsage(
      'A password on the command line can be seen by other users of this machine: set PLENUM_MQTT_PASSWORD, or put it in a file that PLENUM_MQTT_PASSWORD_FILE names.',
    );
  if ((mqttCert === undefined) !== (mqttKey === undefined))
    throw wrongUsage('A certificate needs both files: --mqtt-cert for it and --mqtt-key for its key.');
  const password = readPassword(env);
  return {
    url,
    ...(env.PLENUM_MQTT_USERNAME && { username: env.PLENUM_MQTT_USERNAME }),
    ...(password !== undefined && { password }),
    ...(mqttCa !== undefined && { ca: readText('--mqtt-ca', mqttCa) }),
    ...(mqttCert !== undefined && { cert: readText('--mqtt-cert', mqttCert) }),
    ...(mqttKey !== undefined && { key: readText('--mqtt-key', mqttKey) }),
  };
}

/** Returns the options for publishing, announcing and controlling a house. */
export const readExposure = (
  flags: MqttFlags,
): Pick<MqttOptions, 'base' | 'discovery' | 'discoveryPrefix' | 'allowGarage'> => ({
  base: flags.mqttTopic,
  discovery: flags.mqttDiscovery,
  discoveryPrefix: flags.mqttDiscoveryPrefix,
  allowGarage: flags.mqttAllowGarage,
});
