import { type Refusal, toSentence } from '../refusal/refusal.ts';

/** What the original interface answers to a command it did (wire facts 8). */
export const v1Ok = '{OK}';

/** A refusal as the text both interfaces answer: `{ERROR: <sentence>}` (interface 7). */
export const toErrorText = (refusal: Refusal): string => `{ERROR: ${toSentence(refusal)}}`;
