import type { CommandBody, CommandTo } from '@plenum/protocol/command';
import { subsystems } from '@plenum/protocol/definition';
import { refuse } from '@plenum/protocol/refusal';
import type { HouseFile } from '../house-schema/house.ts';
import { type Draft, patch } from '../model/draft.ts';
import { type Rule, type RuleRefusal, type Rules, refuseMissing } from '../model/rule.ts';
import { setFields } from '../model/set-fields.ts';

type SetupCommand = Exclude<CommandTo<'power'>, 'ChannelName'>;
type DeviceCommand = Extract<SetupCommand, `Channel${string}` | 'DeviceEnable'>;

/** Refuses a device that is not installed. */
export function checkDevice(
  house: HouseFile,
  device: number,
  path: readonly string[],
): RuleRefusal | undefined {
  const devices = house.power?.devices ?? [];
  if (devices[device] !== undefined) return undefined;
  const noun = devices.length === 0 ? subsystems.power.noun : 'power device';
  return refuseMissing(noun, path, device, [...devices.keys()]);
}

const checkMonitor = (draft: Draft, path: readonly string[]): RuleRefusal | undefined =>
  draft.datagrams.power.length > 0
    ? undefined
    : refuse('not-installed', { path, facts: { noun: subsystems.power.noun } });

const setup =
  <Name extends Exclude<SetupCommand, DeviceCommand>>(name: Name): Rule<Name> =>
  (draft, value) => {
    const missing = checkMonitor(draft, [name]);
    if (missing === undefined) setFields(draft, name, value);
    return missing;
  };

const setupOf =
  <Name extends DeviceCommand>(
    name: Name,
    then?: (draft: Draft, body: CommandBody<Name>) => void,
  ): Rule<Name> =>
  (draft, body, context) => {
    const missing = checkDevice(context.model.house, body.Device, [name, 'Device']);
    if (missing !== undefined) return missing;
    setFields(draft, name, body);
    then?.(draft, body);
    return undefined;
  };

/** Clears the readings of a device, or of one of its channels, once they are no longer taken. */
const clearReadings = (draft: Draft, device: number, channel?: number): void => {
  const before = draft.datagrams.powerStatus[0]!;
  const shown = before.Dev[device]!;
  const Ch = shown.Ch.map((each, place) => (channel === undefined || channel === place ? { Pwr: 0 } : each));
  const Ok = channel === undefined ? 0 : shown.Ok;
  patch(draft, 'powerStatus', 0, { Dev: before.Dev.with(device, { ...shown, Ok, Ch }) });
};

/** The rules of an installer's commands to the power monitor (installer 5). */
export const powerSetupRules: Rules<SetupCommand> = {
  PowerEmissions: setup('PowerEmissions'),
  PowerCostOfPower: setup('PowerCostOfPower'),
  PowerFactor: setup('PowerFactor'),
  Tag1: setup('Tag1'),
  Tag2: setup('Tag2'),
  SystemVoltage: setup('SystemVoltage'),
  ChannelAddToTotal: setupOf('ChannelAddToTotal'),
  ChannelGroup: setupOf('ChannelGroup'),
  ChannelGenerate: setupOf('ChannelGenerate', (draft, { Device, Channel, Generate }) => {
    const { Devices } = draft.datagrams.power[0]!;
    const device = Devices[Device]!;
    const Channels = device.Channels.with(Channel, { ...device.Channels[Channel]!, Consum: 1 - Generate });
    patch(draft, 'power', 0, { Devices: Devices.with(Device, { ...device, Channels }) });
  }),
  DeviceEnable: setupOf('DeviceEnable', (draft, { Device, Enable }) => {
    if (Enable === 0) clearReadings(draft, Device);
  }),
  ChannelEnable: setupOf('ChannelEnable', (draft, { Device, Channel, Enable }) => {
    if (Enable === 0) clearReadings(draft, Device, Channel);
  }),
};
