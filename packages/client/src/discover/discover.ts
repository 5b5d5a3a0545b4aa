import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { networkInterfaces } from 'node:os';
import { type Dialect, dialects } from '@plenum/protocol/dialect';
import {
  type Discovered,
  discoveryPort,
  discoveryRequest,
  readDiscoveryAnswer,
} from '@plenum/protocol/discovery';
import { type Clock, pause, systemClock } from '../clock/clock.ts';
import { type BroadcastRoute, broadcastRoutes } from './addresses.ts';

/** How to look for bridges; every part may be left out. */
export interface DiscoverOptions {
  /** How long to collect answers, in milliseconds; 1500 unless told. */
  readonly timeout?: number;
  /** Asked directly as well: addresses or names of bridges that broadcasts do not reach. */
  readonly addresses?: readonly string[];
  /** The UDP port bridges listen on; 12107 unless told. */
  readonly udpPort?: number;
  /** The interfaces to ask on; those of this machine unless told. */
  readonly interfaces?: ReturnType<typeof networkInterfaces>;
  /** The dialects understood; those of the protocol unless told. */
  readonly known?: readonly Dialect[];
  readonly clock?: Clock;
  /** Ends the search early; what was found until then is returned. */
  readonly signal?: AbortSignal;
}

/**
 * A bridge that answered. `address` is where its answer came from, which is where it can be reached; `announced`
 * is what it wrote, which can differ behind a router or in a container.
 */
export interface FoundBridge extends Omit<Discovered, 'address' | 'httpPort'> {
  readonly address: string;
  readonly announced: string | undefined;
  readonly port: number;
}

/** Asked three times, since a datagram may be lost. */
const rounds = 3;

const open = async (from: string): Promise<Socket | undefined> => {
  const socket = createSocket('udp4');
  socket.bind(0, from);
  try {
    await once(socket, 'listening');
    socket.setBroadcast(true);
    return socket.on('error', () => {});
  } catch {
    socket.close();
    return undefined;
  }
};

/** A send that fails (no way to that network, no such name) is an address that does not answer. */
const ask = (socket: Socket, port: number, to: readonly string[]) => {
  for (const address of to) socket.send(discoveryRequest, port, address, () => {});
};

/** Of two ways to one bridge the better: the address it announces, and one that other machines can use too. */
const rank = ({ address, announced }: FoundBridge) =>
  (address === announced ? 2 : 0) + (address.startsWith('127.') ? 0 : 1);

/**
 * Finds the bridges on every network of this machine, on the machine itself and at the addresses given
 * (interface 4.1; wire facts 6, 10). Each bridge once, by its id, in the order of their ids.
 */
export const discover = async (options: DiscoverOptions = {}): Promise<readonly FoundBridge[]> => {
  const { timeout = 1500, addresses = [], udpPort = discoveryPort, known = dialects } = options;
  const { clock = systemClock, signal } = options;
  const reaches: readonly BroadcastRoute[] = [
    ...broadcastRoutes(options.interfaces ?? networkInterfaces()),
    { from: '0.0.0.0', to: addresses },
  ];
  const found = new Map<string, FoundBridge>();
  const hear = (bytes: Buffer, from: string) => {
    const answer = readDiscoveryAnswer(bytes, known);
    if (answer === undefined) return;
    const { address: announced, httpPort: port, ...rest } = answer;
    const bridge = { ...rest, address: from, announced, port };
    const before = found.get(answer.uid);
    if (before === undefined || rank(bridge) > rank(before)) found.set(answer.uid, bridge);
  };
  const lines = await Promise.all(reaches.map(async ({ from, to }) => ({ to, socket: await open(from) })));
  for (const { socket } of lines) socket?.on('message', (bytes, { address }) => hear(bytes, address));
  for (let round = 0; round < rounds && !signal?.aborted; round++) {
    for (const { socket, to } of lines) if (socket !== undefined) ask(socket, udpPort, to);
    await pause(clock, timeout / rounds, signal);
  }
  for (const { socket } of lines) socket?.close();
  return [...found.values()].sort((a, b) => a.uid.localeCompare(b.uid));
};
