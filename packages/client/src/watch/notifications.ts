import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';
import type { ComponentKind } from '@plenum/protocol/component';
import { notificationPort, notifications, readNotification } from '@plenum/protocol/notification';

/** Options for receiving change notices. */
export interface NotificationOptions {
  readonly host: string;
  /** Default 7005. */
  readonly port?: number | undefined;
  readonly onChange: (kinds: readonly ComponentKind[]) => void;
}

const ownAddresses = () =>
  Object.values(networkInterfaces()).flatMap((each) => (each ?? []).map(({ address }) => address));

/**
 * Returns the possible source addresses of a bridge's broadcasts. A bridge that is reached by loopback may broadcast
 * from any address of this machine.
 */
const addressesOf = async (host: string): Promise<ReadonlySet<string>> => {
  const found = await lookup(host, { all: true, family: 4 }).catch(() => []);
  const addresses = found.map(({ address }) => address);
  return new Set(
    addresses.some((each) => each.startsWith('127.')) ? [...addresses, ...ownAddresses()] : addresses,
  );
};

/**
 * Receives the change notices from one bridge, recognized by their source address (wire facts 5). Shares the port with
 * other clients. If the port cannot be bound, no change notices arrive, but the watcher still polls.
 */
export async function listenForNotifications(options: NotificationOptions): Promise<() => void> {
  const addresses = await addressesOf(options.host);
  const socket = createSocket({ type: 'udp4', reuseAddr: true });
  socket.on('error', () => socket.close());
  socket.on('message', (bytes, from) => {
    const notification = addresses.has(from.address) ? readNotification(bytes) : undefined;
    if (notification !== undefined) options.onChange(notifications[notification].kinds);
  });
  const listening = new Promise<void>((resolve) => socket.once('listening', resolve).once('close', resolve));
  let closed = false;
  socket.once('close', () => {
    closed = true;
  });
  socket.bind(options.port ?? notificationPort);
  await listening;
  return () => {
    if (!closed) socket.close();
  };
}
