import { isIP } from 'node:net';

/** The name part of a `Host` header, without port and brackets; undefined where it is none (RFC 9110, 7.2). */
const nameOf = (host: string): string | undefined => {
  const [, address, name] = /^(?:\[([0-9A-Fa-f:.]+)\]|([^:[\]/@\s]+))(?::[0-9]{1,5})?$/.exec(host) ?? [];
  return address ?? name?.toLowerCase();
};

/**
 * Tells whether a `Host` header may be served. An address or `localhost` always may. Any other name must be allowed:
 * a foreign page whose name is made to point here (DNS rebinding) still sends that name.
 */
export const createHostGuard = (allowed: readonly string[]): ((host: string) => boolean) => {
  const names = new Set(['localhost', ...allowed.map((name) => name.toLowerCase())]);
  return (host) => {
    const name = nameOf(host);
    return name !== undefined && (isIP(name) !== 0 || names.has(name));
  };
};
