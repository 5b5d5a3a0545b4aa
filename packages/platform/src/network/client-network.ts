import { isIPv6 } from 'node:net';

/**
 * Returns the first four groups of an IPv6 address in full: the network that a provider usually assigns to a household
 * or server.
 */
const toNetwork = (address: string): string => {
  const [head = '', tail] = address.split('%')[0]!.toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array.from({ length: zeros }, () => '0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
};

const withoutPort = (address: string): string =>
  /^\[([^\]]+)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address;

/**
 * Returns the place of a request: an IPv4 address, or the /64 network of an IPv6 address, because a sender can choose
 * any address within that network.
 */
export function toClientNetwork(given: string): string {
  // Some load balancers add the port, which differs for each connection.
  const address = withoutPort(given);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  return isIPv6(address) ? toNetwork(address) : address;
}
