import { type Backoff, equalJitter } from '@plenum/machine/backoff';
import { type Answer, readAnswer } from '../answer/read-answer.ts';
import { type Clock, pause } from '../clock/clock.ts';
import { BridgeError } from '../error/bridge-error.ts';
import { exchange, toAddress } from '../http/exchange.ts';
import type { RawAnswer } from '../http/response.ts';

/** What a line needs to know of a bridge; times in milliseconds. */
export interface LineOptions {
  readonly host: string;
  readonly port: number;
  readonly accessKey: string | undefined;
  readonly timeout: number;
  /** Between two requests; `undefined`: 100 for a real bridge, none for one of ours. */
  readonly pause: number | undefined;
  /** How often a request is sent again while the bridge says `{BUSY}`. */
  readonly retries: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

export interface LineRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly body?: string;
  /** Send once more where the answer was lost or unreadable: reads, which change nothing. */
  readonly again: boolean;
}

/** The wire to one bridge: a pause between requests, patience with `{BUSY}` (wire facts 7). */
export interface Line {
  readonly where: string;
  readonly options: LineOptions;
  /** Whether the last answer came from a bridge of ours, told by its `Server` header. */
  readonly isOurs: () => boolean;
  readonly send: (request: LineRequest) => Promise<Answer>;
}

const defaultPause = 100;
const busyWaits: Backoff = { first: 250, max: 4000 };
const lost = new Set(['timeout', 'hung-up', 'malformed']);

/** Opens the line to one bridge; the caller sends one request at a time. */
export const openLine = (options: LineOptions): Line => {
  const { host, port, accessKey, timeout, retries, clock, signal } = options;
  const where = toAddress(host, port);
  const headers: Record<string, string> =
    accessKey === undefined ? {} : { Authorization: `Bearer ${accessKey}` };
  let ours = false;
  let freeAt = Number.NEGATIVE_INFINITY;

  const once = async ({ again: _, ...request }: LineRequest): Promise<RawAnswer> => {
    const wait = freeAt - clock.now();
    if (wait > 0) await pause(clock, wait, signal);
    try {
      const answer = await exchange({ ...request, host, port, headers, timeout, clock, signal });
      ours = /^plenum\b/i.test(answer.headers.get('server') ?? '');
      return answer;
    } finally {
      freeAt = clock.now() + (options.pause ?? (ours ? 0 : defaultPause));
    }
  };

  const onceReadable = async (request: LineRequest): Promise<Answer> => {
    const answer = readAnswer(await once(request));
    if (answer.kind !== 'unreadable' || !request.again) return answer;
    throw new BridgeError('malformed', `${where} sent an answer that cannot be read.`);
  };

  const orAgain = (request: LineRequest): Promise<Answer> =>
    onceReadable(request).catch((error: unknown) => {
      if (!request.again || !(error instanceof BridgeError) || !lost.has(error.code)) throw error;
      return onceReadable({ ...request, again: false });
    });

  const send = async (request: LineRequest): Promise<Answer> => {
    for (let attempt = 0; ; attempt++) {
      const answer = await orAgain(request);
      if (answer.kind !== 'busy') return answer;
      if (attempt >= retries) throw new BridgeError('busy', `${where} is busy.`);
      await pause(clock, equalJitter(busyWaits, attempt, clock.random), signal);
    }
  };

  return { where, options, isOurs: () => ours, send };
};
