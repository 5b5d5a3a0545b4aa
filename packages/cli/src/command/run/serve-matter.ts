import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Bridge } from '@plenum/bridge';
import type { Matter } from '@plenum/matter';
import type { Io } from '../../io/io.ts';
import { createLineLog } from '../../io/log.ts';
import { loadMatter, type MatterFlags, showHouse } from '../../option/matter-options.ts';
import { toOwnError } from '../../option/optional-package.ts';
import { toServedHouse } from './served-house.ts';

type BridgeMatterFlags = MatterFlags & { readonly matter?: true; readonly readOnly?: true };

/**
 * Time in ms in which the clients that waited for the bridge get their first responses. Loading Matter then keeps the
 * process busy for up to seconds.
 */
const firstResponses = 500;

/** Shows the bridge in this process over Matter if the options request it; pairings are stored in the data folder. */
export async function showOverMatter(
  bridge: Bridge,
  flags: BridgeMatterFlags & { readonly dataDir: string },
  io: Io,
): Promise<Matter | undefined> {
  if (flags.matter !== true) return undefined;
  await pause(firstResponses, undefined, { signal: io.signal }).catch(() => {});
  if (io.signal.aborted) return undefined;
  const matter = await loadMatter();
  const house = toServedHouse(bridge, { ...flags, app: 'Matter' });
  const data = join(flags.dataDir, 'matter');
  const log = createLineLog(io);
  return await showHouse(matter, { house, flags, io, data, log }).catch((error: unknown) => {
    throw toOwnError(error);
  });
}
