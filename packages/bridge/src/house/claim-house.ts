import type { DatabaseSync } from 'node:sqlite';
import { bridgeFailures } from '../bridge-failures.ts';
import { componentsOf } from '../device/changes.ts';
import { createSettings } from '../store/settings.ts';
import type { HouseToRun } from './house-to-run.ts';

/** Stored description of the house to which a store belongs. */
interface Claim {
  readonly name: string;
  /** Rooms and components; a stored state fits no others. Sizes and colours may change. */
  readonly parts: string;
}

const key = 'house';

/** Returns the house to which a store belongs; undefined before its first start. */
export const houseOf = (db: DatabaseSync): Claim | undefined =>
  createSettings(db).read(key) as Claim | undefined;

const claim = (db: DatabaseSync, folder: string, given: Claim): void => {
  const settings = createSettings(db);
  const stored = houseOf(db);
  if (stored !== undefined && stored.parts !== given.parts)
    throw bridgeFailures.error('other-house', { folder, stored: stored.name, given: given.name });
  if (stored?.name !== given.name || stored.parts !== given.parts) settings.write(key, given);
};

/** Binds a store to a house at its first start, at time `at` (ms UTC). At later starts, refuses any other house. */
export function claimHouse(db: DatabaseSync, folder: string, house: HouseToRun, at: number): void {
  const components = componentsOf(house.simulator.initial(at).datagrams);
  const parts = [...house.rooms, ...components.map(({ kind, index }) => `${kind} ${index}`)].join(', ');
  claim(db, folder, { name: house.name, parts });
}

/** Binds a store to the real bridge whose history it holds. At later starts, refuses a simulated house. */
export const claimAttached = (db: DatabaseSync, folder: string, host: string): void =>
  claim(db, folder, { name: host, parts: 'attached' });
