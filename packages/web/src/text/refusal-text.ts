import {
  type Degrees,
  enumerationOfFact,
  type Refusal,
  type RefusalFacts,
  toQuantity,
  toReaderUnits,
  toReading,
  toSentence,
  toShort,
  toStep,
} from '@plenum/protocol/refusal';
import { defined } from './defined.ts';
import { language, translate } from './text.ts';

/** Formats facts as text: lists with commas, and enumerations by their labels on the page. */
const toWords = (facts: RefusalFacts): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(facts).map(([name, fact]) => {
      const key = Object.hasOwn(enumerationOfFact, name)
        ? enumerationOfFact[name as keyof typeof enumerationOfFact]
        : undefined;
      const words = (Array.isArray(fact) ? fact : [fact]).map((word) =>
        key === undefined ? String(word) : (translate('enumeration', `${key}.${word}`) ?? String(word)),
      );
      return [name, words.join(', ')];
    }),
  );

/**
 * Returns the subject and the reason of a refusal in the language of the page; `undefined` if the page is in English.
 */
export function describeReason(facts: RefusalFacts) {
  const words = toWords(facts);
  return {
    what: translate('subject', String(facts.what), words),
    reason: translate('reason', String(facts.reason), words),
  };
}

/** Formats numbers with the decimal separator of the language. */
const localize = (text: string): string => {
  const sign = new Intl.NumberFormat(language()).formatToParts(0.5).find(({ type }) => type === 'decimal')!;
  return text.replace(/(\d)\.(\d)/g, `$1${sign.value}$2`);
};

/** Formats the refused value, its limits and its steps with their unit. */
const toNumbers = (input: unknown, facts: RefusalFacts) => {
  const quantity = (wire: unknown) => localize(toQuantity(wire as number, facts));
  const reading = (wire: unknown) =>
    localize(toReading(toReaderUnits(wire as number, facts), Number(facts.scale ?? 1)));
  return {
    value: quantity(input),
    lowest: quantity(facts.min),
    lowestReading: reading(facts.min),
    highest: quantity(facts.max),
    step: localize(toStep(facts.step as number, facts)),
    lower: reading(facts.lower),
    upper: reading(facts.upper),
  };
};

/**
 * Returns the sentence of a refusal of the interface, in the reader's language and degrees, beginning with the path of
 * the refused value.
 */
export function describeRefusal(refusal: Refusal, degrees: Degrees = '°C'): string {
  const { code, path, input, facts } = refusal;
  const defs = Object.entries(facts).filter(([name]) => /^(noun|expected|unit)$/.test(name));
  const translated = Object.fromEntries(defs.map(([name, text]) => [name, defined(String(text))]));
  const sentence = translate('refusal', code, {
    ...toWords(facts),
    ...translated,
    ...toNumbers(input, { ...facts, ...translated, degrees }),
    ...describeReason(facts),
    input: toShort(input),
    text: String(input),
    hasNearest: facts.nearest !== undefined,
    isScaled: typeof facts.scale === 'number' && facts.scale > 1,
    isNone: facts.count === 0 || facts.count === undefined,
  });
  if (sentence === undefined) return toSentence(refusal, degrees);
  const place = path.join('.');
  return place === '' ? sentence : `${place}: ${sentence}`;
}
