import { errorTable } from '@plenum/protocol/error';
import { type ComponentType, use } from 'react';

const pageErrors = errorTable('page', {
  'script-not-loaded': () => 'The script of a component cannot be loaded.',
});

/**
 * True if the script of a component cannot be loaded. A browser remembers such a failure until the page is reloaded.
 */
export const isScriptNotLoaded = pageErrors.is;

const loaders = new Set<() => Promise<unknown>>();

/** A component whose script is loaded on demand; `load` loads it in advance. */
type LazyComponent<Props extends object> = ComponentType<Props> & { load(): Promise<unknown> };

/**
 * Creates a component whose script is loaded when it first renders, or earlier when its `load` or `preloadComponents`
 * is called. Throws `script-not-loaded` if the script cannot be loaded. Unlike React's `lazy` it renders immediately
 * once the script is loaded (decisions/016).
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  let loaded: ComponentType<Props> | undefined;
  let loading: Promise<ComponentType<Props>> | undefined;
  const start = async () => {
    try {
      loaded = await load();
      return loaded;
    } catch (cause) {
      throw pageErrors.error('script-not-loaded', {}, cause);
    }
  };
  const loadOnce = () => {
    loading ??= start();
    return loading;
  };
  loaders.add(loadOnce);
  // biome-ignore lint/correctness/noComponentHookFactories: called at module level, once for each component.
  const Lazy = (props: Props) => {
    const Loaded = loaded ?? use(loadOnce());
    return <Loaded {...props} />;
  };
  return Object.assign(Lazy, { load: loadOnce });
}

/** Loads the scripts of all lazy components, so that the page keeps working if its server becomes unreachable. */
export function preloadComponents(): void {
  // The component reports a failure when it renders.
  for (const load of loaders) load().catch(() => undefined);
}
