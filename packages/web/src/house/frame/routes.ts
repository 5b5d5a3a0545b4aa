import * as live from '../../state/hash.ts';

/** The pages of the house. */
export const pages = ['overview', 'history', 'schedules', 'simulator'] as const;
export type Page = (typeof pages)[number];

/** Where a reader is: a page, and the thing whose sheet lies open on it. */
export interface Route {
  readonly page: Page;
  readonly sheet: readonly string[];
}

export const readRoute = (hash: string): Route => {
  const [page, ...sheet] = live.readHash(hash);
  return { page: pages.find((each) => each === page) ?? 'overview', sheet };
};

export const toHash = (page: Page, ...sheet: readonly (string | number)[]): string =>
  live.toHash(page, ...sheet);

export const useRoute = (): Route => readRoute(live.useHash());

export const navigate = (...place: Parameters<typeof toHash>): void => live.goToHash(toHash(...place));
