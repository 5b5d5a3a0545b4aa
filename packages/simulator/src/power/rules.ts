import type { CommandTo } from '@plenum/protocol/command';
import { patch } from '../model/draft.ts';
import type { Rules } from '../model/rule.ts';
import { checkDevice } from './setup-rules.ts';

type Names = Extract<CommandTo<'power'>, 'ChannelName'>;

/**
 * The rules of the power monitor's commands (interface 4.4 Power monitor). Each device has all of its channels, so a
 * channel without a load can also be named.
 */
export const powerRules: Rules<Names> = {
  ChannelName: (draft, { Device, Channel, Name }, { model }) => {
    const missing = checkDevice(model.house, Device, ['ChannelName', 'Device']);
    if (missing !== undefined) return missing;
    const { Devices } = draft.datagrams.power[0]!;
    const before = Devices[Device]!;
    const channel = before.Channels[Channel]!;
    if (channel.Name === Name) return undefined;
    const Channels = before.Channels.with(Channel, { ...channel, Name });
    return patch(draft, 'power', 0, { Devices: Devices.with(Device, { ...before, Channels }) });
  },
};
