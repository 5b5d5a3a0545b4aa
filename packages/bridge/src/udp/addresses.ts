import { isIPv4 } from 'node:net';

/** Whether an address is reached from this machine only. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));

/** The address UDP is bound to beside HTTP on `host`: broadcasts reach only sockets bound to every address. */
export const udpHostFor = (host: string): string => (isLoopback(host) ? '127.0.0.1' : '0.0.0.0');

/** The one IPv4 address HTTP is served on; undefined where it is served on every one. */
export const onlyAddress = (host: string): string | undefined => {
  if (isLoopback(host)) return isIPv4(host) ? host : '127.0.0.1';
  return isIPv4(host) && host !== '0.0.0.0' ? host : undefined;
};

/** Where notifications go unless told: all of the network (wire facts 5), or all of this machine where it can. */
export const defaultNotifyAddress = (host: string, platform: string): string => {
  if (!isLoopback(host)) return '255.255.255.255';
  return platform === 'linux' ? '127.255.255.255' : '127.0.0.1';
};
