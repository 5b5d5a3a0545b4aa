import type { DatabaseSync } from 'node:sqlite';
import type { AttachTo } from '../attached/attach-to.ts';
import { componentsOf } from '../events/event-text.ts';
import { BridgeFailure } from '../failure/failure.ts';
import { createSettings } from '../store/settings.ts';
import type { HouseToRun } from './house-to-run.ts';

interface Shape {
  readonly name: string;
  /** Its rooms and components; a state of another shape does not fit. Sizes and colours may change. */
  readonly parts: string;
}

const key = 'house';

const claim = (db: DatabaseSync, folder: string, given: Shape): void => {
  const settings = createSettings(db);
  const stored = settings.read(key) as Shape | undefined;
  if (stored !== undefined && stored.parts !== given.parts)
    throw new BridgeFailure('other-house', { folder, stored: stored.name, given: given.name });
  if (stored?.name !== given.name) settings.write(key, given);
};

/** Binds a store to a house at its first start, which is at that instant; refuses another house later. */
export const claimHouse = (db: DatabaseSync, folder: string, house: HouseToRun, at: number): void => {
  const components = componentsOf(house.installation.initial(at).datagrams);
  const parts = [...house.rooms, ...components.map(({ kind, index }) => `${kind} ${index}`)].join(', ');
  claim(db, folder, { name: house.name, parts });
};

/** Binds a store to the bridge behind, whose history it keeps; refuses a simulated house later, and the other way. */
export const claimAttached = (db: DatabaseSync, folder: string, { host }: AttachTo): void =>
  claim(db, folder, { name: host, parts: 'attached' });
