import type { ServerResponse } from 'node:http';
import { type Clock, every } from '@plenum/machine';
import type { Dialect } from '@plenum/protocol/dialect';
import type { Changes, Device } from '../device/device.ts';
import { componentsOf, toEventText } from './event-text.ts';

/** The live stream of an installation, told to any number of listeners. */
export interface LiveStream extends Disposable {
  /** Gives a response the state as it is and every change from now on; the response must have its headers. */
  join(response: ServerResponse): void;
  /** How many listen now. */
  size(): number;
}

export interface LiveStreamDeps {
  readonly device: Device;
  readonly dialect: Dialect;
  readonly clock: Clock;
}

/** Bytes that may wait for one listener; who reads slower than the house changes is dropped, and joins again. */
const maxWaiting = 512 * 1024;
/** Milliseconds between comments that keep proxies and dead connections from going unnoticed. */
const breath = 15_000;

export const createLiveStream = ({ device, dialect, clock }: LiveStreamDeps): LiveStream => {
  const listeners = new Set<ServerResponse>();
  let id = 0;
  const send = (response: ServerResponse, text: string) => {
    response.write(text);
    if (response.writableLength > maxWaiting) response.destroy();
  };
  const sendAll = (text: string) => {
    for (const response of listeners) send(response, text);
  };
  const unsubscribe = device.subscribe(({ at, changed }: Changes) => {
    id++;
    if (listeners.size > 0) sendAll(toEventText({ id, event: 'change', at, components: changed }, dialect));
  });
  const cancelBreath = every(clock, breath, () => sendAll(': alive\n\n'));
  return {
    join: (response) => {
      const components = componentsOf(device.datagrams());
      const snapshot = toEventText({ id, event: 'snapshot', at: device.at(), components }, dialect);
      response.on('close', () => listeners.delete(response));
      listeners.add(response);
      send(response, snapshot);
    },
    size: () => listeners.size,
    [Symbol.dispose]: () => {
      unsubscribe();
      cancelBreath();
      for (const response of listeners) response.end();
    },
  };
};
