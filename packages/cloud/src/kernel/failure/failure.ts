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
