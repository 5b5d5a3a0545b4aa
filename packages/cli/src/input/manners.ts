import { type Field, factsOf } from '@plenum/protocol/field';
import { type Manners, manners, mannersBody } from '@plenum/protocol/manners';
import { toSentence } from '@plenum/protocol/refusal';
import { checkOverride } from '@plenum/protocol/simulation';
import { wrongUsage } from '../failure.ts';
import { readBody } from './body.ts';

const name = 'Manners';

/** A manner without a value has its usual one. */
const withValue = (typed: string): string => {
  const manner = (manners as Readonly<Record<string, { readonly value: Field }>>)[typed];
  return manner === undefined ? typed : `${typed}=${factsOf(manner.value).example}`;
};

/** Reads manners of real devices, typed as `NAME` or `NAME=VALUE`: `busy=0.5`, `late-apply=2s`, `empty-v1`. */
export const readManners = (typed: readonly string[]): Manners => {
  const words = typed.map((each) => withValue(each.trim())).filter((each) => each !== '');
  if (words.length === 0) return {};
  const checked = checkOverride(name, readBody({ name, body: mannersBody }, words));
  if (!checked.ok) throw wrongUsage(toSentence(checked.refusal));
  return checked.value.body as Manners;
};
