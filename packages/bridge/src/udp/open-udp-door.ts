import type { Clock } from '@plenum/machine';
import type { Dialect } from '@plenum/protocol/dialect';
import type { Device } from '../device/device.ts';
import type { Log } from '../log/log.ts';
import type { Counts } from '../metrics/counts.ts';
import { bindingBeside, defaultNotifyAddress, onlyAddress } from './addresses.ts';
import { answerDiscovery } from './discovery.ts';
import { listenUdp } from './listen.ts';
import { startNotifier } from './notifier.ts';

export interface UdpDoorDeps {
  readonly device: Device;
  readonly dialect: Dialect;
  /** Where HTTP is served; UDP goes to the same network. */
  readonly httpHost: string;
  readonly httpPort: number;
  readonly udpPort: number;
  readonly notifyAddress: string | undefined;
  readonly notifyPort: number;
  readonly datagrams: Counts;
  readonly clock: Clock;
  readonly log: Log;
}

/** Discovery and notifications while they run. */
export interface UdpDoor extends Disposable {
  readonly port: number;
  readonly notifyAddress: string;
}

export const openUdpDoor = async (parts: UdpDoorDeps): Promise<UdpDoor> => {
  const { httpHost, udpPort, notifyPort } = parts;
  const host = bindingBeside(httpHost);
  const discovery = await listenUdp(host, udpPort);
  // A port of its own: clients match a notification by the address it comes from, never by the port (wire facts 5).
  const outgoing = await listenUdp(host, 0);
  const notifyAddress = parts.notifyAddress ?? defaultNotifyAddress(httpHost, process.platform);
  answerDiscovery({ ...parts, socket: discovery, address: onlyAddress(httpHost) });
  const notifier = startNotifier({ ...parts, socket: outgoing, address: notifyAddress, port: notifyPort });
  return {
    port: discovery.address().port,
    notifyAddress,
    [Symbol.dispose]: () => {
      notifier[Symbol.dispose]();
      discovery.close();
      outgoing.close();
    },
  };
};
