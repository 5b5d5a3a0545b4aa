import type { ServerResponse } from 'node:http';
import { type Clock, every } from '@plenum/platform';
import { componentKinds, type Datagrams } from '@plenum/protocol/component';
import { type Dialect, toWireText } from '@plenum/protocol/dialect';
import type { DeviceAnswer } from '@plenum/protocol/extension';
import { componentsOf } from '../device/changes.ts';
import {
  type Changes,
  type ComponentChange,
  type Device,
  type DeviceHealth,
  toDeviceAnswer,
} from '../device/device.ts';

/** The live stream of a house to any number of clients, as server-sent events. */
export interface LiveStream extends Disposable {
  /**
   * Sends all current components, then every change; in front of a real bridge also each time that bridge starts or
   * stops responding. The headers of the response must have been sent; `place` is the destination of the response
   * (`toClientNetwork`).
   */
  join(response: ServerResponse, place: string): void;
  /** The number of open responses, to one destination or in total. */
  size(place?: string): number;
}

interface LiveStreamDeps {
  readonly device: Device;
  readonly dialect: Dialect;
  /** True if `GET /simulation` is served. */
  readonly hasSimulation: boolean;
  readonly clock: Clock;
}

/** One event: all components first, then those that changed; `at` in ms UTC of the house. */
interface LiveEvent {
  readonly id: number;
  readonly event: 'snapshot' | 'change';
  readonly at: number;
  readonly components: readonly ComponentChange[];
  /** In a snapshot: the device behind the bridge. */
  readonly device?: DeviceAnswer | undefined;
  readonly simulation?: true | undefined;
}

/** Bytes that may wait for one client. A client that reads more slowly than the house changes is disconnected. */
const maxWaiting = 512 * 1024;
/** Interval between comments, in ms. They keep proxies from closing the connection, and reveal dead connections. */
const keepAliveEvery = 15_000;

/**
 * Formats a server-sent event (https://html.spec.whatwg.org/multipage/server-sent-events.html) with keys in the
 * dialect.
 */
const toText = (
  { id, event, data }: { readonly id: number; readonly event: string; readonly data: object },
  dialect: Dialect,
): string => `id: ${id}\nevent: ${event}\ndata: ${toWireText(dialect, data)}\n\n`;

const toEventText = ({ id, event, ...data }: LiveEvent, dialect: Dialect): string =>
  toText({ id, event, data }, dialect);

/** Formats the connection state of the real bridge, as `GET /healthz` does. */
const toDeviceText = (health: DeviceHealth): string =>
  `event: device\ndata: ${JSON.stringify(toDeviceAnswer(health))}\n\n`;

const countOf = (datagrams: Datagrams): number =>
  componentKinds.reduce((sum, kind) => sum + datagrams[kind].length, 0);

export function createLiveStream({ device, dialect, hasSimulation, clock }: LiveStreamDeps): LiveStream {
  /** The destination of each open response. */
  const responses = new Map<ServerResponse, string>();
  let id = 0;
  const send = (response: ServerResponse, text: string) => {
    response.write(text);
    if (response.writableLength > maxWaiting) response.destroy();
  };
  const sendAll = (text: string) => {
    for (const response of responses.keys()) send(response, text);
  };
  const toSnapshot = (at: number): string => {
    const health = device.health();
    const behind = {
      ...(health !== undefined && { device: toDeviceAnswer(health) }),
      ...(hasSimulation && ({ simulation: true } as const)),
    };
    const components = componentsOf(device.datagrams());
    return toEventText({ id, event: 'snapshot', at, components, ...behind }, dialect);
  };
  let count = countOf(device.datagrams());
  const unsubscribe = device.subscribe(({ at, changed, datagrams }: Changes) => {
    id++;
    const before = count;
    count = countOf(datagrams);
    if (responses.size === 0) return;
    // A change does not mention removed components, such as zones that an installer deleted.
    if (count < before) sendAll(toSnapshot(at));
    else sendAll(toEventText({ id, event: 'change', at, components: changed }, dialect));
  });
  const unsubscribeUnconfirmed = device.subscribeUnconfirmed(({ what: event, by: _, ...data }) => {
    id++;
    if (responses.size > 0) sendAll(toText({ id, event, data }, dialect));
  });
  const endHealth = device.followHealth((health) => sendAll(toDeviceText(health)));
  const cancelKeepAlive = every(clock, keepAliveEvery, () => sendAll(': alive\n\n'));
  return {
    join: (response, place) => {
      device.advanceTo(clock.now());
      response.on('close', () => responses.delete(response));
      responses.set(response, place);
      send(response, toSnapshot(device.at()));
    },
    size: (place) =>
      place === undefined ? responses.size : [...responses.values()].filter((one) => one === place).length,
    [Symbol.dispose]: () => {
      unsubscribe();
      unsubscribeUnconfirmed();
      endHealth();
      cancelKeepAlive();
      for (const response of responses.keys()) response.end();
    },
  };
}
