import type { NetworkInterfaceInfo } from 'node:os';

/** The addresses to send from and to on one network interface. */
export interface BroadcastRoute {
  readonly from: string;
  readonly to: readonly string[];
}

type Interfaces = NodeJS.Dict<NetworkInterfaceInfo[]>;

const toNumber = (address: string) =>
  address.split('.').reduce((number, part) => number * 256 + Number(part), 0);
const toText = (number: number) => [24, 16, 8, 0].map((bits) => (number >>> bits) & 255).join('.');

/** The broadcast address of a network, from an address in it and its mask. */
export const toBroadcast = (address: string, netmask: string): string =>
  toText(((toNumber(address) & toNumber(netmask)) | ~toNumber(netmask)) >>> 0);

/**
 * Where discovery is sent on every IPv4 interface: the limited broadcast (interface 4.1), which leaves a machine
 * only through one interface unless sent from the address of each, the network's own broadcast, and on loopback
 * the machine itself. Networks of one or two addresses have no broadcast.
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
