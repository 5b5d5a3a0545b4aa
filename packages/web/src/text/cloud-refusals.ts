import type { ConsoleRefusal } from '@plenum/client/console';
import type { ConsoleRefusalCode } from '@plenum/protocol/console';
import type { Formatter } from './formatter.ts';

/** What a sentence contains, as the cloud sent it. */
export type CloudFacts = Readonly<Record<string, unknown>>;

/** Refusals whose sentence is that of the bridge. */
type ByBridge = 'InvalidRequest' | 'InvalidUser' | 'UserNotAllowed' | 'Error';

/** Why no bridge answered: the fact `bridge` of the cloud's `Error`; `asked` is control, read or write, `within` in seconds. */
type NoAnswer = 'bridge-absent' | 'bridge-unreachable' | 'bridge-silent';

/** The sentences of a language by code: those of the cloud, where no bridge answers it, and where it does not answer. */
export type CloudRefusals = Readonly<
  Record<
    Exclude<ConsoleRefusalCode, ByBridge> | NoAnswer | 'unreachable' | 'unknown',
    (facts: CloudFacts, format: Formatter) => string
  >
>;

/** Makes the sentence of a refusal; one that the language does not have stays as the cloud sent it. */
export const toCloudSentence =
  (sentences: CloudRefusals) =>
  ({ refusal: { code, sentence, facts = {} } }: { refusal: ConsoleRefusal }, format: Formatter): string => {
    const { bridge } = facts as CloudFacts;
    const name = code === 'Error' && bridge !== undefined ? `bridge-${bridge}` : code;
    return Object.hasOwn(sentences, name)
      ? sentences[name as keyof CloudRefusals](facts as CloudFacts, format)
      : sentence;
  };
