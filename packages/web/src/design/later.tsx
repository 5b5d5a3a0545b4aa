import { type ComponentType, use } from 'react';

/** Thrown by a part of the page that cannot be fetched. A browser remembers that until the page is loaded anew. */
export class Unfetched extends Error {
  constructor(cause: unknown) {
    super('A part of the page cannot be fetched.', { cause });
  }
}

/** A part of the page that is fetched where it is first drawn, or before. */
export interface Later<Props> {
  /** The part where it is here already. */
  here(): ComponentType<Props> | undefined;
  /** Fetches it, once; rejects with `Unfetched`. */
  fetch(): Promise<ComponentType<Props>>;
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
  return {
    here: () => got,
    fetch: () => {
      underWay ??= loadOnce();
      return underWay;
    },
  };
};

/** Draws a part; throws `Unfetched` where it cannot be fetched. */
export const Part = <Props extends object>({ of, props }: { of: Later<Props>; props: Props }) => {
  const Whole = of.here() ?? use(of.fetch());
  return <Whole {...props} />;
};
