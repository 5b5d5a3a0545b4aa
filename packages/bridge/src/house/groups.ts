import type { DatabaseSync } from 'node:sqlite';
import {
  type GroupRoom,
  groupLimits,
  hasRoom,
  isSameName,
  type RoomGroup,
  type RoomGroupChange,
  roomsOfHouse,
} from '@plenum/insight/group';
import type { Datagrams } from '@plenum/protocol/component';
import { ok, type Result, refuse } from '@plenum/protocol/refusal';
import { createSettings } from '../store/settings.ts';
import { transact } from '../store/transact.ts';

export interface Groups {
  /** Returns the groups in the order in which they were created, without rooms that the house does not have. */
  list(house: Datagrams): readonly RoomGroup[];
  /** Creates a group, or changes the rooms or the name of an existing one; durable when it returns. */
  save(group: RoomGroupChange, house: Datagrams): Result<undefined>;
  /** Removes a group. Succeeds without an effect if there is no such group. */
  remove(name: string): Result<undefined>;
}

const key = 'room-groups';

const findMissing = (house: Datagrams, rooms: readonly GroupRoom[]): Result<undefined> => {
  const installed = roomsOfHouse(house);
  const missing = rooms.findIndex((room) => !hasRoom(installed, room));
  if (missing < 0) return ok(undefined);
  const { kind, index } = rooms[missing]!;
  const others = installed.filter((room) => room.kind === kind).map((room) => room.index);
  return refuse('not-installed', {
    path: ['group', 'rooms', String(missing)],
    input: index,
    facts: { noun: kind, index, count: others.length, installed: others.join(', ') },
  });
};

/** Opens the groups that a data folder keeps. */
export function openGroups(db: DatabaseSync): Groups {
  const settings = createSettings(db);
  let kept = (settings.read(key) ?? []) as readonly RoomGroup[];
  const store = (next: readonly RoomGroup[]): Result<undefined> => {
    const stored = transact(db, () => settings.write(key, next));
    if (stored.ok) kept = next;
    return stored;
  };
  const placeOf = (name: string) => kept.findIndex((one) => isSameName(one.name, name));
  /**
   * Returns the position of the group, or -1 for a new one; refused if the group to rename is gone or the name belongs
   * to another group.
   */
  const findPlace = ({ name, formerly }: RoomGroupChange): Result<number> => {
    if (formerly === undefined) return ok(placeOf(name));
    const place = placeOf(formerly);
    if (place < 0)
      return refuse('not-available', {
        path: ['group', 'formerly'],
        input: formerly,
        facts: { what: 'group', reason: 'group-gone' },
      });
    if ([-1, place].includes(placeOf(name))) return ok(place);
    const facts = { what: 'group-name', reason: 'another-group' } as const;
    return refuse('unusable-word', { path: ['group', 'name'], input: name, facts });
  };
  return {
    list: (house) => {
      const installed = roomsOfHouse(house);
      return kept.map(({ name, rooms }) => ({
        name,
        rooms: rooms.filter((room) => hasRoom(installed, room)),
      }));
    },
    save: (change, house) => {
      const missing = findMissing(house, change.rooms);
      if (!missing.ok) return missing;
      const place = findPlace(change);
      if (!place.ok) return place;
      const { name, rooms } = change;
      if (place.value >= 0) return store(kept.with(place.value, { name, rooms }));
      const max = groupLimits.groups;
      if (kept.length >= max)
        return refuse('too-many', { path: ['group'], facts: { length: kept.length + 1, max } });
      return store([...kept, { name, rooms }]);
    },
    remove: (name) => {
      const place = placeOf(name);
      return place < 0 ? ok(undefined) : store(kept.toSpliced(place, 1));
    },
  };
}
