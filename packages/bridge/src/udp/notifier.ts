import type { Socket } from 'node:dgram';
import { type Cancel, every, type Runtime } from '@plenum/platform';
import type { Dialect } from '@plenum/protocol/dialect';
import {
  type Notification,
  notificationInterval,
  notificationNames,
  notificationOf,
  notificationsOf,
  toNotificationText,
} from '@plenum/protocol/notification';
import { type Device, isSilent } from '../device/device.ts';
import type { Counts } from '../diagnostics/counts.ts';
import type { BridgeQuirks } from '../quirks/bridge-quirks.ts';

interface NotifierDeps extends Pick<Runtime, 'clock' | 'log'> {
  readonly socket: Socket;
  readonly device: Device;
  readonly quirks: BridgeQuirks;
  readonly dialect: Dialect;
  /** The destination of change notices: a broadcast address and the port that clients listen on (wire facts 5). */
  readonly address: string;
  readonly port: number;
  /** True to send changes of lighting. */
  readonly lights: boolean;
  readonly datagrams: Counts;
}

/** Time for which changes are collected, in ms, so that each change notice is sent only once. */
const burstTime = 100;
/** Delays after a change at which a device with the quirk `burst` sends each text, in ms. */
const lateTimes = [2_500, 3_050, 3_600];
/** Interval between the change notices that a device with the quirk `idle` sends without any change, in ms. */
const idleEvery = 20_000;

/** Broadcasts a text for each kind of change, and all texts every 120 s (wire facts 5). */
export function startNotifier(deps: NotifierDeps): Disposable {
  const { socket, device, quirks, dialect, clock, address, port, lights, datagrams, log } = deps;
  const countSent = datagrams.counter('notification', 'sent');
  const countFailed = datagrams.counter('notification', 'failed');
  const quirk = () => quirks.current().notifications;
  let isOver = false;
  // An unknown host name, or an unreachable network, would otherwise fill the log.
  let failing: string | undefined;
  const followSent = (error: Error | null) => {
    if (error === null) countSent();
    else countFailed();
    if (isOver) return;
    const why = error?.message;
    if (why !== undefined && why !== failing)
      log.warn({ address, port, why }, 'change notices cannot be sent');
    if (why === undefined && failing !== undefined)
      log.info({ address, port }, 'change notices can be sent again');
    failing = why;
  };
  const send = (notifications: Iterable<Notification>) => {
    if (isOver || isSilent(device) || quirk() === 'none' || quirks.silentFor('restart') > 0) return;
    for (const notification of notifications) {
      if (notification === 'lights' && !lights) continue;
      socket.send(toNotificationText(notification, dialect), port, address, followSent);
    }
  };
  const waiting = new Set<Notification>();
  let cancelBurst: Cancel | undefined;
  const sendBurst = () => {
    cancelBurst = undefined;
    const changed = notificationNames.filter((name) => waiting.has(name));
    waiting.clear();
    if (quirk() !== 'burst') return send(changed);
    for (const time of lateTimes) clock.after(time - burstTime, () => send(changed));
  };
  const unsubscribe = device.subscribe(({ changed }) => {
    for (const { kind } of changed) {
      const notification = notificationOf(kind);
      if (notification !== undefined) waiting.add(notification);
    }
    if (waiting.size > 0) cancelBurst ??= clock.after(burstTime, sendBurst);
  });
  const cancels = [
    every(clock, notificationInterval * 1000, () => send(notificationsOf(device.datagrams()))),
    every(clock, idleEvery, () => quirk() === 'idle' && send(notificationsOf(device.datagrams()))),
  ];
  socket.on('error', (error) => log.warn({ err: error }, 'the socket for change notices failed'));
  socket.setBroadcast(true);
  return {
    [Symbol.dispose]: () => {
      isOver = true;
      unsubscribe();
      for (const cancel of cancels) cancel();
      cancelBurst?.();
    },
  };
}
