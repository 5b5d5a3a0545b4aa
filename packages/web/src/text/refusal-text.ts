import { type Degrees, type Refusal, toSentence } from '@plenum/protocol/refusal';
import { translate } from './text.ts';

/** The sentence of a refusal of the interface, in the reader's language and degrees. */
export const describeRefusal = (refusal: Refusal, degrees?: Degrees): string =>
  translate('refusal', 'sentence', { refusal, degrees }) ?? toSentence(refusal, degrees);
