import { useSyncExternalStore } from 'react';

/** The pages of the account; they are told apart behind the `#`, so that the cloud serves one. */
export const pages = ['welcome', 'houses', 'apps', 'developer', 'account', 'sign-in', 'sign-up'] as const;
export type Page = (typeof pages)[number];

/** Where a reader is: a page, and what the page is about. */
export interface Place {
  /** Undefined where the address names none: what is shown first is another page for an owner than for a visitor. */
  readonly page: Page | undefined;
  readonly rest: readonly string[];
}

/** A word of an address; one that is encoded wrongly stands for itself. */
const decode = (word: string): string => {
  try {
    return decodeURIComponent(word);
  } catch {
    return word;
  }
};

export const readPlace = (hash: string): Place => {
  const [page = '', ...rest] = hash.replace(/^#\/?/, '').split('/');
  return {
    page: pages.find((each) => each === page),
    rest: rest.filter((word) => word !== '').map(decode),
  };
};

export const toHash = (page: Page, ...rest: readonly string[]): string =>
  `#/${[page, ...rest.map(encodeURIComponent)].join('/')}`;

const subscribe = (listener: () => void) => {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
};

export const usePlace = (): Place => readPlace(useSyncExternalStore(subscribe, () => window.location.hash));

export const goTo = (page: Page, ...rest: readonly string[]): void => {
  window.location.hash = toHash(page, ...rest);
};
