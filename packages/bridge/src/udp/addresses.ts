import { isIPv4 } from 'node:net';

/** Whether an address can be reached from this machine only. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));

/** The address that UDP binds to when HTTP is on `host`: broadcasts reach only sockets bound to every address. */
export const udpHostFor = (host: string): string => (isLoopback(host) ? '127.0.0.1' : '0.0.0.0');

/** The only IPv4 address that HTTP is served on; undefined where there are several. */
export const onlyAddress = (host: string): string | undefined => {
  if (isLoopback(host)) return isIPv4(host) ? host : '127.0.0.1';
  return isIPv4(host) && host !== '0.0.0.0' ? host : undefined;
};

/** The default destination of notifications: the whole network (wire facts 5), or this whole machine where possible. */
export const defaultNotifyAddress = (host: string, platform: string): string => {
  if (!isLoopback(host)) return '255.255.255.255';
  return platform === 'linux' ? '127.255.255.255' : '127.0.0.1';
};
