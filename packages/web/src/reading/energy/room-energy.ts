import type { EnergyChannel } from '@plenum/insight/energy';
import type { Datagrams } from '@plenum/protocol/component';
import { ductedUnit } from '@plenum/protocol/vrf';

/** The energy of some rooms, and of the channels without a room, in Wh; `null` if it is entirely unknown. */
interface RoomEnergy {
  readonly rooms: readonly { readonly name: string; readonly energy: number | null }[];
  readonly rest: { readonly channels: readonly string[]; readonly energy: number | null };
}

/** Returns the energy of a channel over all periods; `null` if it is entirely unknown. */
export const sumOf = ({ energy }: Pick<EnergyChannel, 'energy'>): number | null => {
  const known = energy.filter((one) => one !== null);
  return known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0);
};

const addKnown = (sums: readonly (number | null)[]): number | null => sumOf({ energy: sums });

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
 * Returns energy by room, derived from the names of channels, since the interface does not report what a channel feeds.
 * Totals and generators belong to no room.
 */
export const energyByRoom = (channels: readonly EnergyChannel[], rooms: readonly string[]): RoomEnergy => {
  const parts = channels
    .filter(({ isTotal, isGenerator, name }) => !isTotal && !isGenerator && name !== '')
    .map((channel) => ({ name: channel.name, room: roomOf(channel.name, rooms), energy: sumOf(channel) }));
  const ofRoom = (room: string | undefined) => parts.filter((part) => part.room === room);
  const known = [...new Set(parts.flatMap(({ room }) => room ?? []))];
  const rest = ofRoom(undefined);
  return {
    rooms: known
      .map((name) => ({ name, energy: addKnown(ofRoom(name).map(({ energy }) => energy)) }))
      .sort((one, other) => (other.energy ?? -1) - (one.energy ?? -1)),
    rest: { channels: rest.map(({ name }) => name), energy: addKnown(rest.map(({ energy }) => energy)) },
  };
};
