import {
  enumerationOfFact,
  type ReasonTexts,
  type RefusalFacts,
  reasonText,
  subjectText,
} from '@plenum/protocol/refusal';
import { translate } from './text.ts';

/** The facts with the values of enumerations in the words of the page. */
const inWords = (facts: RefusalFacts): RefusalFacts => {
  const worded = Object.entries(enumerationOfFact).flatMap(([fact, enumeration]) => {
    const toWord = (label: unknown) => translate('enumeration', `${enumeration}.${label}`) ?? String(label);
    const value = facts[fact];
    return value === undefined ? [] : [[fact, Array.isArray(value) ? value.map(toWord) : toWord(value)]];
  });
  return { ...facts, ...Object.fromEntries(worded) };
};

/** Makes the texts of a language for what is refused and why, from the facts of a refusal. */
export const reasonWriter = (texts: ReasonTexts) => ({
  subject: (facts: RefusalFacts): string => subjectText(inWords(facts), texts),
  reason: (facts: RefusalFacts): string => reasonText(inWords(facts), texts),
});
