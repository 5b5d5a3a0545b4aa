import type { DatagramOf } from '@plenum/protocol/component';

type Lamp = DatagramOf<'lamp'>;

/** The fields of a lamp that a favourite stores, in the order of its text (lighting 2); behind them, whether it applies. */
const stored = ['On', 'Brig', 'Temp', 'R', 'G', 'B', 'Fx', 'Rgb', 'Acce'] as const;

/** What a favourite does to a lamp: the lamp as it is now. */
export const toSetting = (lamp: Pick<Lamp, (typeof stored)[number]>): string =>
  [...stored.map((field) => lamp[field]), 1].join(',');

/** The fields that a favourite gives a lamp; undefined where it leaves the lamp alone, or the text is none. */
export const readSetting = (text: string): Pick<Lamp, (typeof stored)[number]> | undefined => {
  const numbers = text.split(',').map(Number);
  if (numbers.length !== stored.length + 1 || numbers.at(-1) === 0 || numbers.some(Number.isNaN))
    return undefined;
  return Object.fromEntries(stored.map((field, place) => [field, numbers[place]])) as unknown as Lamp;
};
