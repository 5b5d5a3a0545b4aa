import { configureMatter } from './node/configure.ts';
import type { Matter, MatterOptions } from './start-matter.ts';

export { matterFailures } from './node/failures.ts';
export type { Matter, MatterOptions } from './start-matter.ts';

/**
 * Shows a house to Matter controllers until it is disposed of. Only one house per process. @throws PlenumError of
 * `matterFailures`
 */
export async function startMatter(options: MatterOptions): Promise<Matter> {
  // matter.js reads its configuration while it loads.
  configureMatter();
  const { showHouse } = await import('./start-matter.ts');
  return showHouse(options);
}
