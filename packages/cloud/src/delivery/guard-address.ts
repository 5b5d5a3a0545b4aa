import ipaddr from 'ipaddr.js';

/** Whether this machine, its network and plain http are allowed, which is for development only. */
export interface Reach {
  readonly isDevelopment: boolean;
}

/** Where an address lies that nothing is sent to: a name of `ipaddr.js`, or one of ours. */
export type ForbiddenRange = string;

/** Addresses in ordinary ranges behind which clouds keep services for their own machines. */
const platform = new Set([
  // Azure's virtual public address of the platform: DHCP, DNS, health, keys of the machine.
  '168.63.129.16',
  // The metadata service of EC2 by IPv6, written as `toNormalizedString` does.
  'fd00:ec2:0:0:0:0:0:254',
]);

/** Ranges of the own machine and the own network: where integrators try things out (interface 6). */
const ownNetwork: ReadonlySet<ForbiddenRange> = new Set(['loopback', 'private', 'uniqueLocal']);

/** All of IPv6 that is given out for ordinary use (RFC 4291, 2.4); the rest is special or not given out. */
const global6 = ipaddr.IPv6.parseCIDR('2000::/3');

const rangeOf = (address: string): ForbiddenRange | undefined => {
  const isV4 = ipaddr.IPv4.isValidFourPartDecimal(address);
  if (!isV4 && !ipaddr.IPv6.isValid(address)) return 'malformed';
  const parsed = ipaddr.parse(address);
  if (platform.has(parsed.toNormalizedString())) return 'platform';
  const range = parsed.range();
  if (range !== 'unicast') return range;
  return parsed instanceof ipaddr.IPv6 && !parsed.match(global6) ? 'unassigned' : undefined;
};

/**
 * Says where an address lies if nothing may be sent there, else `undefined`. Only ordinary public addresses may: not
 * this machine, its network or its platform's metadata service, not multicast, and not the forms of IPv6 that carry an
 * IPv4 address inside (mapped, 6to4, Teredo, NAT64). Development lets this machine and private networks through.
 */
export const guardAddress = (address: string, { isDevelopment }: Reach): ForbiddenRange | undefined => {
  const range = rangeOf(address);
  return range !== undefined && isDevelopment && ownNetwork.has(range) ? undefined : range;
};
