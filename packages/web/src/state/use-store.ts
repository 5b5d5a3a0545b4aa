import { useSyncExternalStore } from 'react';
import type { Store } from './store.ts';

/** A part of a store's value; the component is drawn again when that part is another. */
export const useStore = <T, Part>(store: Store<T>, pick: (value: T) => Part): Part =>
  useSyncExternalStore(store.subscribe, () => pick(store.get()));
