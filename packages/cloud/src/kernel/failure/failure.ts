import { listenProblemOf } from '@plenum/machine';
import { type FailureCode, type FailureFacts, failures } from './table.ts';

/** Why a cloud cannot start or go on: a stable `code`, the facts, and one sentence as `message`. */
export class CloudFailure extends Error {
  readonly code: FailureCode;
  readonly facts: FailureFacts;

  constructor(code: FailureCode, facts: FailureFacts, cause?: unknown) {
    super(failures[code](facts), { cause });
    this.name = 'CloudFailure';
    this.code = code;
    this.facts = facts;
  }
}

/** A failure to listen as a sentence; any other error as it is. */
export const toListenFailure = (error: unknown, where: { host: string; port: number }): unknown => {
  const code = listenProblemOf(error);
  return code === undefined ? error : new CloudFailure(code, where, error);
};
