import { type Field, factsOf } from '@plenum/protocol/field';
import { type Quirks, quirks, quirksBody } from '@plenum/protocol/quirks';
import { toSentence } from '@plenum/protocol/refusal';
import { checkOverride } from '@plenum/protocol/simulation';
import { wrongUsage } from '../failure.ts';
import { readBody } from './body.ts';

const name = 'Quirks';

/** Adds the default value to a quirk that was typed without one. */
const withValue = (typed: string): string => {
  const quirk = (quirks as Readonly<Record<string, { readonly value: Field }>>)[typed];
  return quirk === undefined ? typed : `${typed}=${factsOf(quirk.value).example}`;
};

/** Reads quirks of real devices, typed as `NAME` or `NAME=VALUE`: `busy=0.5`, `late-apply=2s`, `empty-v1`. */
export function readQuirks(typed: readonly string[]): Quirks {
  const words = typed.map((each) => withValue(each.trim())).filter((each) => each !== '');
  if (words.length === 0) return {};
  const checked = checkOverride(name, readBody({ name, body: quirksBody }, words));
  if (!checked.ok) throw wrongUsage(toSentence(checked.refusal));
  return checked.value.body as Quirks;
}
