import {
  checkGroup,
  checkGroupRef,
  type GroupsAnswer,
  type RoomGroup,
  type RoomGroupChange,
  roomGroup,
} from '@plenum/insight/group';
import { check } from '@plenum/protocol/check';
import { unknownForm } from '../answer/failure-of.ts';
import type { Connection } from '../connection/connection.ts';
import { orThrow } from '../error/or-throw.ts';
import type { Queue } from '../queue/queue.ts';
import { ownAnswer, readOwn } from './read-own.ts';

/** The groups of rooms that an owner made; only a Plenum bridge keeps them, others answer `unsupported`. */
export interface Groups {
  /** In the order in which they were made. */
  readonly list: () => Promise<readonly RoomGroup[]>;
  /** Makes a group, or gives one other rooms, or with `formerly` another name. */
  readonly save: (group: RoomGroupChange) => Promise<void>;
  /** Removes a group; one that is not there has been removed already. */
  readonly remove: (name: string) => Promise<void>;
}

const lacks = 'keeps no groups of rooms';
const path = '/groups';

/** The groups of rooms of the bridge behind one connection. */
export const createGroups = (connection: Connection, queue: Queue): Groups => {
  const list = async () => {
    const { groups } = await readOwn<GroupsAnswer>(connection, { path, key: 'groups', lacks });
    // A group without rooms is one whose rooms the house no longer has.
    const isGroup = (group: RoomGroup) =>
      check(roomGroup.properties.name, group?.name).ok &&
      Array.isArray(group.rooms) &&
      group.rooms.every((room) => check(roomGroup.properties.rooms.items, room).ok);
    if (Array.isArray(groups) && groups.every(isGroup)) return groups;
    throw unknownForm(connection, 'its groups');
  };
  const post = async (to: string, value: object) => {
    const request = { method: 'POST', path: to, body: JSON.stringify(value), retryIfLost: true } as const;
    ownAnswer(connection, await connection.send(request), lacks);
  };
  const write = (to: string, body: object) =>
    queue.write({ key: undefined, body, run: () => post(to, body) });
  return {
    list: () => queue.read('groups', list),
    save: async (group) => write(path, orThrow(checkGroup(group))),
    remove: async (name) => write(`${path}/remove`, orThrow(checkGroupRef({ name }))),
  };
};
