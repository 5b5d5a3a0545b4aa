import { createSocket, type Socket } from 'node:dgram';
import { type Runtime, toListenFailure } from '@plenum/platform';
import type { Dialect } from '@plenum/protocol/dialect';
import { bridgeFailures } from '../bridge-failures.ts';
import type { Device } from '../device/device.ts';
import type { Counts } from '../diagnostics/counts.ts';
import type { RecentRequests } from '../diagnostics/recent-requests.ts';
import type { BridgeQuirks } from '../quirks/bridge-quirks.ts';
import { defaultNotifyAddress, onlyAddress, udpHostFor } from './addresses.ts';
import { answerDiscovery } from './discovery.ts';
import { createIsLocal } from './local-network.ts';
import { startNotifier } from './notifier.ts';

export interface UdpServerDeps extends Pick<Runtime, 'clock' | 'log'> {
  readonly device: Device;
  /** The device as discovery shows it, with the quirks of the bridge. */
  readonly shownDevice: Device;
  readonly quirks: BridgeQuirks;
  readonly dialect: Dialect;
  /** The host that HTTP is served on; UDP uses the same network. */
  readonly httpHost: string;
  readonly httpPort: number;
  readonly udpPort: number;
  readonly discoveryFrom: readonly string[];
  /** True to answer discovery. */
  readonly discovery: boolean;
  readonly notifyAddress: string | undefined;
  readonly notifyPort: number;
  /** True to send changes of lighting. */
  readonly notifyLights: boolean;
  readonly datagrams: Counts;
  readonly recent: RecentRequests | undefined;
}

/** The sockets for discovery and change notices of a bridge. */
interface UdpServer extends Disposable {
  readonly port: number;
  readonly notifyAddress: string;
}

/** Binds a UDP socket that may share its port, as listeners to broadcasts do. */
export const listenUdp = (host: string, port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = createSocket({ type: 'udp4', reuseAddr: true });
    const fail = (error: Error) => {
      socket.close();
      reject(toListenFailure(error, { protocol: 'UDP', host, port }, bridgeFailures.error));
    };
    socket.once('error', fail);
    socket.bind(port, host, () => {
      socket.off('error', fail);
      resolve(socket);
    });
  });

export async function startUdpServer(deps: UdpServerDeps): Promise<UdpServer> {
  const { httpHost, udpPort, notifyPort } = deps;
  const isLocal = createIsLocal(deps.discoveryFrom, { now: deps.clock.now });
  const host = udpHostFor(httpHost);
  const discovery = await listenUdp(host, udpPort);
  // A separate port: clients recognize a change notice by the address of its sender, never by the port (wire facts 5).
  const outgoing = await listenUdp(host, 0);
  const notifyAddress = deps.notifyAddress ?? defaultNotifyAddress(httpHost, process.platform);
  if (deps.discovery)
    answerDiscovery({ ...deps, socket: discovery, address: onlyAddress(httpHost), isLocal });
  const notifier = startNotifier({
    ...deps,
    socket: outgoing,
    address: notifyAddress,
    port: notifyPort,
    lights: deps.notifyLights,
  });
  return {
    port: discovery.address().port,
    notifyAddress,
    [Symbol.dispose]: () => {
      notifier[Symbol.dispose]();
      discovery.close();
      outgoing.close();
    },
  };
}
