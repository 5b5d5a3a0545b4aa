import { type GroupsAnswer, type RoomGroup, type RoomGroupChange, toRoomId } from '@plenum/protocol/group';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { isRequestError, type ServerClient } from '../../live/server-client.ts';
import { useHouseContext } from '../context/house-context.tsx';

const key = ['groups'];
export const groupsPath = '/groups';
/** Milliseconds between two reads: somebody else may have changed them. */
const readEvery = 60_000;
const none: readonly RoomGroup[] = [];

const readGroups = async (client: ServerClient): Promise<readonly RoomGroup[]> =>
  ((await client.get(groupsPath)) as GroupsAnswer | undefined)?.groups ?? none;

/** The groups of rooms that the owner made; none where the bridge keeps none, or until it answers. */
export const useGroups = (): readonly RoomGroup[] => {
  const { client } = useHouseContext();
  const { data } = useQuery({
    queryKey: key,
    queryFn: () => readGroups(client),
    refetchInterval: readEvery,
  });
  return data ?? none;
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
