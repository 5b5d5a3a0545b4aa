import type { Preferences } from './preferences.ts';
import type { Store } from './store.ts';

/** Lets the page look as its reader prefers, now and whenever that changes. */
export const followTheme = (preferences: Store<Preferences>): void => {
  const show = () => {
    document.documentElement.dataset.theme = preferences.get().theme;
  };
  preferences.subscribe(show);
  show();
};
