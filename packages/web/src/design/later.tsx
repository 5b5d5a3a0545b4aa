import { type ComponentType, use } from 'react';

/** Thrown by a part of the page that cannot be fetched. A browser remembers that until the page is loaded anew. */
export class Unfetched extends Error {
  constructor(cause: unknown) {
    super('A part of the page cannot be fetched.', { cause });
  }
}

/** A part of the page that is fetched where it is first drawn, or before. */
export interface Later<Props> {
  readonly Part: ComponentType<Props>;
  /** Fetches it; a failure is told where it is drawn. */
  prefetch(): void;
}

/** A part that is fetched by `load`. Unlike `lazy` of React it may be fetched before it is drawn, and is there at once then. */
export const later = <Props extends object>(load: () => Promise<ComponentType<Props>>): Later<Props> => {
  let got: ComponentType<Props> | undefined;
  let underWay: Promise<ComponentType<Props>> | undefined;
  const loadOnce = async () => {
    try {
      got = await load();
      return got;
    } catch (cause) {
      throw new Unfetched(cause);
    }
  };
  const fetchOnce = () => {
    underWay ??= loadOnce();
    return underWay;
  };
  return {
    Part: (props) => {
      const Whole = got ?? use(fetchOnce());
      return <Whole {...props} />;
    },
    prefetch: () => void fetchOnce().catch(() => undefined),
  };
};
