import { type Refusal, toSentence } from '../refusal/refusal.ts';

/** The answer of the original interface to a command that was done (wire facts 8). */
export const v1Ok = '{OK}';

/** A refusal as the text both interfaces answer: `{ERROR: <sentence>}` (interface 7). */
export const toErrorText = (refusal: Refusal): string => `{ERROR: ${toSentence(refusal)}}`;
