import { once } from 'node:events';
import { steadyClock } from '@plenum/platform/clock';
import type { Command } from 'commander';
import { wrongUsage } from '../../failure.ts';
import type { Io } from '../../io/io.ts';
import { createLineLog } from '../../io/log.ts';
import { addConnectOptions, type ConnectOptions, followHouse, needBridge } from '../../option/connect.ts';
import {
  addMqttOptions,
  loadMqtt,
  type MqttFlags,
  readBroker,
  readExposure,
} from '../../option/mqtt-options.ts';
import { toOwnError } from '../../option/optional-package.ts';

interface MqttCommandFlags extends ConnectOptions, MqttFlags {
  readonly bridge?: string;
  readonly broker?: string;
}

/** Connects the bridge at an address to a broker until the command ends. */
const run = async (flags: MqttCommandFlags, io: Io) => {
  const { broker: url = flags.mqtt } = flags;
  const bridge = needBridge(flags.bridge);
  if (url === undefined) throw wrongUsage('Which broker? --broker mqtt://HOST[:PORT].');
  const broker = readBroker(url, flags, io.env);
  const log = createLineLog(io);
  const { startMqtt, withoutCredentials } = await loadMqtt();
  const house = await followHouse(bridge, flags, { io, log });
  if (house === undefined) return;
  await using _ = house;
  await using mqtt = startMqtt({ house, broker, ...readExposure(flags), clock: steadyClock, log });
  io.out(`Bridge ${house.uid} is connected to ${withoutCredentials(url)} as ${mqtt.root}. Stop with Ctrl+C.`);
  if (!io.signal.aborted) await once(io.signal, 'abort');
};

/** `plenum mqtt`: connects a bridge to an MQTT broker. */
export function registerMqttCommand(program: Command, io: Io) {
  const command = addConnectOptions(
    program
      .command('mqtt')
      .summary('connect a bridge to an MQTT broker, for Home Assistant and others')
      .description(
        'Publishes the state of a house to an MQTT broker, carries out commands from it, and announces everything to Home Assistant, until Ctrl+C. The user name and password come from PLENUM_MQTT_USERNAME and PLENUM_MQTT_PASSWORD, or the file that PLENUM_MQTT_PASSWORD_FILE names.',
      )
      .option('--bridge <host>', 'HOST, HOST:PORT or https://HOST[:PORT]; the default port is 80, or 443')
      .option('--broker <url>', 'the same as --mqtt'),
  );
  addMqttOptions(command).action((flags: MqttCommandFlags) =>
    run(flags, io).catch((error: unknown) => {
      throw toOwnError(error);
    }),
  );
}
