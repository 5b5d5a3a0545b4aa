import type { DatagramOf } from '@plenum/protocol/component';
import { tableOf } from '@plenum/protocol/field';

type Lamp = DatagramOf<'lamp'>;

/**
 * The fields of a lamp that a favourite stores, in the order of its text (lighting 2). They are followed by a flag,
 * which is 0 if the favourite leaves the lamp unchanged.
 */
const stored = ['On', 'Brig', 'Temp', 'R', 'G', 'B', 'Fx', 'Rgb', 'Acce'] as const;

/** Returns the text with which a favourite stores the current state of a lamp. */
export const toSetting = (lamp: Pick<Lamp, (typeof stored)[number]>): string =>
  [...stored.map((field) => lamp[field]), 1].join(',');

type Setting = Pick<Lamp, (typeof stored)[number]>;

const parse = (text: string): Setting | undefined => {
  const numbers = text.split(',').map(Number);
  if (numbers.length !== stored.length + 1 || numbers.at(-1) === 0 || numbers.some(Number.isNaN))
    return undefined;
  return tableOf(stored, (_, place) => numbers[place]!);
};

const known = new WeakMap<object, Setting | undefined>();

/**
 * Returns the fields that an entry of a favourite sets in its lamp, or undefined if it leaves the lamp unchanged or its
 * text is invalid. Each text is parsed once, because favourites with all lamps start and stop every day.
 */
export function readSetting(entry: { readonly S: string }): Setting | undefined {
  if (!known.has(entry)) known.set(entry, parse(entry.S));
  return known.get(entry);
}
