import { isIPv4 } from 'node:net';
import type { NetworkInterfaceInfo } from 'node:os';

/** The local address and the destinations of discovery on one network interface. */
export interface BroadcastRoute {
  readonly from: string;
  readonly to: readonly string[];
}

type Interfaces = NodeJS.Dict<NetworkInterfaceInfo[]>;

const toNumber = (address: string) =>
  address.split('.').reduce((number, part) => number * 256 + Number(part), 0);
const toText = (number: number) => [24, 16, 8, 0].map((bits) => (number >>> bits) & 255).join('.');

/** Returns the broadcast address of a network, from an address in the network and the network mask. */
export const toBroadcast = (address: string, netmask: string): string =>
  toText(((toNumber(address) & toNumber(netmask)) | ~toNumber(netmask)) >>> 0);

/**
 * Returns the routes of discovery for every IPv4 interface: the limited broadcast (interface 4.1), sent from the
 * address of each interface because it otherwise leaves the machine through only one; the broadcast of the network; and
 * on loopback the machine itself. Networks of one or two addresses have no broadcast.
 */
export const broadcastRoutes = (interfaces: Interfaces): readonly BroadcastRoute[] =>
  Object.values(interfaces)
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family }) => family === 'IPv4')
    .map(({ address, netmask, internal }) => {
      if (internal) return { from: address, to: ['127.0.0.1'] };
      const small = netmask === '255.255.255.255' || netmask === '255.255.255.254';
      return { from: address, to: ['255.255.255.255', ...(small ? [] : [toBroadcast(address, netmask)])] };
    });

/** Minimum prefix length, in bits, of a network in which every machine is asked. */
const fewestBits = 22;

/**
 * Returns the destinations of discovery for `ADDRESS/BITS`: the broadcast of that network and, because routers seldom
 * forward a broadcast (wire facts 10), each machine of a small network. Any other text is returned as a single address
 * or name.
 */
export function toTargets(given: string): readonly string[] {
  const [, network = '', bits = ''] = /^(\d+\.\d+\.\d+\.\d+)\/(\d{1,2})$/.exec(given) ?? [];
  if (!isIPv4(network) || Number(bits) > 32) return [given];
  const size = 2 ** (32 - Number(bits));
  const first = Math.floor(toNumber(network) / size) * size;
  if (size <= 2) return Array.from({ length: size }, (_, at) => toText(first + at));
  const broadcast = toText(first + size - 1);
  if (Number(bits) < fewestBits) return [broadcast];
  return [broadcast, ...Array.from({ length: size - 2 }, (_, at) => toText(first + 1 + at))];
}
