import { type Bridge, BridgeError } from '@plenum/client';
import { type Cancel, type Clock, delay } from '@plenum/platform';
import type { DeviceHealth } from '../device/device.ts';

/** The state of a real bridge (answering or silent), and the time at which it began. */
type Answering = Omit<DeviceHealth, 'readAt' | 'isTooOld'>;

interface HealthDeps {
  readonly bridge: Pick<Bridge, 'contact' | 'ask' | 'hold'>;
  readonly clock: Clock;
  /** Aborted when the real bridge is no longer used. */
  readonly signal: AbortSignal;
  /** Called once for each change. */
  readonly onChange: (health: Answering) => void;
}

/** Time after the last response until an idle bridge receives a health request, in ms. */
const askAfter = 2_000;
/**
 * Time until the next request after an unanswered one, in ms. A bridge that refuses connections for longer than this is
 * silent.
 */
const askAgainAfter = 500;
/**
 * A bridge that has not responded to any request for this long, in ms, is silent. The time covers one request that
 * times out (8 s) and a slow response to the next. {BUSY}, a refusal and unreadable text are responses (wire facts 7).
 */
const silentAfter = 12_000;
/** Interval between two requests to a silent bridge, and the timeout of each, in ms. */
const silentAskEvery = 2_500;
/**
 * Longest response time that counts as quick, in ms: a slower bridge keeps the usual timeout even while it is silent.
 */
const slowAnswer = 1_000;
/** One in this many requests to a silent bridge has the usual timeout, in case the bridge has become slow. */
const usualTimeEvery = 5;

/** The record of the responses and silences of a real bridge. */
export interface Health {
  current(): Answering;
}

/**
 * Tracks whether a real bridge responds, based on every request that is sent to it, and on health requests while no
 * others are sent. While the bridge is silent, only health requests are sent, and all others fail immediately.
 */
export function followHealth({ bridge, clock, signal, onChange }: HealthDeps): Health {
  const { contact, ask, hold } = bridge;
  const startedAt = clock.now();
  let state: DeviceHealth['state'] = 'answering';
  let since = startedAt;
  let why: string | undefined;
  let cancelTimer: Cancel = () => {};

  const answeredAt = () => contact.current().answeredAt ?? startedAt;
  const current = () => ({ state, since, answeredAt: answeredAt(), ...(why !== undefined && { why }) });

  const isSilent = () => {
    const { unansweredSince, refused } = contact.current();
    const isRefused = refused !== undefined && refused.at - refused.since >= askAgainAfter;
    return isRefused || (unansweredSince !== undefined && clock.now() - unansweredSince >= silentAfter);
  };

  const check = () => {
    cancelTimer();
    const { unansweredSince, failure } = contact.current();
    if (unansweredSince !== undefined && state === 'answering')
      cancelTimer = clock.after(Math.max(0, unansweredSince + silentAfter - clock.now()), check);
    const next = isSilent() ? 'silent' : 'answering';
    if (next === state) return;
    cancelTimer();
    state = next;
    since = next === 'silent' ? answeredAt() : clock.now();
    why = next === 'silent' ? (failure?.message ?? 'It did not answer in time.') : undefined;
    hold(why === undefined ? undefined : (failure ?? new BridgeError('timeout', why)));
    onChange(current());
  };

  /** Returns the time until the next health request, in ms; 0 or less if it is due. */
  const untilDue = () => {
    const { isWaiting, beganAt = startedAt, endedAt = startedAt, failure } = contact.current();
    if (isWaiting) return askAfter;
    if (state === 'silent') return beganAt + silentAskEvery - clock.now();
    return endedAt + (failure === undefined ? askAfter : askAgainAfter) - clock.now();
  };

  const keepAsking = async () => {
    for (let count = 1; !signal.aborted; ) {
      const wait = untilDue();
      // Limits the pause even if the clock of the machine is set back far.
      if (wait > 0) await delay(clock, Math.min(wait, silentAskEvery), signal);
      else {
        const hasUsualTime =
          state === 'answering' ||
          contact.current().answerTime > slowAnswer ||
          count++ % usualTimeEvery === 0;
        await ask(hasUsualTime ? undefined : silentAskEvery);
      }
    }
  };

  const unsubscribe = contact.subscribe(check);
  signal.addEventListener('abort', () => {
    unsubscribe();
    cancelTimer();
  });
  void keepAsking();
  return { current };
}
