import ipaddr from 'ipaddr.js';

/** Where an address lies that nothing is sent to: a name of `ipaddr.js`, or one of ours. */
export type ForbiddenRange = string;

/** Addresses in ordinary ranges behind which clouds keep services for their own machines. */
const platform = new Set([
  // Azure's virtual public address of the platform: DHCP, DNS, health, keys of the machine.
  '168.63.129.16',
]);

/** All of IPv6 that is given out for ordinary use (RFC 4291, 2.4); the rest is special or not given out. */
const global6 = ipaddr.IPv6.parseCIDR('2000::/3');

const rangeOf = (address: string): ForbiddenRange | undefined => {
  if (platform.has(address)) return 'platform';
  const isV4 = ipaddr.IPv4.isValidFourPartDecimal(address);
  if (!isV4 && !ipaddr.IPv6.isValid(address)) return 'malformed';
  const parsed = ipaddr.parse(address);
  const range = parsed.range();
  if (range !== 'unicast') return range;
  return parsed instanceof ipaddr.IPv6 && !parsed.match(global6) ? 'unassigned' : undefined;
};

/**
 * Says where an address lies if nothing may be sent there, else `undefined`. Only ordinary public addresses may: not
 * this machine, its network or its platform's metadata service, not multicast, and not the forms of IPv6 that carry an
 * IPv4 address inside (mapped, 6to4, Teredo, NAT64). `allowLoopback` lets this machine through, for development.
 */
export const guardAddress = (
  address: string,
  { allowLoopback }: { readonly allowLoopback: boolean },
): ForbiddenRange | undefined => {
  const range = rangeOf(address);
  return range === 'loopback' && allowLoopback ? undefined : range;
};
