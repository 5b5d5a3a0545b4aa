import { type RefusedInput, toQuantity, toReaderUnits, toReading, toStep } from '@plenum/protocol/refusal';

/** Written with the decimal comma of German and Spanish. */
const withComma = (text: string): string => text.replace(/(\d)\.(\d)/g, '$1,$2');

type Facts = RefusedInput['facts'];

const readingOf = (wire: unknown, facts: Facts): string =>
  withComma(toReading(toReaderUnits(wire as number, facts), Number(facts.scale ?? 1)));

/** The numbers of a refusal as text: the refused value, its limits and its steps, with their unit as `word` writes it. */
export const numbersOf = ({ input, facts: given }: RefusedInput, word: (of: unknown) => string) => {
  const facts = given.unit === undefined ? given : { ...given, unit: word(given.unit) };
  return {
    value: withComma(toQuantity(input as number, facts)),
    min: withComma(toQuantity(facts.min as number, facts)),
    max: withComma(toQuantity(facts.max as number, facts)),
    minReading: readingOf(facts.min, facts),
    step: withComma(toStep(facts.step as number, facts)),
    lower: readingOf(facts.lower, facts),
    upper: readingOf(facts.upper, facts),
  };
};

/** Words in a list. */
export const wordsOf = (of: unknown): string => (Array.isArray(of) ? of.join(', ') : String(of));
