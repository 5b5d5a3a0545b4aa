import { join } from 'node:path';
import type { Bridge } from '@plenum/bridge';
import type { Matter } from '@plenum/matter';
import { toMatterLines } from '../format/paired.ts';
import type { Io } from '../io/io.ts';
import { createLineLog } from '../io/log.ts';
import { loadMatter, type MatterFlags, readMatter } from './matter-options.ts';
import { toOwnError } from './optional-package.ts';
import { toServedHouse } from './served-house.ts';

type BridgeMatterFlags = MatterFlags & { readonly matter?: true; readonly readOnly?: true };

/** Shows a bridge of this process over Matter, where its options say so; its pairings are in the data folder. */
export const showOverMatter = async (
  bridge: Bridge,
  flags: BridgeMatterFlags & { readonly dataDir: string },
  io: Io,
): Promise<Matter | undefined> => {
  if (flags.matter !== true) return undefined;
  const { startMatter } = await loadMatter();
  const house = toServedHouse(bridge, { ...flags, app: 'Matter' });
  const data = join(flags.dataDir, 'matter');
  const log = createLineLog(io);
  const name = bridge.device.datagrams().unit[0]?.Tag1?.trim() || 'Plenum';
  const matter = await startMatter({ house, name, data, ...readMatter(flags), log }).catch(
    (error: unknown) => {
      throw toOwnError(error);
    },
  );
  for (const line of toMatterLines(matter, house.uid)) io.out(line);
  return matter;
};
