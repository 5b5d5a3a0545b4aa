import { useSyncExternalStore } from 'react';

const createUseMedia = (query: string) => {
  const media = window.matchMedia(query);
  const subscribe = (listener: () => void) => {
    media.addEventListener('change', listener);
    return () => media.removeEventListener('change', listener);
  };
  return (): boolean => useSyncExternalStore(subscribe, () => media.matches);
};

/** True while the page is as narrow as a phone. */
export const useIsPhone = createUseMedia('(max-width: 560px)');

/** True while the navigation is at the bottom of the window (`frame.css`). */
export const useIsNarrow = createUseMedia('(max-width: 980px)');
