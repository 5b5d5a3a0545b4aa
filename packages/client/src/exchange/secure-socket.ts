import { X509Certificate } from 'node:crypto';
import { connect, isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectTls, createSecureContext, type SecureContext, type TLSSocket } from 'node:tls';
import { BridgeError } from './bridge-error.ts';

/** The options for authenticating a bridge over TLS. */
export interface Trust {
  readonly context: SecureContext;
  /** SHA-256 of the bridge's certificate, as `AB:CD:...`. If it is set, nothing else is checked. */
  readonly fingerprint: string | undefined;
}

interface TrustOptions {
  /** PEM of the certificate authority that issued the bridge's certificate, in place of the usual ones. */
  readonly ca?: string;
  readonly fingerprint?: string;
}

/** Opens a connection that can be written to. */
export type Connect = () => Duplex;

/** The address of a bridge; `trust` is set for https. */
export interface SocketAddress {
  readonly host: string;
  readonly port: number;
  readonly trust?: Trust | undefined;
  /** Replaces a connection over the network. */
  readonly connect?: Connect | undefined;
}

/** Formats a host and port as in a URL. */
export const toAddress = (host: string, port: number) =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;

/** Reads the options for authenticating a bridge over TLS. @throws BridgeError `invalid` */
export function readTrust({ ca, fingerprint }: TrustOptions): Trust {
  const digits = fingerprint?.replaceAll(':', '').toUpperCase();
  if (digits !== undefined && !/^[0-9A-F]{64}$/.test(digits))
    throw new BridgeError('invalid', 'A fingerprint must be a SHA-256: 64 hexadecimal digits.');
  try {
    // `createSecureContext` accepts any text, so the certificates are parsed first.
    if (ca !== undefined) new X509Certificate(ca);
    const context = createSecureContext(ca === undefined ? {} : { ca });
    return { context, fingerprint: digits?.match(/../g)?.join(':') };
  } catch (cause) {
    throw new BridgeError('invalid', 'The certificate authority is not a certificate in PEM.', { cause });
  }
}

const otherFingerprint = 'PLENUM_OTHER_FINGERPRINT';

const renew = 'renew it at the bridge, and compare the clocks of both machines';
const giveTrust = 'give its authority (--bridge-ca, option ca) or its fingerprint (--bridge-fingerprint)';
const notTrusted = (where: string) => `The certificate of ${where} is not trusted here; ${giveTrust}.`;
const noTls = (where: string) => `${where} does not answer with TLS; use http:// in place of https://.`;

/** The reason for a failed handshake, by the error code of OpenSSL or Node.js. */
const refusals: Readonly<Record<string, (where: string) => string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: notTrusted,
  SELF_SIGNED_CERT_IN_CHAIN: notTrusted,
  UNABLE_TO_GET_ISSUER_CERT: notTrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: notTrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: notTrusted,
  CERT_UNTRUSTED: notTrusted,
  CERT_SIGNATURE_FAILURE: notTrusted,
  INVALID_CA: notTrusted,
  CERT_HAS_EXPIRED: (where) => `The certificate of ${where} has expired; ${renew}.`,
  CERT_NOT_YET_VALID: (where) => `The certificate of ${where} is not valid yet; ${renew}.`,
  ERR_TLS_CERT_ALTNAME_INVALID: (where) =>
    `The certificate of ${where} is for another name; use a name or an address that is in it.`,
  [otherFingerprint]: (where) => `The certificate of ${where} does not have the given fingerprint.`,
  ERR_SSL_WRONG_VERSION_NUMBER: noTls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: noTls,
};

/** Returns the error for a connection that failed in TLS; undefined for any other failure. */
export function toTrustError(cause: NodeJS.ErrnoException | undefined, where: string) {
  const sentence = refusals[cause?.code ?? '']?.(where);
  return sentence === undefined ? undefined : new BridgeError('untrusted', sentence, { cause });
}

const isExpected = (socket: TLSSocket, fingerprint: string | undefined) =>
  fingerprint === undefined || socket.getPeerCertificate().fingerprint256 === fingerprint;

/** Connects; calls `opened` when data may be sent: with TLS, after the certificate was checked. */
export function openSocket(
  { host, port, trust, connect: connectInside }: SocketAddress,
  opened: () => void,
): Duplex {
  if (connectInside !== undefined) {
    // Not with `nextTick`, which test frameworks replace.
    void Promise.resolve().then(opened);
    return connectInside();
  }
  if (trust === undefined) return connect({ host, port }, opened).setNoDelay(true);
  const { context: secureContext, fingerprint } = trust;
  const socket = connectTls({
    host,
    port,
    secureContext,
    ...(isIP(host) === 0 && { servername: host }),
    rejectUnauthorized: fingerprint === undefined,
  });
  socket.setNoDelay(true).once('secureConnect', () => {
    if (isExpected(socket, fingerprint)) return opened();
    socket.destroy(Object.assign(new Error('another fingerprint'), { code: otherFingerprint }));
  });
  return socket;
}
