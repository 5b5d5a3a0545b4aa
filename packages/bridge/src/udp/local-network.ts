import { BlockList, isIP } from 'node:net';
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';
import { bridgeFailures } from '../bridge-failures.ts';

/** Ranges that are never routed across the internet: this machine, RFC 1918, RFC 3927, RFC 4193 and RFC 4291. */
const localRanges = [
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '::1/128',
  'fc00::/7',
  'fe80::/10',
];

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Adds `ADDRESS` or `ADDRESS/BITS`; false if it is neither. */
const addRange = (list: BlockList, range: string): boolean => {
  const [address = '', bits, ...more] = range.split('/');
  if (isIP(address) === 0 || more.length > 0) return false;
  const most = isIP(address) === 6 ? 128 : 32;
  if (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= most)) return false;
  list.addSubnet(address, bits === undefined ? most : Number(bits), familyOf(address));
  return true;
};

/** Returns the networks of this machine's interfaces, including public ones. */
type Interfaces = () => NodeJS.Dict<readonly Pick<NetworkInterfaceInfo, 'cidr'>[]>;

/**
 * Time for which the interfaces are cached, in ms: reading them takes longer than a response, and anyone can send
 * requests.
 */
const interfacesAge = 10_000;

/**
 * Creates a function that returns true for a peer on a local network: one that the internet does not route to, a
 * network of one of this machine's interfaces, or one of `more` (`ADDRESS/BITS`). Other peers could make the bridge
 * send responses to a victim, by using the victim's address as the sender. Throws `discovery-range` for an invalid
 * range.
 */
export function createIsLocal(
  more: readonly string[],
  { now, interfaces = networkInterfaces }: { now: () => number; interfaces?: Interfaces },
): (peer: string) => boolean {
  const allowed = new BlockList();
  for (const range of localRanges) addRange(allowed, range);
  for (const range of more)
    if (!addRange(allowed, range)) throw bridgeFailures.error('discovery-range', { range });
  let own = new BlockList();
  let readAt = Number.NEGATIVE_INFINITY;
  const readInterfaces = () => {
    own = new BlockList();
    readAt = now();
    for (const { cidr } of Object.values(interfaces()).flatMap((each) => each ?? []))
      if (cidr !== null) addRange(own, cidr);
  };
  return (peer) => {
    const family = familyOf(peer);
    if (allowed.check(peer, family)) return true;
    if (Math.abs(now() - readAt) >= interfacesAge) readInterfaces();
    return own.check(peer, family);
  };
}
