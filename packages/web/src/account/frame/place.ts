import * as live from '../../live/hash.ts';

/** The pages of the account. */
export const pages = ['welcome', 'houses', 'apps', 'developer', 'account', 'sign-in', 'sign-up'] as const;
export type Page = (typeof pages)[number];

/** Where a reader is: a page, and what the page is about. */
export interface Place {
  /** Undefined where the address names none: what is shown first is another page for an owner than for a visitor. */
  readonly page: Page | undefined;
  readonly rest: readonly string[];
}

export const readPlace = (hash: string): Place => {
  const [page, ...rest] = live.readHash(hash);
  return { page: pages.find((each) => each === page), rest };
};

export const toHash = (page: Page, ...rest: readonly string[]): string => live.toHash(page, ...rest);

export const usePlace = (): Place => readPlace(live.useHash());

export const goTo = (...place: Parameters<typeof toHash>): void => live.goToHash(toHash(...place));
