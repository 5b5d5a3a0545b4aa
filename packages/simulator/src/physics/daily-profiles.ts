import { DEFAULT_ROOM } from './room-defaults.ts';
import type { Activity, DailyProfile, LocalTime, ProfileName, RoomSpec } from './types.ts';

/** Returns the 24 shares of a day given as [from hour, share] pairs, each valid until the next. */
const day = (...parts: readonly (readonly [from: number, share: number])[]): readonly number[] =>
  Array.from({ length: 24 }, (_, hour) => parts.findLast(([from]) => from <= hour)?.[1] ?? 0);

/** The named daily profiles for house files, as shares of a room's peak for each hour of the day. */
export const DAILY_PROFILES: { readonly [name in ProfileName]: DailyProfile } = {
  living: {
    weekday: day([0, 0.05], [7, 0.4], [9, 0.1], [16, 0.4], [18, 0.9], [22, 0.3], [23, 0.05]),
    weekend: day([0, 0.05], [8, 0.4], [10, 0.6], [13, 0.4], [17, 0.9], [23, 0.1]),
  },
  bedroom: {
    weekday: day([0, 1], [7, 0.3], [8, 0], [21, 0.4], [22, 1]),
    weekend: day([0, 1], [8, 0.5], [9, 0.1], [22, 0.7], [23, 1]),
  },
  kitchen: {
    weekday: day([0, 0.08], [7, 0.6], [8, 0.15], [12, 0.2], [17, 0.8], [19, 0.4], [21, 0.1]),
    weekend: day([0, 0.08], [8, 0.6], [10, 0.2], [12, 0.5], [14, 0.15], [17, 0.9], [20, 0.3], [22, 0.1]),
  },
  office: {
    weekday: day([0, 0.05], [8, 0.5], [9, 1], [12, 0.6], [13, 1], [17, 0.3], [19, 0.05]),
    weekend: day([0, 0.05], [10, 0.15], [16, 0.05]),
  },
  bathroom: {
    weekday: day([0, 0.02], [6, 0.5], [8, 0.05], [20, 0.25], [22, 0.05]),
    weekend: day([0, 0.02], [8, 0.5], [10, 0.05], [20, 0.25], [22, 0.05]),
  },
  service: {
    weekday: day([0, 0.2], [7, 0.4], [22, 0.2]),
    weekend: day([0, 0.2], [8, 0.5], [22, 0.2]),
  },
  /** Oven, stove and dishwasher; only their clocks at night. */
  cooking: {
    weekday: day(
      [0, 0.01],
      [7, 0.25],
      [8, 0.03],
      [12, 0.06],
      [13, 0.02],
      [17, 0.5],
      [18, 0.8],
      [19, 0.25],
      [20, 0.02],
    ),
    weekend: day(
      [0, 0.01],
      [8, 0.3],
      [9, 0.1],
      [12, 0.4],
      [13, 0.05],
      [17, 0.5],
      [18, 0.8],
      [19, 0.25],
      [20, 0.02],
    ),
  },
  /** Lights, television and computers of people who are out during the day and home in the evening. */
  evening: {
    weekday: day([0, 0.03], [6, 0.2], [8, 0.1], [16, 0.25], [18, 0.9], [22, 0.5], [23, 0.1]),
    weekend: day([0, 0.03], [7, 0.15], [9, 0.25], [17, 0.5], [18, 0.9], [22, 0.6], [23, 0.15]),
  },
  /** A washing machine and a dryer. */
  washing: {
    weekday: day([0, 0.005], [9, 0.3], [11, 0.005], [19, 0.1], [20, 0.005]),
    weekend: day([0, 0.005], [9, 0.5], [12, 0.005]),
  },
  always: { weekday: day([0, 1]), weekend: day([0, 1]) },
  never: { weekday: day([0, 0]), weekend: day([0, 0]) },
};

/**
 * Returns the profile of a room, given by its name or its definition. Throws a RangeError unless it has two times 24
 * shares in 0..1.
 */
export function toDailyProfile(profile: ProfileName | DailyProfile): DailyProfile {
  const found = typeof profile === 'string' ? DAILY_PROFILES[profile] : profile;
  if (!found) throw new RangeError(`There is no daily profile called "${String(profile)}".`);
  for (const shares of [found.weekday, found.weekend]) {
    if (shares.length !== 24 || !shares.every((share) => share >= 0 && share <= 1)) {
      throw new RangeError('A daily profile has 24 hourly shares from 0 to 1 for weekdays and for weekends.');
    }
  }
  return found;
}

/** Returns the indexes of the two hourly values around an hour 0..24 of a day, and the fraction between them. */
export function placeOfHour(hour: number): { left: number; right: number; fraction: number } {
  const whole = Math.floor(hour);
  const left = whole % 24;
  return { left, right: (left + 1) % 24, fraction: hour - whole };
}

/** Returns the shares of all rooms for each hour of a day, given the 24 shares of each room. */
export const toHours = (rooms: readonly (readonly number[])[]): readonly Float64Array[] =>
  Array.from({ length: 24 }, (_, hour) => Float64Array.from(rooms, (shares) => shares[hour]!));

/** Writes for each room its share of its peak at an hour, interpolated linearly between the hourly values. */
export function writeShares(
  into: Float64Array,
  peaks: Float64Array,
  hours: ReturnType<typeof toHours>,
  { left, right, fraction }: ReturnType<typeof placeOfHour>,
): void {
  const before = hours[left]!;
  const after = hours[right]!;
  for (let room = 0; room < into.length; room++)
    into[room] = peaks[room]! * (before[room]! + (after[room]! - before[room]!) * fraction);
}

/** Creates the function that writes people and equipment at a local time, from the daily profiles of the rooms. */
export function createOccupancy(rooms: readonly RoomSpec[]) {
  const occupants = Float64Array.from(rooms, (room) => room.occupants ?? DEFAULT_ROOM.occupants);
  const watts = Float64Array.from(
    rooms,
    (room) => room.equipment ?? DEFAULT_ROOM.equipmentPerArea * room.area,
  );
  const presence = rooms.map((room) => toDailyProfile(room.presence ?? DEFAULT_ROOM.presence));
  const usage = rooms.map((room) => toDailyProfile(room.usage ?? DEFAULT_ROOM.usage));
  const dayOf = (kind: keyof DailyProfile) => ({
    presence: toHours(presence.map((profile) => profile[kind])),
    usage: toHours(usage.map((profile) => profile[kind])),
  });
  const [weekday, weekend] = [dayOf('weekday'), dayOf('weekend')];
  return ({ people, equipment }: Activity, local: LocalTime): void => {
    const day = local.weekend ? weekend : weekday;
    const place = placeOfHour(local.hour);
    writeShares(people, occupants, day.presence, place);
    writeShares(equipment, watts, day.usage, place);
  };
}
