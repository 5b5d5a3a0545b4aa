import { type Refusal, toSentence } from '../refusal/refusal.ts';

/** The response of the original interface to a successful command (wire facts 8). */
export const v1Ok = '{OK}';

/** Returns a refusal in the text form of both interfaces: `{ERROR: <sentence>}` (interface 7). */
export const toErrorText = (refusal: Refusal): string => `{ERROR: ${toSentence(refusal)}}`;
