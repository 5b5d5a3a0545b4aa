import { type Degrees, type Refusal, toSentence } from '@plenum/protocol/refusal';
import type { Texts } from '../formatter.ts';

/** The sentences of a refusal are in the protocol, whose servers and command line use them too. */
export const refusal = {
  sentence: ({ refusal, degrees }: { refusal: Refusal; degrees?: Degrees }) => toSentence(refusal, degrees),
} satisfies Texts;
