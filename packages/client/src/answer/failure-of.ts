import { BridgeError } from '../error/bridge-error.ts';
import type { BridgeAnswer } from './read-answer.ts';

/** The bridge that gave an answer, as a connection names it. */
interface Where {
  readonly where: string;
}

/** The failure that an answer is, or undefined if it is none; `lacks` is what the bridge does not do: `records no history`. */
export const failureOf = (
  { where }: Where,
  answer: BridgeAnswer,
  lacks = 'does not offer that',
): BridgeError | undefined => {
  switch (answer.kind) {
    case 'error':
      return new BridgeError('refused', answer.sentence, { status: answer.status });
    case 'missing':
      return new BridgeError('unsupported', `${where} ${lacks}.`);
    case 'unreadable':
      return new BridgeError('malformed', `${where} sent an answer that cannot be read.`);
    default:
      return undefined;
  }
};

/** The failure of JSON that is not what was requested: `what` is `its history`. */
export const unknownForm = ({ where }: Where, what: string): BridgeError =>
  new BridgeError('malformed', `${where} answers ${what} in an unknown form.`);
