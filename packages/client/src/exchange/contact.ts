import { BridgeError } from './bridge-error.ts';

/** The current record of a device's answers; times are in ms. */
interface ContactState {
  /** True while a request is in progress. */
  readonly isWaiting: boolean;
  /**
   * Start of the last request, and end of the last request that has ended, with or without an answer; undefined before
   * the first.
   */
  readonly beganAt: number | undefined;
  readonly endedAt: number | undefined;
  /** Time of the last answer of any kind, including `{BUSY}` and refusals; undefined before the first. */
  readonly answeredAt: number | undefined;
  /** Duration of the last answered request, in ms. */
  readonly answerTime: number;
  /** Start of the first request since the last answer; undefined after an answer. */
  readonly unansweredSince: number | undefined;
  /** The failure of the last request; undefined after an answer. */
  readonly failure: BridgeError | undefined;
  /** Times of the first and the last refused connection since the last answer. */
  readonly refused: { readonly since: number; readonly at: number } | undefined;
}

/** A record of whether a device answers requests. */
export interface Contact {
  readonly current: () => ContactState;
  /** Calls the listener when a request begins or ends, until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** Error codes of a device that did answer. */
const answered = new Set(['malformed']);
const refusedCodes = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH']);

/** True if a request failed because no device was there, rather than because a device did not answer in time. */
const isRefused = ({ code, cause }: BridgeError): boolean =>
  code === 'unreachable' && refusedCodes.has((cause as NodeJS.ErrnoException | undefined)?.code ?? '');

/** Creates the record; `follow` runs a request and records its result. */
export function createContact(
  now: () => number,
): Contact & { readonly follow: <T>(request: () => Promise<T>, mayTakeLong?: boolean) => Promise<T> } {
  let state: ContactState = {
    isWaiting: false,
    beganAt: undefined,
    endedAt: undefined,
    answeredAt: undefined,
    answerTime: 0,
    unansweredSince: undefined,
    failure: undefined,
    refused: undefined,
  };
  const listeners = new Set<() => void>();
  const change = (more: Partial<ContactState>) => {
    state = { ...state, ...more };
    for (const listener of [...listeners]) listener();
  };
  const noteAnswer = (beganAt: number) => {
    const at = now();
    change({
      isWaiting: false,
      endedAt: at,
      answeredAt: at,
      answerTime: at - beganAt,
      unansweredSince: undefined,
      failure: undefined,
      refused: undefined,
    });
  };
  const noteFailure = (failure: BridgeError) => {
    const at = now();
    const refused = isRefused(failure) ? { since: state.refused?.since ?? at, at } : state.refused;
    change({ isWaiting: false, endedAt: at, failure, refused });
  };
  return {
    current: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    follow: async (request, mayTakeLong = false) => {
      const beganAt = now();
      // If a request may take long, a missing answer does not mean that the device is silent.
      const since = state.unansweredSince ?? (mayTakeLong ? undefined : beganAt);
      change({ isWaiting: true, beganAt, unansweredSince: since });
      try {
        const answer = await request();
        noteAnswer(beganAt);
        return answer;
      } catch (error) {
        if (error instanceof BridgeError && answered.has(error.code)) noteAnswer(beganAt);
        else if (error instanceof BridgeError) noteFailure(error);
        throw error;
      }
    },
  };
}
