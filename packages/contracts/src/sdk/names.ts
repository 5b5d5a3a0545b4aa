import type { Enumeration } from '@plenum/protocol/field';
import { enumerations, type Field, factsOf } from '@plenum/protocol/field';

/** Returns the type name of an enumeration: `SysMode` for `SysMode_e`. */
export const typeNameOf = ({ name }: Enumeration): string =>
  name
    .replace(/_[et]\b/, '')
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');

/** All enumerations of the interface without repetitions, in the order of their definitions. */
export const allEnumerations: readonly Enumeration[] = Object.values(
  enumerations as Record<string, unknown>,
).filter((each): each is Enumeration => typeof each === 'object');

/** Returns the meaningful labels of an enumeration. `type 7`, for example, is not one. */
export const labelsOf = ({ values }: Enumeration): readonly (readonly [label: string, value: number])[] =>
  Object.entries(values).filter(([label]) => !/^type \d+$/.test(label));

/** Returns the words of a label, which consist of letters and digits. */
export const wordsOf = (label: string): readonly string[] =>
  label.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');

/** Describes a field on one line: its meaning and its unit on the wire. */
export function remarkOf(field: Field): string {
  const { unit, scale, enumeration } = factsOf(field);
  const what = field.description.replace(/\s+/g, ' ').replace(/\.$/, '');
  if (enumeration !== undefined) return `${what} (${enumeration})`;
  if (unit === undefined) return what;
  return scale === undefined || scale === 1 ? `${what}, ${unit}` : `${what}, ${unit} times ${scale}`;
}
