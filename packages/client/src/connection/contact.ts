import { BridgeError } from '../error/bridge-error.ts';

/** How a device answers at the moment; instants in ms. */
export interface ContactState {
  /** Whether a request is under way. */
  readonly isWaiting: boolean;
  /** When the last request began, and when the last one ended, answered or not; undefined before the first. */
  readonly beganAt: number | undefined;
  readonly endedAt: number | undefined;
  /** The last answer, whatever it was: `{BUSY}` and a refusal are answers; undefined before the first. */
  readonly answeredAt: number | undefined;
  /** Milliseconds that the last answer took. */
  readonly answerTime: number;
  /** When the first request began that has had no answer, nor any after it; undefined after an answer. */
  readonly unansweredSince: number | undefined;
  /** How the last request failed; undefined after an answer. */
  readonly failure: BridgeError | undefined;
  /** When connections were refused first and last since the last answer. */
  readonly refused: { readonly since: number; readonly at: number } | undefined;
}

/** What is known of whether a device answers, from the requests that are sent to it. */
export interface Contact {
  readonly current: () => ContactState;
  /** Calls the listener when a request begins or ends, until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** Errors after which something did answer. */
const answered = new Set(['malformed']);
const refusedCodes = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH']);

/** Whether a request failed because nothing was there that could have answered, and not because nothing did in time. */
const isRefused = ({ code, cause }: BridgeError): boolean =>
  code === 'unreachable' && refusedCodes.has((cause as NodeJS.ErrnoException | undefined)?.code ?? '');

/** Creates the record; `follow` passes a request on and notes what became of it. */
export const createContact = (
  now: () => number,
): Contact & { readonly follow: <T>(request: () => Promise<T>, mayTakeLong?: boolean) => Promise<T> } => {
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
      // That a request without a hurry has no answer yet means nothing.
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
};
