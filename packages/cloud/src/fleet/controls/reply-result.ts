import { ok, type Result } from '@plenum/protocol/refusal';
import type { BridgeReply, NoReply } from './bridge-reply.ts';
import { type Failure, invalidRequest, toFailed } from './failure.ts';

const unanswered = toFailed(504, 'Error');

/** The request id of a control was already used for a different control. */
export const idUsed = invalidRequest(
  'requestId: it was used for another control within the last 10 minutes; choose a new one.',
);

/** The first request with this control got no reply. */
export const resultUnknown = unanswered(
  'The first request with this requestId got no answer, so it is not known whether it was done. Query the component to find out.',
);

/** A control that its bridge dropped because the client hung up. */
export const nobodyWaits = unanswered(
  'The client disconnected before the command was carried out; nothing was done.',
);

/** The kinds of requests to a bridge. */
export type Asked = 'control' | 'read' | 'write';

/**
 * Converts a bridge's reply to the result that every transport returns: the JSON of a read or a write, an empty text for
 * a control, or a failure. `seconds` is the time the bridge had to reply.
 */
export function resultOf(reply: BridgeReply, asked: Asked, seconds: number): Result<string, Failure> {
  const notAsked = asked === 'control' ? '; nothing was done' : '';
  switch (reply.answer) {
    case 'done':
      return ok('');
    case 'read': {
      const { status, body } = reply;
      if (status === 200) return ok(body);
      return toFailed(status, status === 400 ? 'InvalidRequest' : 'Error')(body);
    }
    case 'refused':
      return toFailed(502, 'Error')(reply.detail);
    case 'dropped':
      return nobodyWaits;
    case 'cannot':
      return toFailed(
        501,
        'Error',
      )('The software of this bridge is too old for requests through the cloud; update the bridge.');
    case 'absent':
      return unanswered(`The bridge is not connected${notAsked || ', so it cannot be asked'}.`);
    case 'unreachable':
      return unanswered(`The bridge cannot be reached from here at the moment${notAsked}.`);
    case 'silent': {
      const unknown = {
        control: '; it is not known whether it was done.',
        read: '.',
        write: '. It is not known whether it was done.',
      };
      return unanswered(`The bridge did not answer within ${seconds} s${unknown[asked]}`);
    }
  }
}

/** Returns why no bridge replied, or undefined if one did. */
export const noReplyOf = ({ answer }: BridgeReply): NoReply | undefined =>
  answer === 'absent' || answer === 'unreachable' || answer === 'silent' ? answer : undefined;
