import { groupEndpoints } from '@plenum/insight/group';
import { ok } from '@plenum/protocol/refusal';
import { bindRead, bindWrite } from '../../device/bind.ts';
import type { Device } from '../../device/device.ts';
import type { Read, Write } from '../../device/records.ts';
import type { Groups } from '../../groups/groups.ts';

export interface GroupRoutesDeps {
  readonly groups: Groups;
  readonly device: Device;
}

const { readGroups, setGroup, removeGroup } = groupEndpoints;

export const createGroupsRead = ({ groups, device }: GroupRoutesDeps): Read =>
  bindRead(readGroups, () => ok({ groups: groups.list(device.datagrams()) }));

export const createGroupsWrites = ({ groups, device }: GroupRoutesDeps): Write[] => [
  bindWrite(setGroup, (group) => groups.save(group, device.datagrams())),
  bindWrite(removeGroup, ({ name }) => groups.remove(name)),
];
