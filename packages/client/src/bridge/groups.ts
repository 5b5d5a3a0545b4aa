import { groupEndpoints, type RoomGroup, type RoomGroupChange } from '@plenum/insight/group';
import type { Own } from './own.ts';

const { readGroups, setGroup, removeGroup } = groupEndpoints;

/** The groups of rooms that an owner made; only a Plenum bridge keeps them, others answer `unsupported`. */
export interface Groups {
  /** In the order in which they were made. */
  readonly list: () => Promise<readonly RoomGroup[]>;
  /** Makes a group, or gives one other rooms, or with `formerly` another name. */
  readonly save: (group: RoomGroupChange) => Promise<void>;
  /** Removes a group; one that is not there has been removed already. */
  readonly remove: (name: string) => Promise<void>;
}

/** The groups of rooms of the bridge behind one connection. */
export const createGroups = (own: Own): Groups => ({
  list: async () => (await own.read(readGroups, undefined)).groups,
  save: (group) => own.write(setGroup, group),
  remove: (name) => own.write(removeGroup, { name }),
});
