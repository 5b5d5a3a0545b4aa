import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { authorityOf, namesTwoHosts } from '@plenum/platform';
import { type Refusal, refuse } from '@plenum/protocol/refusal';
import { createKeyCheck, type Guesses } from './key-check.ts';

/** Rules for access to a bridge over HTTP. */
export interface Access {
  /** Host names of the bridge, in addition to its addresses and `localhost`. */
  readonly allowedHosts: readonly string[];
  readonly accessKey: string | undefined;
  /** Address of a proxy that authenticates its users itself, such as the supervisor of Home Assistant. */
  readonly ingressFrom?: string | undefined;
}

/** True if a connection comes from the ingress proxy. Headers are not considered because any client can send them. */
export const isIngress = (
  remote: string | undefined,
  { ingressFrom }: Pick<Access, 'ingressFrom'>,
): boolean => ingressFrom !== undefined && remote?.replace(/^::ffff:/, '') === ingressFrom;

/** The part of a request that a guard checks. */
export interface GuardedRequest {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** Names and values alternately, as received. */
  readonly rawHeaders: readonly string[];
  readonly httpVersion: string;
  readonly from: () => string | undefined;
  /** True if the path of the request is served without the key. */
  readonly isOpen: () => boolean;
}

/** Returns a refusal if a request may not use this bridge; otherwise undefined. */
export type Guard = (request: GuardedRequest) => Refusal | undefined;

/** Returns the host of a `Host` header, without port and brackets; undefined if it is malformed (RFC 9110, 7.2). */
const hostOf = (header: string): string | undefined => {
  const [, address, name] = /^(?:\[([0-9A-Fa-f:.]+)\]|([^:[\]/@\s]+))(?::[0-9]{1,5})?$/.exec(header) ?? [];
  return address ?? name?.toLowerCase();
};

/**
 * Returns a function that is true if a `Host` header contains a name of this bridge. Any address and `localhost` are
 * accepted. Other names must be allowed, because a foreign page whose name was pointed at this machine (DNS rebinding)
 * still sends its own name.
 */
const createHostCheck = (allowed: readonly string[]): ((header: string) => boolean) => {
  const names = new Set(['localhost', ...allowed.map((name) => name.toLowerCase())]);
  return (header) => {
    const host = hostOf(header);
    return host !== undefined && (isIP(host) !== 0 || names.has(host));
  };
};

/** True if the page that sends a request has the same host and port as the request. */
const isSameOrigin = (origin: string, host: string): boolean => {
  try {
    const page = new URL(origin);
    // The URL parser removes the default port, so the host has to be parsed too.
    return page.origin === origin && page.host === new URL(`${page.protocol}//${host}`).host;
  } catch {
    return false;
  }
};

/** Returns the key in an `Authorization` header (RFC 6750, 2.1). */
const keyIn = (authorization = ''): string | undefined => /^Bearer +(\S+)$/i.exec(authorization)?.[1];

/** Maximum number of `Host` headers that are cached with the result of their check. */
const maxCachedHosts = 256;

export function createGuard(access: Access, guesses: Guesses): Guard {
  const { allowedHosts, accessKey, ingressFrom } = access;
  const isOurHost = createHostCheck(allowedHosts);
  const checkKey = accessKey === undefined ? undefined : createKeyCheck(accessKey, guesses);
  const cache = new Set<string>();
  const isAllowedHost = (host: string) => {
    if (cache.has(host)) return true;
    if (!isOurHost(host)) return false;
    if (cache.size < maxCachedHosts) cache.add(host);
    return true;
  };
  return ({ url, headers, rawHeaders, httpVersion, from, isOpen }) => {
    const { origin } = headers;
    const host = headers.host ?? authorityOf(url);
    // HTTP/1.1 requires the header (RFC 9112, 3.2). HTTP/1.0 does not have it, but no browser uses HTTP/1.0.
    if (headers.host === undefined && httpVersion !== '1.0')
      return refuse('malformed-request', { facts: { reason: 'no-host' } }).refusal;
    if (namesTwoHosts({ url, rawHeaders }))
      return refuse('malformed-request', { facts: { reason: 'two-hosts' } }).refusal;
    if (ingressFrom !== undefined && isIngress(from(), access)) {
      // The proxy has authenticated its user, under its own host name. A foreign page in that user's browser stays
      // foreign.
      const hosts = [host ?? '', String(headers['x-forwarded-host'] ?? '')];
      return origin === undefined || hosts.some((each) => isSameOrigin(origin, each))
        ? undefined
        : refuse('foreign-origin', { input: origin }).refusal;
    }
    if (host !== undefined && !isAllowedHost(host)) return refuse('foreign-host', { input: host }).refusal;
    if (origin !== undefined && !isSameOrigin(origin, host ?? ''))
      return refuse('foreign-origin', { input: origin }).refusal;
    if (checkKey === undefined || isOpen()) return undefined;
    const { isRight, wait } = checkKey(keyIn(headers.authorization), from());
    if (wait > 0) return refuse('too-many-keys', { facts: { wait } }).refusal;
    return isRight ? undefined : refuse('key-required').refusal;
  };
}
