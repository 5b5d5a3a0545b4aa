import type { LookupFunction } from 'node:net';
import type { Clock } from '@plenum/machine';
import { cloudLimits } from '@plenum/protocol/cloud';
import { Agent, request } from 'undici';
import { literalOf } from './check-url.ts';
import { guardAddress, type Reach } from './guard-address.ts';
import type { Resolve } from './resolve.ts';
import { readRetryAfter } from './retry-after.ts';
import type { Problem } from './shape.ts';

/** What came of one attempt: an answer with the beginning of its body, or none and why. Times in ms. */
export type Sent =
  | {
      readonly status: number;
      readonly retryAfter: number | undefined;
      readonly answer: string;
      readonly latency: number;
    }
  | { readonly problem: Problem; readonly detail: string; readonly latency: number };

/** The headers a message is sent with. */
export type SentHeaders = Readonly<Record<string, string>>;

export interface Outgoing {
  readonly url: string;
  readonly headers: SentHeaders;
  readonly body: string;
}

/** Posts a message once. Never throws; `stop` breaks it off. */
export type Send = (outgoing: Outgoing, stop?: AbortSignal) => Promise<Sent>;

export interface SendDeps extends Reach {
  readonly clock: Clock;
  readonly resolve: Resolve;
  /** ms until the headers of the answer must have come. */
  readonly deadline: number;
}

/** Characters of an answer that are kept for the log. */
const kept = cloudLimits.keptAnswer;

type Reached =
  | { readonly addresses: readonly string[] }
  | { readonly problem: Problem; readonly detail: string };

/** The addresses to connect to, every one of them checked. */
const reach = async (url: URL, { resolve, isDevelopment }: SendDeps): Promise<Reached> => {
  if (url.protocol !== 'https:' && !isDevelopment) return { problem: 'not-https', detail: url.protocol };
  const literal = literalOf(url);
  let addresses: readonly string[];
  try {
    addresses = literal === undefined ? await resolve(url) : [literal];
  } catch (error) {
    return { problem: 'name-unknown', detail: codeOf(error) };
  }
  if (addresses.length === 0) return { problem: 'name-unknown', detail: url.hostname };
  for (const address of addresses) {
    const range = guardAddress(address, { isDevelopment });
    if (range !== undefined) return { problem: 'address-forbidden', detail: `${address} (${range})` };
  }
  return { addresses };
};

/** Gives the addresses that were checked, whatever DNS would say by now. */
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
  const { code, message, cause } = error as { code?: unknown; message?: string; cause?: unknown };
  return typeof code === 'string' ? code : cause instanceof Error ? codeOf(cause) : (message ?? 'unknown');
};

/** Codes of OpenSSL's verification (`CERT_HAS_EXPIRED`, `SELF_SIGNED_CERT_IN_CHAIN` ...) and of Node's TLS. */
const toProblem = (code: string): Problem =>
  /CERT|^ERR_TLS|^ERR_SSL|VERIFY|ISSUER|^EPROTO$/.test(code) ? 'tls' : 'unreachable';

/** Text that any store and any page can show (PostgreSQL refuses NUL): no control characters, no half surrogates. */
const toPlain = (bytes: Buffer): string =>
  bytes
    .toString('utf8')
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, kept)
    .toWellFormed();

const readStart = async (body: AsyncIterable<Buffer>): Promise<string> => {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      if (chunks.reduce((sum, { length }) => sum + length, 0) >= kept) break;
    }
  } catch {
    // The status has come, which is the answer; a body that breaks off changes nothing.
  }
  return toPlain(Buffer.concat(chunks));
};

/**
 * Sends over a connection of its own to an address that was checked just before. The name is resolved once and the
 * connection is made to what it gave then, so a name cannot change between check and use; redirects are not followed.
 */
export const createSend = (parts: SendDeps): Send => {
  const { clock, deadline } = parts;
  return async ({ url, headers, body }, stop) => {
    const began = clock.now();
    const latency = () => Math.max(0, clock.now() - began);
    const late = new AbortController();
    const cancel = clock.after(deadline, () => late.abort());
    const signal = stop === undefined ? late.signal : AbortSignal.any([late.signal, stop]);
    const broken = new Promise<'broken'>((resolve) => {
      signal.addEventListener('abort', () => resolve('broken'), { once: true });
    });
    const unanswered = (problem: Problem, detail: string): Sent => {
      if (late.signal.aborted) return { problem: 'too-slow', detail: `${deadline} ms`, latency: latency() };
      if (signal.aborted) return { problem: 'stopped', detail: '', latency: latency() };
      return { problem, detail, latency: latency() };
    };
    let agent: Agent | undefined;
    try {
      const reached = await Promise.race([reach(new URL(url), parts), broken]);
      if (reached === 'broken') return unanswered('stopped', '');
      if ('problem' in reached) return unanswered(reached.problem, reached.detail);
      agent = new Agent({
        connections: 1,
        pipelining: 1,
        allowH2: false,
        connect: { lookup: pinTo(reached.addresses), timeout: 0 },
        headersTimeout: 0,
        bodyTimeout: 0,
      });
      const answer = await request(url, { method: 'POST', headers, body, signal, dispatcher: agent });
      const retryAfter = readRetryAfter(String(answer.headers['retry-after'] ?? ''), clock.now());
      const start = await readStart(answer.body);
      // Only now: an endpoint that answers at once and then never ends is as slow as any.
      return { status: answer.statusCode, retryAfter, answer: start, latency: latency() };
    } catch (error) {
      const code = codeOf(error);
      return unanswered(toProblem(code), code);
    } finally {
      cancel();
      void agent?.destroy().catch(() => {});
    }
  };
};
