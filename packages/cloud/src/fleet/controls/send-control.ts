import type { AnyCommand } from '@plenum/protocol/command';
import { ok, type Refusal, type Result } from '@plenum/protocol/refusal';
import type { BridgeReply, NoReply } from './bridge-reply.ts';
import type { ControlContext, ControlSender } from './bridge-requests.ts';
import type { Failure } from './failure.ts';
import { noReplyOf, resultOf } from './reply-result.ts';

/** Time a bridge has to reply to a control, a read or a write, ms. */
export const defaultControlWithin = 10_000;

/** The end of a control that was sent once. */
export interface SentControl {
  /** The result as returned to its client, regardless of its bridge and node. */
  readonly result: Result<undefined, Failure>;
  /** True if the control certainly changed nothing, so that it may be repeated. */
  readonly wasNotExecuted: boolean;
  /** The bridge's refusal as data, for pages that word it in the reader's language. */
  readonly refusal?: Refusal | undefined;
  /** The reason why the bridge did not reply, also for such pages. */
  readonly noReply?: NoReply | undefined;
}

/**
 * A control on its way to a bridge, in the form `{Name: body}` as on the local network. `Command` is `unknown` until it
 * is checked.
 */
export interface Control<Command = AnyCommand> {
  readonly systemId: string;
  readonly command: Command;
  readonly now: number;
  /** Time the bridge has to reply, ms. */
  readonly within: number;
  readonly by?: ControlContext;
}

const notExecuted: ReadonlySet<BridgeReply['answer']> = new Set(['absent', 'unreachable', 'dropped']);

/** Sends a checked command to a bridge, once. */
export async function sendControl(
  controls: ControlSender,
  { systemId, command: { name, body }, now, within, by }: Control,
): Promise<SentControl> {
  const reply = await controls.control(systemId, { [name]: body }, now + within, by);
  if (reply.answer === 'read' || reply.answer === 'cannot')
    throw new Error('a control got the reply to a read');
  const result = resultOf(reply, 'control', within / 1_000);
  if (result.ok) return { result: ok(undefined), wasNotExecuted: false };
  return {
    result,
    wasNotExecuted: notExecuted.has(reply.answer),
    refusal: reply.answer === 'refused' ? reply.refusal : undefined,
    noReply: noReplyOf(reply),
  };
}
