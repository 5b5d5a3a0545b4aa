import * as live from '../../state/hash.ts';

/** The pages of the account. */
export const pages = ['welcome', 'houses', 'apps', 'developer', 'account', 'sign-in', 'sign-up'] as const;
export type Page = (typeof pages)[number];

/** Where a reader is: a page, and what the page is about. */
export interface Route {
  /** Undefined where the address names none: what is shown first is another page for an owner than for a visitor. */
  readonly page: Page | undefined;
  readonly rest: readonly string[];
}

export const readRoute = (hash: string): Route => {
  const [page, ...rest] = live.readHash(hash);
  return { page: pages.find((each) => each === page), rest };
};

export const toHash = (page: Page, ...rest: readonly string[]): string => live.toHash(page, ...rest);

export const useRoute = (): Route => readRoute(live.useHash());

export const navigate = (...place: Parameters<typeof toHash>): void => live.goToHash(toHash(...place));
