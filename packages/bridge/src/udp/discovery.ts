import { createSocket, type Socket } from 'node:dgram';
import type { Runtime } from '@plenum/platform';
import type { Dialect } from '@plenum/protocol/dialect';
import { isDiscoveryRequest } from '@plenum/protocol/discovery';
import { type Device, isSilent } from '../device/device.ts';
import type { Counts } from '../diagnostics/counts.ts';
import type { RecentRequests } from '../diagnostics/recent-requests.ts';
import { toQuirkyAnnouncement } from '../quirks/announcement.ts';
import type { BridgeQuirks } from '../quirks/bridge-quirks.ts';

interface DiscoveryDeps extends Pick<Runtime, 'clock' | 'log'> {
  readonly socket: Socket;
  readonly device: Device;
  readonly shownDevice: Device;
  readonly quirks: BridgeQuirks;
  readonly dialect: Dialect;
  readonly httpPort: number;
  /** The only address that HTTP is served on; undefined means every address of the machine. */
  readonly address: string | undefined;
  /** True for a peer whose requests are answered. */
  readonly isLocal: (peer: string) => boolean;
  readonly datagrams: Counts;
  readonly recent: RecentRequests | undefined;
}

/**
 * Looks up the local address that the routing table gives for a peer, without sending a datagram. Undefined if there is
 * no route.
 */
const lookUpLocalAddress = (peer: string, port: number): Promise<string | undefined> =>
  new Promise((resolve) => {
    const probe = createSocket('udp4');
    const finish = (address: string | undefined) => {
      probe.close();
      resolve(address);
    };
    probe.once('error', () => finish(undefined));
    probe.connect(port, peer, () => finish(probe.address().address));
  });

/** Maximum simultaneous lookups: each takes a socket, and anyone can send from many addresses. */
const maxLookups = 32;

/**
 * Creates a function that finds the local address for a peer; undefined if there is none, or if too many lookups are
 * running.
 */
const createLocalAddressFor = (): ((peer: string, port: number) => Promise<string | undefined>) => {
  const lookups = new Map<string, Promise<string | undefined>>();
  return async (peer, port) => {
    const known = lookups.get(peer);
    if (known !== undefined) return known;
    if (lookups.size >= maxLookups) return undefined;
    const lookup = lookUpLocalAddress(peer, port);
    lookups.set(peer, lookup);
    const address = await lookup;
    lookups.delete(peer);
    return address;
  };
};

interface DiscoveryAnswerDeps extends Pick<DiscoveryDeps, 'socket' | 'address' | 'isLocal' | 'log'> {
  /** Returns the response to a client that reaches the bridge at an address; undefined if there is none. */
  readonly toText: (address: string, peer: string) => string | undefined;
  readonly sent?: () => void;
  readonly failed?: () => void;
}

/** Answers each discovery request with a text that contains the address at which its sender can reach the bridge. */
export function answerDiscoveryWith(deps: DiscoveryAnswerDeps): void {
  const { socket, address: only, isLocal, toText, sent, failed, log } = deps;
  const localAddressFor = createLocalAddressFor();
  const fail = (error: unknown) => {
    failed?.();
    log.warn({ err: error }, 'a discovery request could not be answered');
  };
  const answer = async (peer: string, port: number) => {
    const address = only ?? (await localAddressFor(peer, port));
    if (address === undefined) return failed?.();
    const text = toText(address, peer);
    if (text !== undefined)
      socket.send(text, port, peer, (error) => (error === null ? sent?.() : fail(error)));
  };
  socket.on('error', (error) => log.warn({ err: error }, 'the discovery socket failed'));
  socket.on('message', (bytes, { address: peer, port }) => {
    if (isDiscoveryRequest(bytes) && port !== 0 && isLocal(peer)) answer(peer, port).catch(fail);
  });
}

/** Answers each discovery request as a bridge with a device (interface 4.1). */
export function answerDiscovery(deps: DiscoveryDeps): void {
  const { device, shownDevice, quirks, dialect, httpPort, datagrams, recent, clock } = deps;
  answerDiscoveryWith({
    ...deps,
    sent: datagrams.counter('discovery', 'sent'),
    failed: datagrams.counter('discovery', 'failed'),
    toText: (address, peer) => {
      if (quirks.silentFor('restart') > 0 || isSilent(device)) return undefined;
      const startedAt = recent?.elapsed() ?? 0;
      device.advanceTo(clock.now());
      const { uid } = device.identity;
      const announcement = { uid, address, datagrams: shownDevice.datagrams(), dialect, httpPort };
      recent?.addDiscovery(peer, startedAt);
      return toQuirkyAnnouncement(announcement, quirks.current());
    },
  });
}
