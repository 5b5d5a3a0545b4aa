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

/** The kind of the component whose index is a fact. */
const kindOfFact = { zone: 'zone', split: 'split', unit: 'vrf', lamp: 'lamp' } as const;
export type NamedKind = (typeof kindOfFact)[keyof typeof kindOfFact];

let nameOf: (kind: NamedKind, index: number) => string | undefined = () => undefined;

/** Sets how refusals name the components of the house on the page; without it they have their numbers. */
export function nameComponents(find: typeof nameOf): void {
  nameOf = find;
}

/** Replaces the indexes of components by their names. The fact `unit` may also be the unit of a quantity. */
const withNames = (facts: RefusalFacts): RefusalFacts =>
  Object.fromEntries(
    Object.entries(facts).map(([fact, value]) => {
      const kind = kindOfFact[fact as keyof typeof kindOfFact] as NamedKind | undefined;
      return [fact, (kind && typeof value === 'number' && nameOf(kind, value)) || value];
    }),
  );

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
 * Returns the sentence of a refusal of the interface, in the reader's language and degrees and with the names of rooms,
 * beginning with the path of the refused value.
 */
export function describeRefusal(refusal: Refusal, degrees: Degrees = '°C'): string {
  const { code, path, input } = refusal;
  const facts = withNames(refusal.facts);
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
  if (sentence === undefined) return toSentence({ ...refusal, facts }, degrees);
  const place = path.join('.');
  return place === '' ? sentence : `${place}: ${sentence}`;
}
