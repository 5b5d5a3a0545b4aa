import { useSyncExternalStore } from 'react';
import type { Store } from './store.ts';

/** Selects a part of a store's value. The component renders again when that part changes. */
export const useStore = <T, Part>(store: Store<T>, pick: (value: T) => Part): Part =>
  useSyncExternalStore(store.subscribe, () => pick(store.get()));
