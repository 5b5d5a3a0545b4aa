import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { networkInterfaces } from 'node:os';
import { delay } from '@plenum/platform/clock';
import type { FoundService, ServiceSearch } from '@plenum/platform/mdns';
import { type Dialect, dialects } from '@plenum/protocol/dialect';
import {
  type Discovered,
  discoveryPort,
  discoveryRequest,
  readDiscoveryAnswer,
  readService,
  serviceType,
} from '@plenum/protocol/discovery';
import { type Clock, systemClock } from '../clock.ts';
import { type BroadcastRoute, broadcastRoutes, toTargets } from './addresses.ts';

/** Options of the search for bridges; all are optional. */
export interface DiscoverOptions {
  /** Time for collecting answers, in ms; default 1500. */
  readonly timeout?: number;
  /**
   * Addresses or names of bridges that broadcasts do not reach, or networks (`192.168.2.0/24`); discovery is also sent
   * to each of them.
   */
  readonly addresses?: readonly string[];
  /** The UDP port that bridges listen on; default 12107. */
  readonly udpPort?: number;
  /** The network interfaces to use; default: those of this machine. */
  readonly interfaces?: ReturnType<typeof networkInterfaces>;
  /** Searches by multicast DNS (`_plenum._tcp`) too: true, false, or another port; default: true, port 5353. */
  readonly mdns?: boolean | { readonly port: number };
  /** The dialects to understand; default: those of the protocol. */
  readonly dialects?: readonly Dialect[];
  readonly clock?: Clock;
  /** Ends the search early and resolves to the bridges found so far. */
  readonly signal?: AbortSignal;
}

/**
 * A bridge that answered. `address` is the source of its answer, at which it can be reached; `announced` is the address
 * in the answer, which can differ behind a router or in a container.
 */
export interface FoundBridge extends Omit<Discovered, 'address' | 'httpPort'> {
  readonly address: string;
  readonly announced: string | undefined;
  readonly port: number;
}

/** The request is sent three times, since a datagram may be lost. */
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

/** An address that cannot be sent to (no route, no such name) counts as one that does not answer. */
const sendRequest = (socket: Socket, port: number, to: readonly string[]) => {
  for (const address of to) socket.send(discoveryRequest, port, address, () => {});
};

/**
 * Ranks an answer: best is one from the address that the bridge announces, then one from an address that is not
 * loopback.
 */
const rank = ({ address, announced }: FoundBridge) =>
  (address === announced ? 2 : 0) + (address.startsWith('127.') ? 0 : 1);

/** Searches by multicast DNS on every network of this machine; skips a network without multicast. */
const searchByMdns = async (
  { mdns = true, interfaces = networkInterfaces() }: DiscoverOptions,
  onFound: (service: FoundService) => void,
): Promise<ServiceSearch | undefined> => {
  const addresses = Object.values(interfaces)
    .flatMap((each) => each ?? [])
    .filter(({ family }) => family === 'IPv4')
    .map(({ address }) => address);
  if (mdns === false || addresses.length === 0) return undefined;
  const { searchServices } = await import('@plenum/platform/mdns');
  const port = typeof mdns === 'object' ? mdns.port : undefined;
  return searchServices(serviceType, onFound, { addresses, port, onFailure: () => {} });
};

/**
 * Finds the bridges on every network of this machine, on the machine itself and at the given addresses, by discovery
 * and by multicast DNS (interface 4.1; wire facts 6, 10). Returns each bridge once, ordered by id.
 */
export async function discover(options: DiscoverOptions = {}): Promise<readonly FoundBridge[]> {
  const { timeout = 1500, addresses = [], udpPort = discoveryPort } = options;
  const understood = options.dialects ?? dialects;
  const { clock = systemClock, signal } = options;
  const routes: readonly BroadcastRoute[] = [
    ...broadcastRoutes(options.interfaces ?? networkInterfaces()),
    { from: '0.0.0.0', to: addresses.flatMap(toTargets) },
  ];
  const found = new Map<string, FoundBridge>();
  const receive = (answer: Discovered | undefined, from: string) => {
    if (answer === undefined) return;
    const { address: announced, httpPort: port, ...rest } = answer;
    const bridge = { ...rest, address: from, announced, port };
    const before = found.get(answer.uid);
    if (before === undefined || rank(bridge) > rank(before)) found.set(answer.uid, bridge);
  };
  const sockets = await Promise.all(routes.map(async ({ from, to }) => ({ to, socket: await open(from) })));
  for (const { socket } of sockets)
    socket?.on('message', (bytes, { address }) => receive(readDiscoveryAnswer(bytes, understood), address));
  using services = await searchByMdns(options, ({ txt, port, address }) =>
    receive(readService(txt, port, understood), address),
  );
  for (let round = 0; round < rounds && !signal?.aborted; round++) {
    for (const { socket, to } of sockets) if (socket !== undefined) sendRequest(socket, udpPort, to);
    if (round > 0) services?.repeat();
    await delay(clock, timeout / rounds, signal);
  }
  for (const { socket } of sockets) socket?.close();
  return [...found.values()].sort((a, b) => a.uid.localeCompare(b.uid));
}
