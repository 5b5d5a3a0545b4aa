import { BridgeError } from './bridge-error.ts';
import type { BridgeAnswer } from './read-answer.ts';

/** The bridge that sent an answer, described by its connection. */
interface Where {
  readonly where: string;
}

/**
 * Returns the failure that an answer reports, or undefined if it reports none. `lacks` completes the sentence about a
 * bridge that does not support the request: `records no history`.
 */
export function failureOf(
  { where }: Where,
  answer: BridgeAnswer,
  lacks = 'does not offer that',
): BridgeError | undefined {
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
}

/** Creates the error for JSON of an unexpected form; `what` names the content: `its history`. */
export const unknownForm = ({ where }: Where, what: string): BridgeError =>
  new BridgeError('malformed', `${where} answers ${what} in an unknown form.`);
