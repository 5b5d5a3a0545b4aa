import type { Settings } from '../store/settings.ts';

/** The order of the series in rows of history, by number. A layout in use is never changed. */
export interface Layouts {
  /** The number of the layout with exactly these series; creates it where there is none yet. */
  numberOf(names: readonly string[]): number;
  /** The position of a series in a layout, -1 where it has none. */
  indexOf(layout: number, name: string): number;
  /** All series of all layouts, those of the latest layout first. */
  names(): string[];
  /** Writes the layouts; call within the transaction that writes rows of them. */
  write(): void;
}

const key = 'layouts';

export const createLayouts = (settings: Settings): Layouts => {
  const layouts = (settings.read(key) ?? []) as string[][];
  const isSame = (layout: readonly string[], names: readonly string[]) =>
    layout.length === names.length && layout.every((name, index) => name === names[index]);
  return {
    numberOf: (names) => {
      const known = layouts.findIndex((layout) => isSame(layout, names));
      return known === -1 ? layouts.push([...names]) - 1 : known;
    },
    indexOf: (layout, name) => layouts[layout]?.indexOf(name) ?? -1,
    names: () => [...new Set(layouts.toReversed().flat())],
    write: () => settings.write(key, layouts),
  };
};
