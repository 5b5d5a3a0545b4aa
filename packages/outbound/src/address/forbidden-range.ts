import ipaddr from 'ipaddr.js';

/** In development mode: true to allow this machine, its network and plain http. */
export interface AddressPolicy {
  readonly isDevelopment: boolean;
}

/** A range of forbidden addresses: a name from `ipaddr.js`, or one defined here. */
type ForbiddenRange = string;

/**
 * Addresses that cloud providers use for services to their machines, although the addresses are in ordinary ranges.
 */
const platform = new Set([
  // The virtual address of Azure's platform: DHCP, DNS, health, keys of the machine.
  '168.63.129.16',
  // The metadata service of EC2 over IPv6, in the form of `toNormalizedString`.
  'fd00:ec2:0:0:0:0:0:254',
]);

/** This machine and its network, where integrators test their endpoints. */
const ownNetwork: ReadonlySet<ForbiddenRange> = new Set(['loopback', 'private', 'uniqueLocal']);

/** IPv6 addresses that are allocated for ordinary use (RFC 4291, 2.4); all others are special or not allocated. */
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
 * Returns the range of an address if the address is forbidden, otherwise `undefined`. Only ordinary public addresses
 * are allowed: not this machine, its network or the metadata service of its provider, not multicast, and not the forms
 * of IPv6 that contain an IPv4 address (mapped, 6to4, Teredo, NAT64). Development mode allows this machine and private
 * networks.
 */
export function forbiddenRangeOf(
  address: string,
  { isDevelopment }: AddressPolicy,
): ForbiddenRange | undefined {
  const range = rangeOf(address);
  return range !== undefined && isDevelopment && ownNetwork.has(range) ? undefined : range;
}

/**
 * Returns the range of the address in the detail of an attempt. The detail also contains the address itself if the
 * endpoint's URL does.
 */
export const rangeIn = (detail: string): string => /\((\w+)\)$/.exec(detail)?.[1] ?? detail;
