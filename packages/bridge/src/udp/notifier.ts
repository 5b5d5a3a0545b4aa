import type { Socket } from 'node:dgram';
import { type Cancel, every, type Wall } from '@plenum/machine';
import {
  type Dialect,
  type Notification,
  notificationInterval,
  notificationNames,
  notificationOf,
  toNotificationText,
} from '@plenum/protocol';
import type { Device } from '../device/device.ts';
import type { Log } from '../log/log.ts';
import type { Counts } from '../metrics/counts.ts';

export interface NotifierParts {
  readonly socket: Socket;
  readonly device: Device;
  readonly dialect: Dialect;
  readonly wall: Wall;
  /** Where notifications go: a broadcast address and the port clients listen on (wire facts 5). */
  readonly address: string;
  readonly port: number;
  readonly datagrams: Counts;
  readonly log: Log;
}

/** Changes within so many milliseconds are one burst, each of their texts sent once. */
const burst = 100;

/** Broadcasts what changed, and all texts every 120 s (wire facts 5). */
export const startNotifier = (parts: NotifierParts): Disposable => {
  const { socket, device, dialect, wall, address, port, datagrams, log } = parts;
  const countSent = datagrams.counter('notification', 'sent');
  const countFailed = datagrams.counter('notification', 'failed');
  const send = (notifications: Iterable<Notification>) => {
    for (const notification of notifications)
      socket.send(toNotificationText(notification, dialect), port, address, (error) =>
        error === null ? countSent() : countFailed(),
      );
  };
  const waiting = new Set<Notification>();
  let cancelBurst: Cancel | undefined;
  const sendBurst = () => {
    cancelBurst = undefined;
    send(notificationNames.filter((name) => waiting.has(name)));
    waiting.clear();
  };
  const unsubscribe = device.subscribe(({ changed }) => {
    for (const { kind } of changed) {
      const notification = notificationOf(kind);
      if (notification !== undefined) waiting.add(notification);
    }
    if (waiting.size > 0) cancelBurst ??= wall.after(burst, sendBurst);
  });
  const cancelEvery = every(wall, notificationInterval * 1000, () => send(notificationNames));
  socket.on('error', (error) => log.warn({ err: error }, 'the notification socket failed'));
  socket.setBroadcast(true);
  return {
    [Symbol.dispose]: () => {
      unsubscribe();
      cancelEvery();
      cancelBurst?.();
    },
  };
};
