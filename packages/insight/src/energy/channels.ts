import type { DatagramOf } from '@plenum/protocol/component';
import { isRecord } from '@plenum/protocol/json';

/** A channel of the power monitor that is in use. */
export interface PowerChannel {
  readonly device: number;
  readonly channel: number;
  readonly name: string;
  /** Its last reading in watts; undefined if its device does not respond. */
  readonly watts: number | undefined;
  readonly isGenerator: boolean;
  readonly isTotal: boolean;
  /** Its group; 255 = none. */
  readonly group: number;
}

const noGroup = 255;

/** Returns the members of a list. A real device may leave out any key, or send another value (wire facts 2). */
export const readItems = <Item extends object>(
  list: readonly Item[] | undefined,
): readonly Partial<Item>[] =>
  Array.isArray(list) ? list.map((each: unknown) => (isRecord(each) ? each : {}) as Partial<Item>) : [];

/** Returns the enabled channels of a power monitor with their readings (interface 2.9, wire facts 3). */
export function powerChannels(
  { Devices }: DatagramOf<'power'>,
  status?: DatagramOf<'powerStatus'>,
): readonly PowerChannel[] {
  const shown = readItems(status?.Dev);
  return readItems(Devices).flatMap((each, device) => {
    if (each.Enabled === 0) return [];
    const read = shown[device];
    // The last readings of a device that does not respond are old.
    const readings = read?.Ok === 0 ? [] : readItems(read?.Ch);
    return readItems(each.Channels).flatMap((one, channel) => {
      if (one.Enabled === 0) return [];
      const watts: unknown = readings[channel]?.Pwr;
      return {
        device,
        channel,
        name: one.Name!,
        watts: typeof watts === 'number' ? watts : undefined,
        isGenerator: one.Generate === 1,
        isTotal: one.AddToTotal === 1,
        group: one.GrNo ?? noGroup,
      };
    });
  });
}

/**
 * Returns the channels that add up to the consumption of the house: its totals, or all consumers if there are no
 * totals.
 */
export function countedChannels<C extends Pick<PowerChannel, 'isGenerator' | 'isTotal'>>(
  channels: readonly C[],
): readonly C[] {
  const consumers = channels.filter(({ isGenerator }) => !isGenerator);
  const totals = consumers.filter(({ isTotal }) => isTotal);
  return totals.length > 0 ? totals : consumers;
}

/**
 * Returns the channels of solar diverters: consumers in the group of a generator that do not count towards the total
 * (decisions/032).
 */
const diverterChannels = <C extends Pick<PowerChannel, 'isGenerator' | 'isTotal' | 'group'>>(
  channels: readonly C[],
): readonly C[] => {
  const groups = new Set(channels.flatMap(({ isGenerator, group }) => (isGenerator ? group : [])));
  groups.delete(noGroup);
  return channels.filter(({ isGenerator, isTotal, group }) => !isGenerator && !isTotal && groups.has(group));
};

/** Power in watts that a house consumes, generates, imports from and exports to the grid; undefined if unknown. */
export interface PowerFlows {
  readonly used: number | undefined;
  readonly solar: number | undefined;
  readonly import: number | undefined;
  readonly export: number | undefined;
  /**
   * Generation in excess of the consumption of everything but solar diverters. Other devices may use this surplus in
   * place of the diverters. Undefined without a generator.
   */
  readonly surplus: number | undefined;
}

const sumOf = (channels: readonly PowerChannel[]): number | undefined =>
  channels.reduce<number | undefined>(
    (sum, { watts }) => (sum === undefined || watts === undefined ? undefined : sum + watts),
    0,
  );

/**
 * Returns the current power flows of a house. Generation covers the consumption first; the rest is exchanged with the
 * grid.
 */
export function powerFlows(channels: readonly PowerChannel[]): PowerFlows {
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
}
