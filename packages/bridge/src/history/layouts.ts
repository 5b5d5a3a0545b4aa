import type { Settings } from '../store/settings.ts';
import { counterOf } from './series.ts';

/** The order of the series in rows of history, by number. A layout that rows use is never changed. */
export interface Layouts {
  /** Returns the number of the layout with exactly these series; creates it if it does not exist. */
  numberOf(names: readonly string[]): number;
  /** Returns the series of a layout, in order. */
  namesOf(layout: number): readonly string[];
  /** Returns the position of a series in a layout; -1 if the layout does not contain the series. */
  indexOf(layout: number, name: string): number;
  /** Returns the series of a layout that drive energy counters. */
  metersOf(layout: number): readonly Meter[];
  /** Returns all series of all layouts, starting with those of the latest layout. */
  names(): string[];
  /** Writes the layouts; call within the transaction that writes their rows. */
  write(): void;
}

/** The position of a series whose values are in watts, and the energy counter that this series drives. */
export interface Meter {
  readonly index: number;
  readonly counter: string;
}

const key = 'layouts';

const positionsOf = (names: readonly string[]): ReadonlyMap<string, number> =>
  new Map(names.map((name, index) => [name, index]));

const metersIn = (positions: ReadonlyMap<string, number>): readonly Meter[] =>
  [...positions].flatMap(([name, index]) => {
    const counter = counterOf(name);
    return counter === undefined ? [] : { index, counter };
  });

export function createLayouts(settings: Settings): Layouts {
  const layouts = (settings.read(key) ?? []) as string[][];
  const positions = layouts.map(positionsOf);
  const meters = positions.map(metersIn);
  const isSame = (layout: readonly string[], names: readonly string[]) =>
    layout.length === names.length && layout.every((name, index) => name === names[index]);
  return {
    numberOf: (names) => {
      const known = layouts.findIndex((layout) => isSame(layout, names));
      if (known !== -1) return known;
      const own = positionsOf(names);
      positions.push(own);
      meters.push(metersIn(own));
      return layouts.push([...names]) - 1;
    },
    namesOf: (layout) => layouts[layout] ?? [],
    indexOf: (layout, name) => positions[layout]?.get(name) ?? -1,
    metersOf: (layout) => meters[layout] ?? [],
    names: () => [...new Set(layouts.toReversed().flat())],
    write: () => settings.write(key, layouts),
  };
}
