import { type Refusal, toSentence } from '../refusal/refusal.ts';

/** The answer of the original interface to a successful command (wire facts 8). */
export const v1Ok = '{OK}';

/** Returns a refusal as the text that both interfaces answer: `{ERROR: <sentence>}` (interface 7). */
export const toErrorText = (refusal: Refusal): string => `{ERROR: ${toSentence(refusal)}}`;
