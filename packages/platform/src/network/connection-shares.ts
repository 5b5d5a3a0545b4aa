import type { Socket } from 'node:net';
import type { Clock } from '../clock/clock.ts';
import { createFairSemaphore } from '../pace/fair-semaphore.ts';
import { toClientNetwork } from './client-network.ts';

/**
 * Limits on the resources of a server that one address may use. An address is an IPv4 address or a /64 network of IPv6.
 */
interface ConnectionLimits {
  /** Simultaneous connections of one address; further ones are closed without a response. */
  readonly addressConnections: number;
  /** Unfinished TLS handshakes of one address. */
  readonly addressHandshakes: number;
  /** Unfinished TLS handshakes of all addresses. */
  readonly handshakes: number;
}

export interface ConnectionSharesDeps {
  readonly limits: ConnectionLimits;
  /** True if an address forwards the connections of others, so it has no limit. */
  readonly isShared?: (address: string) => boolean;
  readonly clock: Clock;
  readonly log: { warn(facts: object, sentence: string): void };
}

/** Counts the connections of each address, and closes those beyond the limit. */
export interface ConnectionShares {
  /**
   * Returns true if a new connection may continue; otherwise closes it. If `isTls` is true, the handshake of the
   * connection begins.
   */
  admit(socket: Socket, how?: { readonly isTls: boolean }): boolean;
  /** Ends the handshake of a connection. Its TLS socket has the same addresses and ports. */
  secured(socket: Socket): void;
}

interface Handshake {
  readonly at: number;
  /** Closes its connection. */
  readonly giveWay: () => void;
}

/**
 * Time after which a new handshake may replace an unfinished one if there are too many, in ms. An honest handshake is
 * finished by then.
 */
const handshakeGrace = 2_000;
/** Interval between two log lines, in ms. */
const warnInterval = 600_000;

const endsOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`;

/** Makes room for one more handshake by ending the oldest, unless all unfinished handshakes may still be honest. */
const hasRoom = (handshakes: Map<string, Handshake>, max: number, now: number): boolean => {
  if (handshakes.size < max) return true;
  const [oldest] = handshakes.values();
  if (oldest === undefined || Math.abs(now - oldest.at) < handshakeGrace) return false;
  oldest.giveWay();
  return true;
};

/**
 * Divides the connections of a server between addresses. A connection beyond the limit of its address is closed. A
 * handshake beyond the limit replaces the oldest slow one of its network, so that an attacker who keeps handshakes open
 * does not shut out neighbours behind the same address.
 */
export function createConnectionShares(deps: ConnectionSharesDeps): ConnectionShares {
  const { limits, isShared = () => false, clock, log } = deps;
  const connections = createFairSemaphore({ maxPerKey: limits.addressConnections }, { clock });
  const handshakes = new Map<string, Handshake>();
  const handshakesOf = new Map<string, Map<string, Handshake>>();
  let warnedAt = Number.NEGATIVE_INFINITY;

  const warn = (address: string) => {
    const now = clock.now();
    if (Math.abs(now - warnedAt) < warnInterval) return;
    warnedAt = now;
    log.warn({ address, connections: limits.addressConnections }, 'an address has too many connections');
  };

  const endHandshake = (ends: string, network: string) => {
    handshakes.delete(ends);
    const own = handshakesOf.get(network);
    own?.delete(ends);
    if (own?.size === 0) handshakesOf.delete(network);
  };

  const beginHandshake = (socket: Socket, network: string): boolean => {
    const now = clock.now();
    const ofNetwork = handshakesOf.get(network) ?? new Map<string, Handshake>();
    if (!hasRoom(ofNetwork, limits.addressHandshakes, now) || !hasRoom(handshakes, limits.handshakes, now))
      return false;
    const ends = endsOf(socket);
    const end = () => {
      // A later connection may have the same addresses and ports by now.
      if (handshakes.get(ends) === handshake) endHandshake(ends, network);
    };
    const giveWay = () => {
      end();
      socket.destroy();
    };
    const handshake = { at: now, giveWay };
    handshakesOf.set(network, ofNetwork.set(ends, handshake));
    handshakes.set(ends, handshake);
    socket.once('close', end);
    return true;
  };

  const refuse = (socket: Socket): false => {
    socket.destroy();
    return false;
  };

  return {
    admit: (socket, { isTls } = { isTls: false }) => {
      const { remoteAddress: address } = socket;
      if (address === undefined) return refuse(socket);
      if (isShared(address)) return true;
      const network = toClientNetwork(address);
      const release = connections.tryAcquire(network);
      if (release === undefined) {
        warn(network);
        return refuse(socket);
      }
      if (isTls && !beginHandshake(socket, network)) {
        release();
        return refuse(socket);
      }
      socket.once('close', () => release());
      return true;
    },
    secured: (socket) => {
      if (socket.remoteAddress !== undefined)
        endHandshake(endsOf(socket), toClientNetwork(socket.remoteAddress));
    },
  };
}
