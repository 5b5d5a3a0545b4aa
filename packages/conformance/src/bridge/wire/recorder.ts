import type { SocketAddress } from '@plenum/client/socket';
import { type Clock, delay } from '@plenum/platform/clock';
import { type Exchange, exchangeOn, type WireRequest } from './exchange.ts';

/** A request without a response, and whether discovery responded at that moment. */
export interface Incident {
  readonly kind: 'busy' | 'hung-up' | 'timeout' | 'unreachable' | 'malformed';
  readonly path: string;
  /** `undefined` if discovery was not tried. */
  readonly discovery: boolean | undefined;
  readonly at: number;
}

interface RecorderOptions {
  readonly address: SocketAddress;
  readonly accessKey?: string | undefined;
  /** Timeout of one exchange in ms. */
  readonly timeout: number;
  /** Total silence in ms after which the recorder gives up. */
  readonly maxSilence: number;
  /** Milliseconds after which the recorder sends no more requests. */
  readonly maxTime: number;
  /** Called with the progress, at most every 5 s. */
  readonly onProgress?: ((sentence: string) => void) | undefined;
  /** Milliseconds between two requests; default: 100, or 0 for a Plenum bridge. */
  readonly pause: number | undefined;
  readonly clock: Clock;
  /** Resolves to true if discovery currently responds; `undefined` if that is unknown. */
  readonly isDiscovered: () => Promise<boolean | undefined>;
}

interface AskOptions {
  /** True if a device may lack the path, and then may not respond at all (wire facts 7). */
  readonly mayBeUnknown?: boolean;
}

/** Sends requests one at a time and records each exchange. */
export interface Recorder {
  readonly exchanges: readonly Exchange[];
  readonly incidents: readonly Incident[];
  /** Sends a request once, even if it fails. */
  once(request: WireRequest): Promise<Exchange>;
  /**
   * Sends a read, and repeats it after `{BUSY}` and lost responses; `undefined` if the recorder has given up the
   * bridge.
   */
  ask(request: WireRequest, options?: AskOptions): Promise<Exchange | undefined>;
  /** Returns the headers of a typical request with a body. */
  typeHeaders(): Readonly<Record<string, string>>;
  /** True if the bridge has stopped responding. */
  isLost(): boolean;
}

const defaultPause = 100;
const busyPause = 300;
const lostPause = 1_000;
/** Maximum number of attempts for a request that gets `{BUSY}`, or no response. */
const maxAttempts = 25;

/** A bridge that has answered nothing but `{BUSY}` for this many milliseconds cannot be checked; others may restart. */
const maxBusy = 18_000;
/** If all connections are refused for this many milliseconds, nothing listens at the address. */
const maxUnreachable = 10_000;
const progressInterval = 5_000;

const endings: Readonly<Record<Exchange['end'], string>> = {
  answered: 'answered',
  'hung-up': 'closed without an answer',
  timeout: 'not answered',
  unreachable: 'not connected',
  malformed: 'answered by something that is not HTTP',
};

const isBareError = ({ answer, raw }: Exchange) =>
  answer?.kind === 'error' && /^\{ERROR:?\}$/.test(raw.trim());

export function openRecorder(options: RecorderOptions): Recorder {
  const { address, accessKey, timeout, maxSilence, maxTime, clock, isDiscovered, onProgress } = options;
  const openedAt = clock.now();
  let saidAt = openedAt;
  let isReached = false;
  let isAnswered = false;
  const exchanges: Exchange[] = [];
  const incidents: Incident[] = [];
  let hasType = true;
  let nextAt = Number.NEGATIVE_INFINITY;
  let spent = 0;
  let isLost = false;

  const typeHeaders = (): Readonly<Record<string, string>> =>
    hasType ? { 'Content-Type': 'application/json' } : {};

  const sayProgress = ({ end, answer }: Exchange) => {
    const now = clock.now();
    if (now - saidAt < progressInterval) return;
    saidAt = now;
    const how = answer?.kind === 'busy' ? 'answered {BUSY}' : endings[end];
    const seconds = Math.round((now - openedAt) / 1_000);
    onProgress?.(`${exchanges.length} requests in ${seconds} s; the last was ${how}.`);
  };

  const once = async (request: WireRequest): Promise<Exchange> => {
    const wait = nextAt - clock.now();
    if (wait > 0) await delay(clock, wait);
    const key = accessKey === undefined ? {} : { Authorization: `Bearer ${accessKey}` };
    const headers = { ...key, ...request.headers };
    const exchange = await exchangeOn({ ...request, headers }, { address, timeout, clock });
    exchanges.push({ ...exchange, request });
    isReached ||= exchange.end !== 'unreachable';
    sayProgress(exchange);
    const isPlenum = /^plenum\b/i.test(exchange.response?.headers.get('server') ?? '');
    nextAt = clock.now() + (options.pause ?? (isPlenum ? 0 : defaultPause));
    return exchanges.at(-1)!;
  };

  const typed = (request: WireRequest): WireRequest =>
    request.method === 'GET' || request.headers !== undefined
      ? request
      : { ...request, headers: typeHeaders() };

  /** Some devices refuse every body with a `Content-Type`, others every body without one (wire facts 7). */
  const onceTyped = async (request: WireRequest): Promise<Exchange> => {
    const first = await once(typed(request));
    if (request.method === 'GET' || request.headers !== undefined || !isBareError(first)) return first;
    hasType = !hasType;
    const second = await once(typed(request));
    if (isBareError(second)) hasType = !hasType;
    return isBareError(second) ? first : second;
  };

  const note = async (kind: Incident['kind'], { path }: WireRequest): Promise<void> => {
    const discovery = kind === 'busy' ? undefined : await isDiscovered();
    incidents.push({ kind, path, discovery, at: clock.now() });
  };

  const ask: Recorder['ask'] = async (request, { mayBeUnknown = false } = {}) => {
    isLost ||= clock.now() - openedAt >= maxTime;
    for (let attempt = 1; !isLost; attempt++) {
      const startedAt = clock.now();
      const exchange = await onceTyped(request);
      const isBusy = exchange.answer?.kind === 'busy';
      if (exchange.end === 'answered' && !isBusy) {
        isAnswered = true;
        return exchange;
      }
      if (mayBeUnknown && exchange.end === 'timeout') return exchange;
      await note(isBusy ? 'busy' : (exchange.end as Incident['kind']), request);
      await delay(clock, isBusy ? busyPause : exchange.end === 'hung-up' ? lostPause / 4 : lostPause);
      // Only silence counts: a bridge that is busy or hangs up does exist.
      if (exchange.end === 'timeout' || exchange.end === 'unreachable') spent += clock.now() - startedAt;
      const time = clock.now() - openedAt;
      isLost =
        spent > maxSilence ||
        (attempt >= maxAttempts && exchange.end === 'unreachable') ||
        (!isReached && time >= maxUnreachable) ||
        (isBusy && !isAnswered && time >= maxBusy) ||
        time >= maxTime;
      if (attempt >= maxAttempts * 4) return undefined;
    }
    return undefined;
  };

  return { exchanges, incidents, once, ask, typeHeaders, isLost: () => isLost };
}
