import type { EnergyAnswer, EnergyChannel } from '@plenum/insight/energy';
import type { Datagrams } from '@plenum/protocol/component';
import { ductedUnit } from '@plenum/protocol/vrf';

/** Energy in Wh and its cost over a period; `null` if it is entirely unknown. */
export interface EnergyCost {
  readonly energy: number | null;
  readonly cost: number | null;
}

/** The energy of some rooms, of the unit as far as it belongs to no room, and of the channels without a room. */
interface RoomEnergy {
  readonly rooms: readonly (EnergyCost & { readonly name: string })[];
  readonly unit: (EnergyCost & { readonly channels: readonly string[] }) | undefined;
  readonly rest: EnergyCost & { readonly channels: readonly string[] };
}

const sumKnown = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((one) => one !== null);
  return known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0);
};

/** Returns the energy and cost of a channel over all periods. */
export const totalOf = ({ energy, cost }: Pick<EnergyChannel, 'energy' | 'cost'>): EnergyCost => ({
  energy: sumKnown(energy),
  cost: sumKnown(cost),
});

const addUp = (parts: readonly EnergyCost[]): EnergyCost => ({
  energy: sumKnown(parts.map(({ energy }) => energy)),
  cost: sumKnown(parts.map(({ cost }) => cost)),
});

/** Returns the names of the rooms of a house: its zones, splits and fan-coils. */
export const roomNames = ({
  zone,
  split,
  vrf,
}: Pick<Datagrams, 'zone' | 'split' | 'vrf'>): readonly string[] => [
  ...new Set(
    [
      ...zone.map(({ Name }) => Name),
      ...split.map(({ Name }) => Name),
      ...vrf.filter(({ X }) => X !== ductedUnit).map(({ Name }) => Name),
    ].filter((name) => name.trim() !== ''),
  ),
];

const wordsOf = (name: string) =>
  ` ${name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;

/**
 * Returns the room whose name is part of a channel's name, as whole words: `Study` in `Study heater`. If there are
 * several, returns the one with the longest name.
 */
const roomOf = (channel: string, rooms: readonly string[]): string | undefined =>
  rooms
    .filter((room) => wordsOf(room).trim() !== '' && wordsOf(channel).includes(wordsOf(room)))
    .sort((one, other) => other.length - one.length)[0];

/**
 * Returns energy and cost by room. The energy of the ducted unit is divided by the air that each room gets. That of other
 * channels is assigned by their names, since the interface does not report what a channel feeds. Totals and generators
 * belong to no room.
 */
export function energyByRoom(
  { channels, rooms: ofUnit }: Pick<EnergyAnswer, 'channels' | 'rooms'>,
  rooms: readonly string[],
): RoomEnergy {
  const parts = channels
    .filter(({ isTotal, isGenerator, name }) => !isTotal && !isGenerator && name !== '')
    .filter(({ name }) => !ofUnit?.channels.includes(name))
    .map((channel) => ({ name: channel.name, room: roomOf(channel.name, rooms), ...totalOf(channel) }));
  const zones = (ofUnit?.zones ?? []).map((zone) => ({ room: zone.name, ...totalOf(zone) }));
  const known = [...new Set([...zones, ...parts].flatMap(({ room }) => room ?? []))];
  const rest = parts.filter(({ room }) => room === undefined);
  return {
    rooms: known
      .map((name) => ({ name, ...addUp([...zones, ...parts].filter(({ room }) => room === name)) }))
      .sort((one, other) => (other.energy ?? -1) - (one.energy ?? -1)),
    unit: ofUnit == null ? undefined : { channels: ofUnit.channels, ...totalOf(ofUnit.rest) },
    rest: { channels: rest.map(({ name }) => name), ...addUp(rest) },
  };
}
