import { useSyncExternalStore } from 'react';

/** The pages of the house; they are told apart behind the `#`, so that the bridge serves one. */
export const pages = ['overview', 'history', 'schedules', 'simulator'] as const;
export type Page = (typeof pages)[number];

/** Where a reader is: a page, and the thing whose sheet lies open on it. */
export interface Place {
  readonly page: Page;
  readonly sheet: readonly string[];
}

export const readPlace = (hash: string): Place => {
  const [page = '', ...sheet] = hash.replace(/^#\/?/, '').split('/');
  return {
    page: pages.find((each) => each === page) ?? 'overview',
    sheet: sheet.filter((word) => word !== ''),
  };
};

export const toHash = (page: Page, ...sheet: readonly (string | number)[]): string =>
  `#/${[page, ...sheet].join('/')}`;

const subscribe = (listener: () => void) => {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
};

export const usePlace = (): Place => readPlace(useSyncExternalStore(subscribe, () => window.location.hash));

export const goTo = (page: Page, ...sheet: readonly (string | number)[]): void => {
  window.location.hash = toHash(page, ...sheet);
};
