import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { networkInterfaces } from 'node:os';
import type { Clock } from '@plenum/platform/clock';
import { type Notification, readNotification } from '@plenum/protocol/notification';

/** A datagram from the bridge on the port for change notices. */
export interface ReceivedNotification {
  readonly at: number;
  readonly text: string;
  readonly notification: Notification | undefined;
}

/** Listens until it is closed; `isOpen` is false if it could not bind the port. */
interface NotificationListener extends Disposable {
  readonly isOpen: boolean;
  readonly since: number;
  readonly received: readonly ReceivedNotification[];
}

const ownAddresses = () =>
  Object.values(networkInterfaces()).flatMap((each) => (each ?? []).map(({ address }) => address));

/** Records the change notices of one bridge, recognized by its address (wire facts 5). */
export async function listenToNotifications(
  host: string,
  port: number,
  clock: Clock,
): Promise<NotificationListener> {
  const found = await lookup(host, { all: true, family: 4 }).catch(() => []);
  const addresses = new Set(found.map(({ address }) => address));
  if ([...addresses].some((each) => each.startsWith('127.')))
    for (const address of ownAddresses()) addresses.add(address);
  const received: ReceivedNotification[] = [];
  const socket = createSocket({ type: 'udp4', reuseAddr: true });
  const isOpen = await Promise.race([
    once(socket.bind(port), 'listening').then(() => true),
    once(socket, 'error').then(() => false),
  ]).catch(() => false);
  socket.on('error', () => {});
  socket.on('message', (bytes, from) => {
    if (!addresses.has(from.address)) return;
    received.push({ at: clock.now(), text: bytes.toString('latin1'), notification: readNotification(bytes) });
  });
  return {
    isOpen,
    since: clock.now(),
    received,
    [Symbol.dispose]: () => {
      if (isOpen) socket.close();
    },
  };
}
