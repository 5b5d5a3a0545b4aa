import { type ComponentType, use } from 'react';

/** Thrown by a part of the page that cannot be fetched. A browser remembers that until the page is loaded anew. */
export class ChunkLoadError extends Error {
  constructor(cause: unknown) {
    super('A part of the page cannot be fetched.', { cause });
  }
}

/** A part of the page that is fetched where it is first drawn, or before. */
export interface LazyComponent<Props> {
  /** The part where it is here already. */
  loaded(): ComponentType<Props> | undefined;
  /** Fetches it, once; rejects with `Unfetched`. */
  load(): Promise<ComponentType<Props>>;
}

/** A part that is fetched by `load`. Unlike `lazy` of React it may be fetched before it is drawn, and is there at once then. */
export const lazyComponent = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> => {
  let got: ComponentType<Props> | undefined;
  let underWay: Promise<ComponentType<Props>> | undefined;
  const loadOnce = async () => {
    try {
      got = await load();
      return got;
    } catch (cause) {
      throw new ChunkLoadError(cause);
    }
  };
  return {
    loaded: () => got,
    load: () => {
      underWay ??= loadOnce();
      return underWay;
    },
  };
};

/** Draws a part; throws `Unfetched` where it cannot be fetched. */
export const Lazy = <Props extends object>({ of, props }: { of: LazyComponent<Props>; props: Props }) => {
  const Whole = of.loaded() ?? use(of.load());
  return <Whole {...props} />;
};
