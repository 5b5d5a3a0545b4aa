import { checkGroup, checkGroupRef, type GroupsAnswer } from '@plenum/insight/group';
import { ok } from '@plenum/protocol/refusal';
import type { Device } from '../../device/device.ts';
import type { Read, Write } from '../../device/records.ts';
import type { Groups } from '../../groups/groups.ts';

const path = '/groups';
const endpoint = 'groups';

export interface GroupRoutesDeps {
  readonly groups: Groups;
  readonly device: Device;
}

/** `GET /groups` lists the groups of rooms. */
export const createGroupsRead = ({ groups, device }: GroupRoutesDeps): Read => ({
  path,
  endpoint,
  read: () => ok<GroupsAnswer>({ groups: groups.list(device.datagrams()) }),
});

/** `POST /groups` makes or changes a group; `/remove` removes one. */
export const createGroupsWrites = ({ groups, device }: GroupRoutesDeps): Write[] => [
  {
    path,
    endpoint,
    write: (value) => {
      const checked = checkGroup(value);
      return checked.ok ? groups.save(checked.value, device.datagrams()) : checked;
    },
  },
  {
    path: `${path}/remove`,
    endpoint,
    write: (value) => {
      const checked = checkGroupRef(value);
      return checked.ok ? groups.remove(checked.value.name) : checked;
    },
  },
];
