import { type GroupsAnswer, type RoomGroup, type RoomGroupChange, toRoomId } from '@plenum/insight/group';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isRequestError, type ServerClient } from '../../live/server-client.ts';
import { useHouseContext } from '../house-context.tsx';
import { loadGroup } from './group.tsx';

const key = ['groups'];
export const groupsPath = '/groups';
/** Interval between two requests, in ms. The requests are repeated because the groups may be changed elsewhere. */
const readInterval = 60_000;
const none: readonly RoomGroup[] = [];

/**
 * Maximum time that rooms wait for the groups, in ms. A room that is shown earlier could move, and a press on it would
 * be lost.
 */
const maxWait = 3_000;

const readGroups = async (client: ServerClient): Promise<readonly RoomGroup[]> => {
  const groups = ((await client.get(groupsPath)) as GroupsAnswer | undefined)?.groups ?? none;
  if (groups.length > 0) await loadGroup();
  return groups;
};

const useGroupsQuery = () => {
  const { client } = useHouseContext();
  return useQuery({ queryKey: key, queryFn: () => readGroups(client), refetchInterval: readInterval });
};

/**
 * Returns the groups of rooms that the owner created; an empty list if the bridge stores none, or until it responds.
 */
export const useGroups = (): readonly RoomGroup[] => useGroupsQuery().data ?? none;

/**
 * True once rooms can be shown in their final position: the groups are known, or did not arrive in time. It never
 * becomes false again.
 */
export function useIsGrouped(): boolean {
  const { isPending, failureCount } = useGroupsQuery();
  const isKnown = !isPending || failureCount > 0;
  const [isDue, setDue] = useState(isKnown);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), isKnown ? 0 : maxWait);
    return () => clearTimeout(timer);
  }, [isKnown]);
  return isKnown || isDue;
}

/**
 * Returns functions that change the groups stored by the bridge. Each resolves to a sentence if the bridge refuses the
 * change.
 */
export function useChangeGroups(): {
  save(group: RoomGroupChange): Promise<string | undefined>;
  remove(name: string): Promise<string | undefined>;
} {
  const { client } = useHouseContext();
  const queries = useQueryClient();
  const send = async (path: string, body: unknown) => {
    const refused = await client.post(path, body);
    await queries.invalidateQueries({ queryKey: key });
    return isRequestError(refused) ? refused.sentence : undefined;
  };
  return {
    save: (group) => send(groupsPath, group),
    remove: (name) => send(`${groupsPath}/remove`, { name }),
  };
}

/** Returns the rooms that belong to any group. */
export const groupedIds = (groups: readonly RoomGroup[]): ReadonlySet<string> =>
  new Set(groups.flatMap(({ rooms }) => rooms.map(toRoomId)));
