import { type GroupsAnswer, type RoomGroup, type RoomGroupChange, toRoomId } from '@plenum/insight/group';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isRequestError, type ServerClient } from '../../live/server-client.ts';
import { useHouseContext } from '../context/house-context.tsx';
import { loadGroup } from './group.tsx';

const key = ['groups'];
export const groupsPath = '/groups';
/** Milliseconds between two reads: somebody else may have changed them. */
const readInterval = 60_000;
const none: readonly RoomGroup[] = [];

/** Milliseconds for which a page waits for the groups: a room that is shown before moves, and a press on it is lost. */
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

/** The groups of rooms that the owner made; none where the bridge keeps none, or until it answers. */
export const useGroups = (): readonly RoomGroup[] => useGroupsQuery().data ?? none;

/** Whether rooms can be shown where they stay: the groups are known, or did not come in time. Once true, it stays. */
export const useIsGrouped = (): boolean => {
  const { isPending, failureCount } = useGroupsQuery();
  const isKnown = !isPending || failureCount > 0;
  const [isDue, setDue] = useState(isKnown);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), isKnown ? 0 : maxWait);
    return () => clearTimeout(timer);
  }, [isKnown]);
  return isKnown || isDue;
};

/** Changes the groups that the bridge keeps; each resolves to the sentence of a refusal. */
export const useChangeGroups = (): {
  save(group: RoomGroupChange): Promise<string | undefined>;
  remove(name: string): Promise<string | undefined>;
} => {
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
};

/** The rooms that are in some group. */
export const groupedIds = (groups: readonly RoomGroup[]): ReadonlySet<string> =>
  new Set(groups.flatMap(({ rooms }) => rooms.map(toRoomId)));
