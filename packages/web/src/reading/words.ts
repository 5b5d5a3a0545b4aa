import { type ComponentKind, kinds } from '@plenum/protocol/component';
import {
  type Enumeration,
  enumerations,
  type Field,
  factsOf,
  isLabelOf,
  plainLabel,
} from '@plenum/protocol/field';
import { defined } from '../text/defined.ts';
import { t, translate } from '../text/text.ts';

/** Capitalizes the first letter: `Pump only`, but `iSave fitted`. */
export const capital = (word: string): string =>
  /^[a-z][A-Z]/.test(word) ? word : word.charAt(0).toUpperCase() + word.slice(1);

/** Returns the word for a flag in its definition, as shown next to its switch: `1 on, 0 off` is `on`. */
const flagWord = (description: string): string => description.replace(/^1 ([^,;]+).*$/, '$1');

/** Returns the label of a field: its description without the explanation of the wire value. */
export function toLabel(field: Field): string {
  const [first = ''] = field.description.split(';');
  return capital(defined(flagWord(first)));
}

/** Returns the definition of a field of a component's datagram. */
export const fieldOf = (kind: ComponentKind, name: string): Field =>
  (kinds[kind].fields.properties as Readonly<Record<string, Field>>)[name]!;

/**
 * Returns the label for a value of an enumeration. Some labels have two meanings, `low (brand set: auto)`: the first
 * applies unless the unit has the fan speeds of a brand (`Brand` 1).
 */
export function wordOf(field: Field, value: number, isBrand = false): string {
  const found = Object.entries(factsOf(field).choices ?? {}).find(([, each]) => each === value);
  return found === undefined
    ? t('reading.someType', { number: value })
    : plainLabel(labelOf(field, found[0]), isBrand);
}

const keys = new Map(Object.entries(enumerations).map(([key, { name }]) => [name, key]));

const someType = /^type (\d+)$/;

const labelOf = (field: Field, label: string): string => {
  const [, number] = someType.exec(label) ?? [];
  if (number !== undefined) return t('reading.someType', { number });
  return translate('enumeration', `${keys.get(factsOf(field).enumeration ?? '')}.${label}`) ?? label;
};

export interface Option {
  readonly value: number;
  readonly label: string;
}

/** Returns the values of an enumeration with their labels, in the order of the definition. */
export const optionsOf = (field: Field, isBrand = false): readonly Option[] =>
  Object.entries(factsOf(field).choices ?? {})
    .filter(([word]) => isLabelOf(word, isBrand))
    .map(([word, value]) => ({ value, label: capital(plainLabel(labelOf(field, word), isBrand)) }));

/** Returns the values of an enumeration that have the given labels, and always the current value. */
export function someOf(
  options: readonly Option[],
  of: Enumeration,
  words: readonly string[],
  present: number,
): readonly Option[] {
  const some = options.filter(
    ({ value }) => value === present || words.some((word) => of.values[word] === value),
  );
  return some.some(({ value }) => value === present)
    ? some
    : [...some, { value: present, label: t('reading.type', { number: present }) }];
}
