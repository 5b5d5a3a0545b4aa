import { type Dialect, dialects } from '@plenum/protocol/dialect';
import { type Clock, type Random, systemClock } from '../clock.ts';
import { BridgeError } from '../exchange/bridge-error.ts';
import { type Connect, readTrust } from '../exchange/secure-socket.ts';

/** Options for reaching a bridge; all but `host` are optional. Times are in ms. */
export interface BridgeOptions {
  /** A host name or an IP address; `https://HOST[:PORT]` for a bridge with TLS. */
  readonly host: string;
  /** Default: 80, as for real bridges; 443 with https. */
  readonly port?: number;
  /** The dialect to try first: the name of a dialect in the protocol package, or your own dialect. */
  readonly dialect?: Dialect | string;
  /** The capabilities that discovery reported; passing them saves a request. */
  readonly capabilities?: { readonly v2?: boolean };
  /** Access key, for bridges that require one; sent as `Authorization: Bearer`. */
  readonly accessKey?: string;
  /** Installer key for an installer's commands, if the bridge has one; sent as `Plenum-Installer-Key`. */
  readonly installerKey?: string;
  /**
   * With https: PEM of the certificate authority that issued the bridge's certificate, in place of the usual
   * authorities.
   */
  readonly ca?: string;
  /** With https: SHA-256 of the bridge's certificate in hexadecimal. If it is set, nothing else is checked. */
  readonly fingerprint?: string;
  /** Opens each connection, in place of the network: for a bridge in the same process (`@plenum/testing`). */
  readonly connect?: Connect;
  /** Timeout of one request, including the connection; default 8000. */
  readonly timeout?: number;
  /** Pause between two requests; default: 20 to 400, adapted to the bridge, or none for a Plenum bridge. */
  readonly pause?: number;
  /** Maximum number of repetitions of a request while the bridge answers `{BUSY}`; default 5. */
  readonly retries?: number;
  /**
   * True to read commands back; default: true except for a Plenum bridge, which stores a command before it answers.
   */
  readonly verify?: boolean;
  readonly clock?: Clock;
  /** Returns 0 <= n < 1, for random delays between attempts; default `Math.random`. */
  readonly random?: Random;
}

const findDialect = (dialect: Dialect | string | undefined): Dialect | undefined => {
  if (typeof dialect !== 'string') return dialect;
  const found = dialects.find(({ name }) => name === dialect);
  if (found !== undefined) return found;
  const names = dialects.map(({ name }) => name).join(', ');
  throw new BridgeError('invalid', `There is no dialect ${JSON.stringify(dialect)}; use one of: ${names}.`);
};

const invalid = (what: string, input: unknown) =>
  new BridgeError('invalid', `${JSON.stringify(input)} is not ${what}.`);

/** Splits a given host into protocol, name and port. */
const readHost = (given: string) => {
  const [, name = '', port] = /^https:\/\/(\[[^\]]+\]|[^:/]+)(?::(\d{1,5}))?\/?$/.exec(given) ?? [];
  if (name === '') return { host: given, isHttps: false, port: undefined };
  return { host: name.replace(/^\[|\]$/g, ''), isHttps: true, port: port && Number(port) };
};

/**
 * Checks the options and fills in the defaults.
 * @throws BridgeError `invalid`
 */
export function readOptions(options: BridgeOptions, signal: AbortSignal) {
  const { host, isHttps, port: ownPort } = readHost(options.host);
  const {
    port = ownPort || (isHttps ? 443 : 80),
    accessKey,
    installerKey,
    timeout = 8000,
    retries = 5,
    clock = systemClock,
    random = Math.random,
  } = options;
  if (!/^[A-Za-z0-9._:%-]+$/.test(host)) throw invalid('the address or name of a machine', host);
  if (!isHttps && (options.ca ?? options.fingerprint) !== undefined)
    throw new BridgeError('invalid', `A certificate can be given only for https; use https://${host}.`);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw invalid('a port', port);
  if (accessKey !== undefined && !/^[!-~]+$/.test(accessKey))
    throw new BridgeError('invalid', 'An access key must be plain ASCII without spaces.');
  if (installerKey !== undefined && !/^[!-~]+$/.test(installerKey))
    throw new BridgeError('invalid', 'An installer key must be plain ASCII without spaces.');
  return {
    connection: {
      host,
      port,
      trust: isHttps ? readTrust(options) : undefined,
      connect: options.connect,
      accessKey,
      installerKey,
      timeout,
      pause: options.pause,
      retries,
      clock,
      random,
      signal,
    },
    hints: { dialect: findDialect(options.dialect), v2: options.capabilities?.v2 },
  };
}
