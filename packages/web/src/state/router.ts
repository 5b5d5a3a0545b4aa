import { useSyncExternalStore } from 'react';

/** The current page, and the path after it. Both are in the fragment of the URL: `#/houses/pair/BCDF-GHJK`. */
interface PageRoute<Page> {
  readonly page: Page;
  readonly rest: readonly string[];
}

interface Router<Page extends string, Fallback> {
  toHash(page: Page, ...rest: readonly (string | number)[]): string;
  readRoute(hash: string): PageRoute<Page | Fallback>;
  /** Returns the current route; the component renders again when it changes. */
  useRoute(): PageRoute<Page | Fallback>;
  navigate(page: Page, ...rest: readonly (string | number)[]): void;
}

/** Decodes a segment of the path; returns it unchanged if it has a malformed escape sequence. */
const decode = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};

const subscribe = (listener: () => void) => {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
};

/**
 * Creates a router over the fragment of the URL, so that a server needs to serve only one document. `fallback` is the
 * page for an unknown route.
 */
export function createRouter<Page extends string, Fallback extends Page | undefined>(
  pages: readonly Page[],
  fallback: Fallback,
): Router<Page, Fallback> {
  const toHash = (...path: readonly (string | number)[]) => `#/${path.map(encodeURIComponent).join('/')}`;
  const readRoute = (hash: string) => {
    const [first, ...rest] = hash.replace(/^#\/?/, '').split('/');
    const page = pages.find((each) => each === first) ?? fallback;
    return { page, rest: rest.filter((segment) => segment !== '').map(decode) };
  };
  return {
    toHash,
    readRoute,
    useRoute: () => readRoute(useSyncExternalStore(subscribe, () => window.location.hash)),
    navigate: (...path) => {
      window.location.hash = toHash(...path);
    },
  };
}
