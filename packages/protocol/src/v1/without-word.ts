import type { Datagrams } from '../component/kinds.ts';
import { findWithoutWord, type WithoutWord } from './member.ts';
import { v1UnitMembers } from './system.ts';
import { v1ZoneMembers } from './zones.ts';

/** A value of a component that has no word in the original interface. */
export interface ValueWithoutWord extends WithoutWord {
  readonly kind: 'unit' | 'zone';
  readonly index: number;
}

/** Returns the values of the unit and the zones that have no word in the original interface. */
export function valuesWithoutWord({
  unit,
  zone,
}: Pick<Datagrams, 'unit' | 'zone'>): readonly ValueWithoutWord[] {
  return [
    ...unit.flatMap((one) =>
      findWithoutWord(v1UnitMembers, one).map((each) => ({ kind: 'unit' as const, index: 0, ...each })),
    ),
    ...zone.flatMap((one) =>
      findWithoutWord(v1ZoneMembers, one).map((each) => ({
        kind: 'zone' as const,
        index: one.Index,
        ...each,
      })),
    ),
  ];
}
