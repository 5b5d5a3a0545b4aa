import { isIPv4 } from 'node:net';

/** True if an address can be reached only from this machine. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));

/**
 * Returns the address to which UDP binds when HTTP is on `host`: broadcasts reach only sockets bound to every address.
 * Bridges at different loopback addresses are found separately.
 */
export function udpHostFor(host: string): string {
  if (!isLoopback(host)) return '0.0.0.0';
  return isIPv4(host) ? host : '127.0.0.1';
}

/** Returns the only IPv4 address that HTTP is served on; undefined if there are several. */
export function onlyAddress(host: string): string | undefined {
  if (isLoopback(host)) return isIPv4(host) ? host : '127.0.0.1';
  return isIPv4(host) && host !== '0.0.0.0' ? host : undefined;
}

/**
 * Returns the default destination of change notices: the whole network (wire facts 5), or if possible only this
 * machine.
 */
export function defaultNotifyAddress(host: string, platform: string): string {
  if (!isLoopback(host)) return '255.255.255.255';
  return platform === 'linux' ? '127.255.255.255' : '127.0.0.1';
}
