import type { AnyCommand } from '@plenum/protocol/command';
import type { Refusal } from '@plenum/protocol/refusal';
import type { BridgeReply, ControlContext, ControlSender, NoAnswer } from './bridge-requests.ts';
import { type Failure, noAnswerOf, resultOf } from './reply-result.ts';

/** How long a bridge has to answer a control, a read or a write, ms. */
export const defaultControlWithin = 10_000;

/** The answer to a control. */
export type ControlOutcome = { readonly ok: true } | Failure;

/** The outcome of one attempt; with `wasNotExecuted` it certainly changed nothing, so it may be repeated. */
export interface ControlAttempt {
  readonly outcome: ControlOutcome;
  readonly wasNotExecuted: boolean;
  /** Why the bridge refused it, as data, for a page that words it for its reader. */
  readonly refusal?: Refusal | undefined;
  /** Why there was no answer of the bridge, for the same page. */
  readonly noAnswer?: NoAnswer | undefined;
}

export interface ControlOrder {
  readonly systemId: string;
  readonly command: AnyCommand;
  readonly now: number;
  /** How long the bridge has to answer, ms. */
  readonly within: number;
  readonly by?: ControlContext;
}

const notExecuted: ReadonlySet<BridgeReply['answer']> = new Set(['absent', 'unreachable', 'dropped']);

/** Sends a checked command to a bridge, once. */
export const attemptControl = async (
  controls: ControlSender,
  { systemId, command: { name, body }, now, within, by }: ControlOrder,
): Promise<ControlAttempt> => {
  const reply = await controls.control(systemId, { [name]: body }, now + within, by);
  if (reply.answer === 'read' || reply.answer === 'cannot')
    throw new Error('a control got the answer to a read');
  const result = resultOf(reply, 'control', within / 1_000);
  if (result.ok) return { outcome: { ok: true }, wasNotExecuted: false };
  return {
    outcome: result,
    wasNotExecuted: notExecuted.has(reply.answer),
    refusal: reply.answer === 'refused' ? reply.refusal : undefined,
    noAnswer: noAnswerOf(reply),
  };
};
