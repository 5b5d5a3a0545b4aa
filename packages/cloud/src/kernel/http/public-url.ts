import { isIP } from 'node:net';
import { cloudFailures } from '../failure/failure.ts';

/** Whether a URL leads to this machine alone. */
export const isLoopback = ({ hostname }: URL): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);

/**
 * The origin of a public address, without a trailing slash. Throws an error of `cloudFailures` for one with a path, and
 * for plain http to another machine (RFC 6749, 3.1: TLS).
 */
export const toPublicUrl = (url: string): string => {
  const parsed = URL.parse(url);
  if (parsed === null || !/^https?:$/.test(parsed.protocol) || `${parsed.origin}/` !== parsed.href)
    throw cloudFailures.error('public-url-unusable', { url });
  if (parsed.protocol === 'http:' && !isLoopback(parsed))
    throw cloudFailures.error('public-url-not-https', { url });
  return parsed.origin;
};

/** The origin of an address listened on; 0.0.0.0 and :: become an address of this machine. */
export const toOwnUrl = (host: string, port: number, scheme: 'http' | 'https' = 'http'): string => {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `${scheme}://${isIP(name) === 6 ? `[${name}]` : name}:${port}`;
};

/** Whether an origin is reached from this machine alone. */
export const isOwnMachine = (url: string): boolean => isLoopback(new URL(url));

/**
 * The origin of a cloud by a name and not an IP address, which WebAuthn requires: that of a cloud on this machine is
 * `localhost`. Undefined where the address of another machine is all there is.
 */
export const toNamedOrigin = (url: string): string | undefined => {
  const parsed = new URL(url);
  if (isLoopback(parsed)) parsed.hostname = 'localhost';
  return isIP(parsed.hostname.replace(/^\[|\]$/g, '')) === 0 ? parsed.origin : undefined;
};

/**
 * The public origin, where a browser came to this machine by another of its names: cookies belong to one name, so what is
 * begun under this one would be lost at the next absolute link. Undefined where it has to go nowhere else.
 */
export const toPublicName = (asked: string, publicUrl: string): string | undefined => {
  const [here, there] = [URL.parse(asked), new URL(publicUrl)];
  if (here === null || here.hostname === there.hostname || here.port !== there.port) return undefined;
  return isLoopback(here) && isLoopback(there) ? publicUrl : undefined;
};
