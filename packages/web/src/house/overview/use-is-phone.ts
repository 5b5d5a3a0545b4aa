import { useSyncExternalStore } from 'react';

const phone = window.matchMedia('(max-width: 560px)');

const subscribe = (listener: () => void) => {
  phone.addEventListener('change', listener);
  return () => phone.removeEventListener('change', listener);
};

/** Whether the page is as narrow as a phone. */
export const useIsPhone = (): boolean => useSyncExternalStore(subscribe, () => phone.matches);
