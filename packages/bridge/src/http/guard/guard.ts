import type { IncomingHttpHeaders } from 'node:http';
import { type Refusal, refuse } from '@plenum/protocol/refusal';
import { createHostGuard } from './host.ts';
import { createKeyGuard } from './key.ts';
import { isSameOrigin } from './origin.ts';

/** Who may use a bridge over HTTP. */
export interface Access {
  /** Names beside addresses and `localhost` under which the bridge is reached. */
  readonly allowedHosts: readonly string[];
  readonly accessKey: string | undefined;
}

/** What a guard looks at. */
export interface Incoming {
  readonly headers: IncomingHttpHeaders;
  readonly httpVersion: string;
  /** Whether the path is open without the key. */
  readonly isOpen: boolean;
}

/** Why a request may not use this bridge; undefined where it may. */
export type Guard = (incoming: Incoming) => Refusal | undefined;

/** The most hosts whose verdict is remembered. */
const maxHosts = 256;

export const createGuard = ({ allowedHosts, accessKey }: Access): Guard => {
  const isOurs = createHostGuard(allowedHosts);
  const hasKey = accessKey === undefined ? undefined : createKeyGuard(accessKey);
  const known = new Set<string>();
  const isKnown = (host: string) => {
    if (known.has(host)) return true;
    if (!isOurs(host)) return false;
    if (known.size < maxHosts) known.add(host);
    return true;
  };
  return ({ headers, httpVersion, isOpen }) => {
    const { host, origin } = headers;
    // HTTP/1.1 wants the header (RFC 9112, 3.2); HTTP/1.0 does not know it, and no browser speaks that.
    if (host === undefined && httpVersion !== '1.0')
      return refuse('malformed-request', { facts: { why: 'it has no Host header' } }).refusal;
    if (host !== undefined && !isKnown(host)) return refuse('foreign-host', { input: host }).refusal;
    if (origin !== undefined && !isSameOrigin(origin, host ?? ''))
      return refuse('foreign-origin', { input: origin }).refusal;
    if (hasKey !== undefined && !isOpen && !hasKey(headers.authorization))
      return refuse('key-required').refusal;
    return undefined;
  };
};
