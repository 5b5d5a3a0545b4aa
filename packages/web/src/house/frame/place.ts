import * as live from '../../live/hash.ts';

/** The pages of the house. */
export const pages = ['overview', 'history', 'schedules', 'simulator'] as const;
export type Page = (typeof pages)[number];

/** Where a reader is: a page, and the thing whose sheet lies open on it. */
export interface Place {
  readonly page: Page;
  readonly sheet: readonly string[];
}

export const readPlace = (hash: string): Place => {
  const [page, ...sheet] = live.readHash(hash);
  return { page: pages.find((each) => each === page) ?? 'overview', sheet };
};

export const toHash = (page: Page, ...sheet: readonly (string | number)[]): string =>
  live.toHash(page, ...sheet);

export const usePlace = (): Place => readPlace(live.useHash());

export const goTo = (...place: Parameters<typeof toHash>): void => live.goToHash(toHash(...place));
