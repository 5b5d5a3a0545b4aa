import { createSocket, type Socket } from 'node:dgram';
import type { Clock } from '@plenum/platform';
import type { Dialect } from '@plenum/protocol/dialect';
import { isDiscoveryRequest } from '@plenum/protocol/discovery';
import { type Device, isSilent } from '../device/device.ts';
import type { Log } from '../log/log.ts';
import type { Counts } from '../metrics/counts.ts';
import { toQuirkyAnnouncement } from '../quirks/announcement.ts';
import type { BridgeQuirks } from '../quirks/bridge-quirks.ts';
import type { RecentRequests } from '../requests/recent-requests.ts';

interface DiscoveryDeps {
  readonly socket: Socket;
  readonly device: Device;
  readonly interfaceDevice: Device;
  readonly quirks: BridgeQuirks;
  readonly dialect: Dialect;
  readonly httpPort: number;
  /** The only address that HTTP is served on; undefined means every address of the machine. */
  readonly address: string | undefined;
  /** True for a peer whose requests are answered. */
  readonly isLocal: (peer: string) => boolean;
  readonly datagrams: Counts;
  readonly recent: RecentRequests | undefined;
  readonly clock: Clock;
  readonly log: Log;
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

/** Answers each discovery request with the address at which its sender can reach the bridge (interface 4.1). */
export const answerDiscovery = (deps: DiscoveryDeps): void => {
  const {
    socket,
    device,
    interfaceDevice,
    quirks,
    dialect,
    httpPort,
    address: only,
    isLocal,
    datagrams,
    recent,
    clock,
    log,
  } = deps;
  const countSent = datagrams.counter('discovery', 'sent');
  const countFailed = datagrams.counter('discovery', 'failed');
  const localAddressFor = createLocalAddressFor();
  const fail = (error: unknown) => {
    countFailed();
    log.warn({ err: error }, 'a discovery request could not be answered');
  };
  const answer = async (peer: string, port: number) => {
    const startedAt = recent?.elapsed() ?? 0;
    const address = only ?? (await localAddressFor(peer, port));
    if (address === undefined) return countFailed();
    device.advanceTo(clock.now());
    const { uid } = device.identity;
    const announcement = { uid, address, datagrams: interfaceDevice.datagrams(), dialect, httpPort };
    const text = toQuirkyAnnouncement(announcement, quirks.current());
    recent?.addDiscovery(peer, startedAt);
    socket.send(text, port, peer, (error) => (error === null ? countSent() : fail(error)));
  };
  socket.on('error', (error) => log.warn({ err: error }, 'the discovery socket failed'));
  socket.on('message', (bytes, { address: peer, port }) => {
    if (quirks.silentFor('restart') > 0 || isSilent(device)) return;
    if (isDiscoveryRequest(bytes) && port !== 0 && isLocal(peer)) answer(peer, port).catch(fail);
  });
};
