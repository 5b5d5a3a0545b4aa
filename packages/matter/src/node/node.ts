import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { networkInterfaces } from 'node:os';
import { Endpoint, Environment, LogDestination, Logger, LogLevel, ServerNode, VendorId } from '@matter/main';
import { AggregatorEndpoint } from '@matter/main/endpoints/aggregator';
import { QrCode } from '@matter/main/types';
import { makeFolder } from '@plenum/platform';
import type { Log } from '@plenum/platform/quiet-log';
import about from '../../package.json' with { type: 'json' };
import { matterFailures } from './failures.ts';

/** The codes for pairing a controller with a house. */
export interface PairingCodes {
  /** Eleven digits that a person can type. */
  readonly manual: string;
  /** The content of the QR code: `MT:...`. */
  readonly qr: string;
  /** The QR code as lines for a terminal, light on dark. */
  readonly picture: string;
}

interface NodeOptions {
  readonly uid: string;
  readonly name: string;
  readonly data: string;
  /** UDP port. */
  readonly port: number;
  /** The network interface to announce the house on; all by default. */
  readonly networkInterface: string | undefined;
  readonly log: Log;
}

/** One of the test vendors, because Plenum is not certified (decisions/031). */
const vendorId = VendorId(0xfff1);
const productId = 0x8000;

const [major = 0, minor = 0, patch = 0] = about.version.split('.').map(Number);

/** Passes only errors from matter.js on to our log. */
const redirectLog = (log: Log) => {
  Logger.destinations.default = LogDestination({
    name: 'default',
    level: LogLevel.ERROR,
    write: (text) => log.warn({}, `Matter: ${text.trim()}`),
  });
};

const checkInterface = (name: string) => {
  const known = Object.keys(networkInterfaces());
  if (!known.includes(name)) throw matterFailures.error('interface', { name, known });
};

const multicastDns = '224.0.0.251';

/**
 * Joins the multicast group of mDNS on a network interface until it is disposed of. matter.js joins the IPv4 group only
 * on the interface of the default route. On any other interface, it is enough that one socket of this machine is a
 * member: all sockets bound to the port then receive its datagrams.
 */
export async function joinMulticastGroup(name: string): Promise<AsyncDisposable> {
  const socket = createSocket('udp4');
  const bound = once(socket, 'listening');
  socket.bind(0);
  await bound;
  for (const { family, address } of networkInterfaces()[name] ?? [])
    if (family === 'IPv4') socket.addMembership(multicastDns, address);
  socket.unref();
  return {
    [Symbol.asyncDispose]: async () => {
      const closed = once(socket, 'close');
      socket.close();
      await closed;
    },
  };
}

/** Creates the node of a house with its aggregator, without starting it. */
export async function createNode({ uid, name, data, port, networkInterface, log }: NodeOptions) {
  if (networkInterface !== undefined) checkInterface(networkInterface);
  makeFolder(data, 0o700);
  redirectLog(log);
  const env = Environment.default;
  env.vars.set('storage.path', data);
  if (networkInterface !== undefined) env.vars.set('mdns.networkInterface', networkInterface);
  const node = await ServerNode.create({
    id: 'node',
    environment: env,
    network: { port, ble: false },
    productDescription: { name, deviceType: AggregatorEndpoint.deviceType },
    basicInformation: {
      vendorId,
      vendorName: 'Plenum',
      productId,
      productName: 'Climate bridge',
      nodeLabel: name,
      serialNumber: uid,
      uniqueId: `plenum-${uid}`,
      hardwareVersion: 1,
      hardwareVersionString: '1',
      softwareVersion: major * 10_000 + minor * 100 + patch + 1,
      softwareVersionString: about.version,
    },
  });
  const aggregator = new Endpoint(AggregatorEndpoint, { id: 'house' });
  await node.add(aggregator);
  return { node, aggregator };
}

export function readCodes({ state }: ServerNode): PairingCodes {
  const { manualPairingCode: manual, qrPairingCode: qr } = state.commissioning.pairingCodes;
  return { manual, qr, picture: QrCode.get(qr) };
}
