import type { Settings } from '../store/settings.ts';

/** Which series stand in which order in a row of history, by number; a layout once used is never changed. */
export interface Layouts {
  /** The number of the layout with exactly those series, made where there is none yet. */
  numberOf(names: readonly string[]): number;
  /** Where a series stands in a layout; -1 where it does not. */
  placeOf(layout: number, name: string): number;
  /** Every series there ever was, those of the latest layout first. */
  names(): string[];
  /** Writes the layouts; call within the transaction that writes rows of them. */
  write(): void;
}

const key = 'layouts';

export const createLayouts = (settings: Settings): Layouts => {
  const layouts = (settings.read(key) ?? []) as string[][];
  const isSame = (layout: readonly string[], names: readonly string[]) =>
    layout.length === names.length && layout.every((name, place) => name === names[place]);
  return {
    numberOf: (names) => {
      const known = layouts.findIndex((layout) => isSame(layout, names));
      return known === -1 ? layouts.push([...names]) - 1 : known;
    },
    placeOf: (layout, name) => layouts[layout]?.indexOf(name) ?? -1,
    names: () => [...new Set(layouts.toReversed().flat())],
    write: () => settings.write(key, layouts),
  };
};
