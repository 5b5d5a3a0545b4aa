import { isIP } from 'node:net';
import { cloudFailures } from '../failure/failure.ts';

/** True if a URL can only lead to this machine. */
export const isLoopback = ({ hostname }: URL): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);

/**
 * Returns the origin of a public address, without a trailing slash. Throws an error of `cloudFailures` if the address
 * has a path, or is plain http to another machine (RFC 6749, 3.1: TLS).
 */
export function toPublicUrl(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null || !/^https?:$/.test(parsed.protocol) || `${parsed.origin}/` !== parsed.href)
    throw cloudFailures.error('public-url-unusable', { url });
  if (parsed.protocol === 'http:' && !isLoopback(parsed))
    throw cloudFailures.error('public-url-not-https', { url });
  return parsed.origin;
}

/** Returns the origin of a listening address. 0.0.0.0 and :: become an address of this machine. */
export function toOwnUrl(host: string, port: number, scheme: 'http' | 'https' = 'http'): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `${scheme}://${isIP(name) === 6 ? `[${name}]` : name}:${port}`;
}

/** True if an origin can be reached only from this machine. */
export const isOwnMachine = (url: string): boolean => isLoopback(new URL(url));

/**
 * Returns the origin of a cloud with a name instead of an IP address, as WebAuthn requires. For a cloud on this machine
 * this is `localhost`. Returns undefined if only the IP address of another machine is known.
 */
export function toNamedOrigin(url: string): string | undefined {
  const parsed = new URL(url);
  if (isLoopback(parsed)) parsed.hostname = 'localhost';
  return isIP(parsed.hostname.replace(/^\[|\]$/g, '')) === 0 ? parsed.origin : undefined;
}

/**
 * Returns the public origin if a browser reached this machine by another of its names. Cookies belong to one name, so
 * anything started under this name would be lost at the next absolute link. Returns undefined if no redirect is needed.
 */
export function toPublicName(asked: string, publicUrl: string): string | undefined {
  const [here, there] = [URL.parse(asked), new URL(publicUrl)];
  if (here === null || here.hostname === there.hostname || here.port !== there.port) return undefined;
  return isLoopback(here) && isLoopback(there) ? publicUrl : undefined;
}
