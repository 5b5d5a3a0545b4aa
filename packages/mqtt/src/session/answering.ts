import type { CommandRefused, House } from '@plenum/client/house';
import type { HouseState } from '@plenum/entities';
import type { QuietWarning } from '@plenum/platform/quiet-log';
import { ok, refuse } from '@plenum/protocol/refusal';
import { type AnswerMessage, readRequest, toRefused } from '../topic/request.ts';
import type { Purpose } from '../topic/topics.ts';

interface AnsweringDeps {
  readonly house: House;
  readonly state: () => HouseState;
  /** True if messages may move garage doors. */
  readonly allowGarage: boolean;
  readonly onAnswer: (answer: AnswerMessage) => void;
  /**
   * Called after a refusal with the last levels of the entity's topic, so that its actual state is published again.
   */
  readonly onRefused: (path: string) => void;
  readonly warn: QuietWarning;
}

interface Waiting {
  readonly topic: string;
  readonly purpose: Purpose & { for: 'set' | 'command' };
  readonly payload: Uint8Array;
}

/** Maximum number of waiting messages. */
export const maxWaiting = 32;

const superseded = (topic: string): AnswerMessage => ({
  topic,
  ok: false,
  code: 'superseded',
  refusal: 'A newer value replaced it before it was sent.',
});

/** Creates a function that executes messages one after another, and responds to each. */
export function createAnswering(deps: AnsweringDeps) {
  const { house, state, allowGarage, onAnswer, onRefused, warn } = deps;
  const waiting: Waiting[] = [];
  let isBusy = false;

  const perform = async ({ topic, purpose, payload }: Waiting) => {
    const { wanted, requestId } = readRequest(purpose, payload, { house: state(), allowGarage });
    const path = purpose.for === 'set' ? [purpose.word, ...purpose.ids].join('/') : undefined;
    const refused = (answer: AnswerMessage) => {
      onAnswer(answer);
      if (path !== undefined) onRefused(path);
    };
    if (!wanted.ok) return refused(toRefused(topic, wanted.refusal, requestId));
    const about = { ...(requestId !== undefined && { requestId }), topic };
    const notDone = ({ code, sentence }: CommandRefused) =>
      refused({ ...about, ok: false, code, refusal: sentence });
    // If a real bridge accepts a command but does not execute it, a second response follows.
    const result = wanted.value.length === 0 ? ok(undefined) : await house.command(wanted.value, notDone);
    if (result.ok) onAnswer({ ...about, ok: true });
    else notDone(result);
  };

  const answer = (message: Waiting) =>
    perform(message).catch((error: unknown) => {
      const { topic } = message;
      warn('The message failed unexpectedly.', { err: error, topic });
      onAnswer(toRefused(topic, refuse('internal').refusal));
    });

  const run = async () => {
    if (isBusy) return;
    isBusy = true;
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await answer(next);
    isBusy = false;
  };

  /** Receives a message. If several values for one topic are waiting, only the newest is sent. */
  return (message: Waiting): void => {
    const { topic, purpose, payload } = message;
    // Invalid messages are refused immediately, so that they do not replace a valid one.
    if (!readRequest(purpose, payload, { house: state(), allowGarage }).wanted.ok) {
      void answer(message);
      return;
    }
    if (waiting.length >= maxWaiting) {
      const { refusal } = refuse('too-many-controls', { facts: { most: maxWaiting } });
      onAnswer(toRefused(topic, refusal));
      return;
    }
    const older = purpose.for === 'set' ? waiting.findIndex((one) => one.topic === topic) : -1;
    if (older !== -1) {
      waiting.splice(older, 1);
      onAnswer(superseded(topic));
    }
    waiting.push(message);
    void run();
  };
}
