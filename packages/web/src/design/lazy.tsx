import { type ComponentType, use } from 'react';

/** Thrown where the script of a component cannot be loaded. A browser remembers the failure until the page is reloaded. */
export class ChunkLoadError extends Error {
  constructor(cause: unknown) {
    super('The script of a component cannot be loaded.', { cause });
  }
}

const loaders = new Set<() => Promise<unknown>>();

/**
 * A component whose script is loaded when it first renders, or before by `preloadComponents`. It throws `ChunkLoadError`
 * where the script cannot be loaded. Unlike React's `lazy` it renders at once when the script is there (decisions/016).
 */
export const lazyComponent = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> => {
  let loaded: ComponentType<Props> | undefined;
  let loading: Promise<ComponentType<Props>> | undefined;
  const start = async () => {
    try {
      loaded = await load();
      return loaded;
    } catch (cause) {
      throw new ChunkLoadError(cause);
    }
  };
  const loadOnce = () => {
    loading ??= start();
    return loading;
  };
  loaders.add(loadOnce);
  return (props) => {
    const Loaded = loaded ?? use(loadOnce());
    return <Loaded {...props} />;
  };
};

/** Loads the scripts of all lazy components, so that the page is complete when its server goes away. */
export const preloadComponents = (): void => {
  // A failure is shown where the component renders.
  for (const load of loaders) load().catch(() => undefined);
};
