import type { Preferences } from './preferences.ts';
import type { Store } from './store.ts';

/** Applies the preferred theme to the page, now and whenever it changes. */
export const followTheme = (preferences: Store<Preferences>): void => {
  const show = () => {
    document.documentElement.dataset.theme = preferences.get().theme;
  };
  preferences.subscribe(show);
  show();
};
