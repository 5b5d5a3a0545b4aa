import type { DatagramOf } from '@plenum/protocol/component';

/** One channel of the power monitor that is in use. */
export interface PowerChannel {
  readonly device: number;
  readonly channel: number;
  readonly name: string;
  /** Its last reading in watts; undefined where its device does not answer. */
  readonly watts: number | undefined;
  readonly isGenerator: boolean;
  readonly isTotal: boolean;
  /** Its group; 255 = none. */
  readonly group: number;
}

const noGroup = 255;

/** The channels of a power monitor that are enabled, each with its reading (interface 2.9, wire facts 3). */
export const powerChannels = (
  { Devices }: DatagramOf<'power'>,
  status?: DatagramOf<'powerStatus'>,
): readonly PowerChannel[] =>
  // A real device may leave out any key (wire facts 2).
  (Devices ?? []).flatMap((each, device) =>
    each.Enabled === 0
      ? []
      : (each.Channels ?? []).flatMap((one, channel) =>
          one.Enabled === 0
            ? []
            : {
                device,
                channel,
                name: one.Name,
                watts: readingOf(status, device, channel),
                isGenerator: one.Generate === 1,
                isTotal: one.AddToTotal === 1,
                group: one.GrNo ?? noGroup,
              },
        ),
  );

/** What a channel reads, in watts; undefined where its device does not answer and its last reading is old. */
const readingOf = (
  status: DatagramOf<'powerStatus'> | undefined,
  device: number,
  channel: number,
): number | undefined => {
  const read = status?.Dev?.[device];
  return read === undefined || read.Ok === 0 ? undefined : read.Ch?.[channel]?.Pwr;
};

/** The channels that add up to the consumption of the house: its totals, or all consumers where there are none. */
export const countedChannels = <C extends Pick<PowerChannel, 'isGenerator' | 'isTotal'>>(
  channels: readonly C[],
): readonly C[] => {
  const consumers = channels.filter(({ isGenerator }) => !isGenerator);
  const totals = consumers.filter(({ isTotal }) => isTotal);
  return totals.length > 0 ? totals : consumers;
};

/**
 * The channels of solar diverters: consumers that are not added to the total by themselves and are in the group of a
 * generator (decisions/032).
 */
export const diverterChannels = <C extends Pick<PowerChannel, 'isGenerator' | 'isTotal' | 'group'>>(
  channels: readonly C[],
): readonly C[] => {
  const groups = new Set(channels.flatMap(({ isGenerator, group }) => (isGenerator ? group : [])));
  groups.delete(noGroup);
  return channels.filter(({ isGenerator, isTotal, group }) => !isGenerator && !isTotal && groups.has(group));
};

/** What a house uses, generates, and takes from and gives to the grid, in watts; undefined where it is unknown. */
export interface PowerFlows {
  readonly used: number | undefined;
  readonly solar: number | undefined;
  readonly import: number | undefined;
  readonly export: number | undefined;
  /** What is generated beyond all use but that of solar diverters: what they may take. Undefined without a generator. */
  readonly surplus: number | undefined;
}

const sumOf = (channels: readonly PowerChannel[]): number | undefined =>
  channels.reduce<number | undefined>(
    (sum, { watts }) => (sum === undefined || watts === undefined ? undefined : sum + watts),
    0,
  );

/** The flows of a house at one instant: what it generates covers its use first, and the grid the rest. */
export const powerFlows = (channels: readonly PowerChannel[]): PowerFlows => {
  const counted = countedChannels(channels);
  const used = counted.length === 0 ? undefined : sumOf(counted);
  const generators = channels.filter(({ isGenerator }) => isGenerator);
  const solar = sumOf(generators);
  const diverted = sumOf(diverterChannels(channels));
  const net = used === undefined || solar === undefined ? undefined : used - solar;
  return {
    used,
    solar,
    import: net === undefined ? undefined : Math.max(0, net),
    export: net === undefined ? undefined : Math.max(0, -net),
    surplus:
      generators.length === 0 || net === undefined || diverted === undefined
        ? undefined
        : Math.max(0, diverted - net),
  };
};
