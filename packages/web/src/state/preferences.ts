import type { Scale } from '../reading/number/temperature.ts';
import { createStore, type Store } from './store.ts';

export type Theme = 'auto' | 'light' | 'dark';

/** The reader's settings on this device. */
export interface Preferences {
  readonly scale: Scale;
  readonly theme: Theme;
  /** The language of the pages; `auto` is the language of the browser. */
  readonly language: string;
  /** The page that opens if the URL contains none, so that a wall display still shows the wall after a restart. */
  readonly start: 'overview' | 'wall';
  /** The names of the collapsed groups of rooms, one per line. */
  readonly collapsed: string;
  /** The access key of the bridge, if it requires one. */
  readonly key: string | null;
}

type StorageLike = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const defaults: Preferences = {
  scale: 'C',
  theme: 'auto',
  language: 'auto',
  start: 'overview',
  collapsed: '',
  key: null,
};
const storageKey = (key: keyof Preferences) => `plenum.${key}`;

/** Opens the preferences in the storage of the browser. Without storage, they last as long as the page. */
export function openPreferences(storage: StorageLike): Store<Preferences> {
  const read = <Key extends keyof Preferences>(key: Key): Preferences[Key] => {
    try {
      return (storage.getItem(storageKey(key)) as Preferences[Key] | null) ?? defaults[key];
    } catch {
      return defaults[key];
    }
  };
  const store = createStore<Preferences>({
    scale: read('scale'),
    theme: read('theme'),
    language: read('language'),
    start: read('start'),
    collapsed: read('collapsed'),
    key: read('key'),
  });
  return {
    ...store,
    set: (next) => {
      store.set(next);
      try {
        for (const key of Object.keys(defaults) as (keyof Preferences)[]) {
          const value = next[key];
          if (value === null) storage.removeItem(storageKey(key));
          else storage.setItem(storageKey(key), value);
        }
      } catch {
        // A private window may have no storage.
      }
    },
  };
}

/** Applies the preferred theme to the page, now and after every change. */
export function followTheme(preferences: Store<Preferences>): void {
  const show = () => {
    document.documentElement.dataset.theme = preferences.get().theme;
  };
  preferences.subscribe(show);
  show();
}
