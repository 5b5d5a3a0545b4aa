import type { LookupFunction } from 'node:net';
import { type Clock, machineOf } from '@plenum/platform';
import { cloudLimits } from '@plenum/protocol/cloud';
import type { RecordOf } from '@plenum/protocol/console';
import type { Agent } from 'undici';
import { addressLiteralOf } from '../address/check-url.ts';
import { type AddressPolicy, forbiddenRangeOf } from '../address/forbidden-range.ts';
import type { ResolveHost } from '../address/resolve-host.ts';
import { readRetryAfter } from './retry-after.ts';

/** Reason why an endpoint did not respond. */
type Problem = NonNullable<RecordOf<'Delivery'>['problem']>;

interface Failure {
  readonly problem: Problem;
  readonly detail: string;
}

/**
 * The result of one attempt: a response with the beginning of its body, or the reason why there is none. Times in ms.
 */
export type SendResult =
  | {
      readonly status: number;
      readonly retryAfter: number | undefined;
      readonly answer: string;
      readonly latency: number;
    }
  | (Failure & { readonly latency: number });

export type RequestHeaders = Readonly<Record<string, string>>;

interface OutgoingRequest {
  readonly url: string;
  readonly headers: RequestHeaders;
  readonly body: string | Uint8Array;
}

/** Posts a message once. Never throws; `stop` aborts it. */
export type Send = (outgoing: OutgoingRequest, stop?: AbortSignal) => Promise<SendResult>;

interface SendDeps extends AddressPolicy {
  readonly clock: Clock;
  readonly resolveHost: ResolveHost;
  /** Time from the start until the headers of the response have to arrive, in ms. */
  readonly timeout: number;
  /** Certificate authorities for the endpoints, in PEM; default: those of Node. */
  readonly ca?: string | undefined;
}

/** Number of characters of a response that the log stores. */
const maxAnswer = cloudLimits.storedAnswerLength;

/** Returns the checked addresses to connect to. */
const findAddresses = async (
  url: URL,
  { resolveHost, isDevelopment }: SendDeps,
): Promise<{ readonly addresses: readonly string[] } | Failure> => {
  if (url.protocol !== 'https:' && !isDevelopment) return { problem: 'not-https', detail: url.protocol };
  const literal = addressLiteralOf(url);
  let addresses: readonly string[];
  try {
    addresses = literal === undefined ? await resolveHost(url) : [literal];
  } catch (error) {
    return { problem: 'name-unknown', detail: codeOf(error) };
  }
  if (addresses.length === 0) return { problem: 'name-unknown', detail: url.hostname };
  for (const address of addresses) {
    const range = forbiddenRangeOf(address, { isDevelopment });
    // The developer knows an address in the URL, but must not learn the internal address of a name.
    if (range !== undefined)
      return {
        problem: 'address-forbidden',
        detail: literal === undefined ? range : `${address} (${range})`,
      };
  }
  return { addresses };
};

/** Returns a lookup function that returns the checked addresses, even if DNS has changed since. */
const pinTo =
  (addresses: readonly string[]): LookupFunction =>
  (_, options, callback) => {
    const family = (address: string) => (address.includes(':') ? 6 : 4);
    if (options.all)
      callback(
        null,
        addresses.map((address) => ({ address, family: family(address) })),
      );
    else callback(null, addresses[0]!, family(addresses[0]!));
  };

const codeOf = (error: unknown): string => {
  const { code, cause, name } = error as { code?: unknown; cause?: unknown; name?: unknown };
  // The error of undici's parser has no code.
  if (name === 'HTTPParserError') return 'invalid HTTP response';
  return typeof code === 'string' ? code : cause instanceof Error ? codeOf(cause) : 'unknown';
};

/**
 * Reasons for the error codes of OpenSSL's verification (`CERT_HAS_EXPIRED`, `SELF_SIGNED_CERT_IN_CHAIN` ...) and of
 * Node's TLS.
 */
const toProblem = (code: string): Problem =>
  /CERT|^ERR_TLS|^ERR_SSL|VERIFY|ISSUER|^EPROTO$/.test(code) ? 'tls' : 'unreachable';

/**
 * Returns text that every store and page accepts (PostgreSQL refuses NUL): without control characters and half
 * surrogates.
 */
const toPlain = (bytes: Buffer): string =>
  bytes
    .toString('utf8')
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, maxAnswer)
    .toWellFormed();

const readStart = async (body: AsyncIterable<Buffer>): Promise<string> => {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      if (chunks.reduce((sum, { length }) => sum + length, 0) >= maxAnswer) break;
    }
  } catch {
    // The status decides the result, even if the body is interrupted.
  }
  return toPlain(Buffer.concat(chunks));
};

/** Loaded at the first request, so that a bridge that sends nothing starts without the library's 100 modules. */
const loadClient = () => import('undici');

/** Returns the options of an agent for one connection, which the caller's signal ends if it takes too long. */
const toAgentOptions = (addresses: readonly string[], ca: string | undefined): Agent.Options => ({
  allowH2: false,
  connect: { lookup: pinTo(addresses), timeout: 0, ...(ca !== undefined && { ca }) },
});

/** Aborts after a timeout or if the caller stops the attempt; `explain` returns which of the two happened. */
const createDeadline = (clock: Clock, timeout: number, stop: AbortSignal | undefined) => {
  const late = new AbortController();
  const cancel = clock.after(timeout, () => late.abort());
  const signal = stop === undefined ? late.signal : AbortSignal.any([late.signal, stop]);
  const aborted = new Promise<'aborted'>((resolve) => {
    signal.addEventListener('abort', () => resolve('aborted'), { once: true });
  });
  return {
    signal,
    aborted,
    /** If an attempt was aborted, replaces its failure with the reason for the abort. */
    explain: (failure: Failure): Failure => {
      if (late.signal.aborted) return { problem: 'too-slow', detail: `${timeout} ms` };
      return signal.aborted ? { problem: 'stopped', detail: '' } : failure;
    },
    [Symbol.dispose]: cancel,
  };
};

/**
 * Creates a function that sends each request over a separate connection to an address that was checked just before. A
 * name is resolved once, and the connection goes to the resolved address, so DNS cannot change the address between
 * check and use. Redirects are not followed.
 */
export function createSender(deps: SendDeps): Send {
  const { timeout } = deps;
  const clock = machineOf(deps.clock);
  return async ({ url, headers, body }, stop) => {
    const began = clock.now();
    using deadline = createDeadline(clock, timeout, stop);
    const { signal, aborted } = deadline;
    const latency = () => Math.max(0, clock.now() - began);
    const fail = (failure: Failure): SendResult => ({ ...deadline.explain(failure), latency: latency() });
    let agent: Agent | undefined;
    try {
      const found = await Promise.race([findAddresses(new URL(url), deps), aborted]);
      if (found === 'aborted') return fail({ problem: 'stopped', detail: '' });
      if ('problem' in found) return fail(found);
      const client = await loadClient();
      agent = new client.Agent(toAgentOptions(found.addresses, deps.ca));
      const answer = await client.request(url, { method: 'POST', headers, body, signal, dispatcher: agent });
      const retryAfter = readRetryAfter(String(answer.headers['retry-after'] ?? ''), clock.now());
      const start = await readStart(answer.body);
      // Measured after the body, because an endpoint that responds immediately but does not end its body is slow.
      return { status: answer.statusCode, retryAfter, answer: start, latency: latency() };
    } catch (error) {
      const code = codeOf(error);
      return fail({ problem: toProblem(code), detail: code });
    } finally {
      void agent?.destroy();
    }
  };
}
