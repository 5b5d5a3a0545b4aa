import type { IncomingHttpHeaders } from 'node:http';
import { BlockList } from 'node:net';
import type { InstallerAccess } from '@plenum/protocol/extension';
import { type Access, isIngress } from './guard.ts';
import { createKeyCheck, type Guesses } from './key-check.ts';

/** Header that contains the installer key of a bridge. */
export const installerKeyHeader = 'plenum-installer-key';

/** The properties of a request that determine whether its client may give an installer's commands. */
export interface InstallerRequest {
  readonly headers: IncomingHttpHeaders;
  readonly httpVersion: string;
  /** Address of the other end of the connection. */
  readonly remoteAddress: string | undefined;
}

export interface InstallerAccessDeps extends Pick<Access, 'ingressFrom'> {
  /** Counter of wrong installer keys. */
  readonly guesses: Guesses;
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && loopback.check(address, address.includes(':') ? 'ipv6' : 'ipv4');

/** True for the host names by which a program on this machine reaches the bridge. */
const isOwnName = (host = ''): boolean =>
  /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i.test(host);

/** True if a request has headers that proxies add. A client on this machine sends none of them. */
const isProxied = (headers: IncomingHttpHeaders): boolean =>
  Object.keys(headers).some((name) =>
    /^(?:forwarded|via|x-forwarded(?:-.*)?|x-real-ip|x-client-ip|x-original-.*|x-ingress-path|(?:x-)?remote-user.*|true-client-ip|cf-.*|x-envoy-.*|tailscale-.*)$/.test(
      name,
    ),
  );

/** True for a direct request from this machine. HTTP/1.0 is excluded because proxies use it, but no browser does. */
const isDirect = ({ headers, httpVersion, remoteAddress }: InstallerRequest): boolean =>
  isLoopback(remoteAddress) && isOwnName(headers.host) && !isProxied(headers) && httpVersion !== '1.0';

/**
 * Creates the check for an installer's commands. With an installer key, requests must send it; without one, only direct
 * requests from this machine are allowed. After too many wrong keys an address is treated as if it had sent no key.
 * Requests through the ingress of another system are never allowed, because the bridge does not manage the users of
 * that system.
 */
export function createInstallerCheck(
  key: string | undefined,
  { guesses, ...access }: InstallerAccessDeps,
): (request: InstallerRequest) => InstallerAccess {
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
}
