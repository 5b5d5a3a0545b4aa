import { type Dialect, dialects } from '@plenum/protocol/dialect';
import { type Clock, systemClock } from '../clock/clock.ts';
import { BridgeError } from '../error/bridge-error.ts';

/** How to reach a bridge; everything but `host` may be left out. Times in milliseconds. */
export interface BridgeOptions {
  readonly host: string;
  /** 80 unless told, as in real bridges. */
  readonly port?: number;
  /** The dialect tried first: one of the protocol's by name, or one of your own. */
  readonly dialect?: Dialect | string;
  /** What discovery said, so that nothing is asked in vain. */
  readonly capabilities?: { readonly v2?: boolean };
  /** For bridges that want one; sent as `Authorization: Bearer`. */
  readonly accessKey?: string;
  /** For one request, connecting included; 8000 unless told. */
  readonly timeout?: number;
  /** Between two requests; unless told, 100 for a real bridge and none for one of ours. */
  readonly pause?: number;
  /** How often a request is repeated while the bridge says `{BUSY}`; 5 unless told. */
  readonly retries?: number;
  /** Whether commands are read back; unless told, for real bridges yes and for ours, which store first, no. */
  readonly verify?: boolean;
  readonly clock?: Clock;
}

const findDialect = (dialect: Dialect | string | undefined): Dialect | undefined => {
  if (typeof dialect !== 'string') return dialect;
  const found = dialects.find(({ name }) => name === dialect);
  if (found !== undefined) return found;
  const names = dialects.map(({ name }) => name).join(', ');
  throw new BridgeError('invalid', `There is no dialect ${JSON.stringify(dialect)}; there are ${names}.`);
};

const invalid = (what: string, input: unknown) =>
  new BridgeError('invalid', `${JSON.stringify(input)} is not ${what}.`);

/**
 * The options of a bridge with all that was left out.
 * @throws BridgeError `invalid`
 */
export const readOptions = (options: BridgeOptions, signal: AbortSignal) => {
  const { host, port = 80, accessKey, timeout = 8000, retries = 5, clock = systemClock } = options;
  if (!/^[A-Za-z0-9._:%-]+$/.test(host)) throw invalid('the address or name of a machine', host);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw invalid('a port', port);
  if (accessKey !== undefined && !/^[!-~]+$/.test(accessKey))
    throw new BridgeError('invalid', 'An access key is plain ASCII without spaces.');
  return {
    line: { host, port, accessKey, timeout, pause: options.pause, retries, clock, signal },
    hints: { dialect: findDialect(options.dialect), v2: options.capabilities?.v2 },
  };
};
