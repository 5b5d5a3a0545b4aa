import { groupEndpoints, type RoomGroup, type RoomGroupChange } from '@plenum/insight/group';
import type { Own } from './own.ts';

const { readGroups, setGroup, removeGroup } = groupEndpoints;

/**
 * Access to the groups of rooms that an owner created. Calls fail as `unsupported` if the bridge is not a Plenum
 * bridge.
 */
export interface Groups {
  /** Reads all groups, ordered by creation. */
  readonly list: () => Promise<readonly RoomGroup[]>;
  /** Creates a group or replaces its rooms; with `formerly`, renames an existing group. */
  readonly save: (group: RoomGroupChange) => Promise<void>;
  /** Removes a group; succeeds if there is no such group. */
  readonly remove: (name: string) => Promise<void>;
}

/** Creates access to the groups of the bridge behind one connection. */
export const createGroups = (own: Own): Groups => ({
  list: async () => (await own.read(readGroups, undefined)).groups,
  save: (group) => own.write(setGroup, group),
  remove: (name) => own.write(removeGroup, { name }),
});
