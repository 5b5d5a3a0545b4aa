import { useSyncExternalStore } from 'react';

/** A word of an address; one that is encoded wrongly stands for itself. */
const decode = (word: string): string => {
  try {
    return decodeURIComponent(word);
  } catch {
    return word;
  }
};

/** Where a reader is, behind the `#` of the address, so that a server serves one page: the page, and what it is about. */
export const readHash = (hash: string): readonly [page: string, ...rest: string[]] => {
  const [page = '', ...rest] = hash.replace(/^#\/?/, '').split('/');
  return [page, ...rest.filter((word) => word !== '').map(decode)];
};

export const toHash = (...words: readonly (string | number)[]): string =>
  `#/${words.map(encodeURIComponent).join('/')}`;

const subscribe = (listener: () => void) => {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
};

export const useHash = (): string => useSyncExternalStore(subscribe, () => window.location.hash);

export const goToHash = (hash: string): void => {
  window.location.hash = hash;
};
