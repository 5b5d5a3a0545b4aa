import type { IncomingHttpHeaders } from 'node:http';
import { BlockList } from 'node:net';
import type { InstallerAccess } from '@plenum/protocol/extension';
import { type Access, isIngress } from './guard.ts';
import { createKeyCheck, type Guesses } from './key-check.ts';

/** The header with the installer key of a bridge. */
export const installerKeyHeader = 'plenum-installer-key';

/** What decides whether the client of a request may give an installer's commands. */
export interface InstallerRequest {
  readonly headers: IncomingHttpHeaders;
  readonly httpVersion: string;
  /** The other end of the connection. */
  readonly remoteAddress: string | undefined;
}

export interface InstallerAccessDeps extends Pick<Access, 'ingressFrom'> {
  /** The wrong installer keys. */
  readonly guesses: Guesses;
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && loopback.check(address, address.includes(':') ? 'ipv6' : 'ipv4');

/** The names by which a program on this machine reaches it. */
const isOwnName = (host = ''): boolean =>
  /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i.test(host);

/** What proxies add to a request: a client that is on this machine itself sends none of these. */
const isProxied = (headers: IncomingHttpHeaders): boolean =>
  Object.keys(headers).some((name) =>
    /^(?:forwarded|via|x-forwarded(?:-.*)?|x-real-ip|x-client-ip|x-original-.*|x-ingress-path|(?:x-)?remote-user.*|true-client-ip|cf-.*|x-envoy-.*|tailscale-.*)$/.test(
      name,
    ),
  );

/** A direct request of this machine: HTTP/1.0 is what a proxy in front speaks, and no browser does. */
const isDirect = ({ headers, httpVersion, remoteAddress }: InstallerRequest): boolean =>
  isLoopback(remoteAddress) && isOwnName(headers.host) && !isProxied(headers) && httpVersion !== '1.0';

/**
 * Who may give an installer's commands: with a key those that send it, without one direct requests of this machine. After
 * too many wrong keys an address needs the key as if it had sent none. What comes through the ingress of another system never may: its
 * users are not ours.
 */
export const createInstallerCheck = (
  key: string | undefined,
  { guesses, ...access }: InstallerAccessDeps,
): ((request: InstallerRequest) => InstallerAccess) => {
  const isOfIngress = ({ remoteAddress }: InstallerRequest) => isIngress(remoteAddress, access);
  if (key === undefined)
    return (request) => (isDirect(request) && !isOfIngress(request) ? 'allowed' : 'not-from-here');
  const check = createKeyCheck(key, guesses);
  return (request) => {
    if (isOfIngress(request)) return 'not-from-here';
    const { headers, remoteAddress } = request;
    const given = headers[installerKeyHeader];
    return check(typeof given === 'string' ? given : undefined, remoteAddress).isRight
      ? 'allowed'
      : 'needs-key';
  };
};
