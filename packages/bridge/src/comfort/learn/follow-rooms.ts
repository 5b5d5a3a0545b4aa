import { type Episodes, noEpisodes } from './episode.ts';
import { followDrift } from './follow-drift.ts';
import { followHold } from './follow-hold.ts';
import { followRecovery } from './follow-recovery.ts';
import { followStart } from './follow-start.ts';
import { createWindowInference } from './infer-window.ts';
import type { Observation, RoomReading } from './observe.ts';
import type { EpisodeFollower, UnitRun } from './sight.ts';
import type { Place } from './sunrise.ts';

const minute = 60_000;
/** Time after an inferred open window in which a room is not followed. */
const windowPause = 45 * minute;
/** Longest time between two observations of one span. */
const longestGap = 5 * minute;
/** Largest number of episodes of each kind that a room keeps. */
const kept = 60;

/** Follows the rooms of a house and collects what they show. */
export interface RoomFollower {
  /** Adds what the house shows at a time; the times must increase. */
  see(observation: Observation): void;
  episodes(): Episodes;
}

interface FollowedRoom {
  readonly infersWindow: ReturnType<typeof createWindowInference>;
  readonly followers: readonly EpisodeFollower[];
  blockedUntil: number;
}

/**
 * Creates a follower that continues with episodes seen before. Spans with an open window, a sunrise (for drifts any
 * sun, both if the place of the house is known), a missing outdoor temperature or a unit that does not get further are left out.
 */
export function followRooms(
  { recoveries, drifts, starts, holds }: Episodes = noEpisodes,
  place?: Place,
): RoomFollower {
  const all = { recoveries: [...recoveries], drifts: [...drifts], starts: [...starts], holds: [...holds] };
  const rooms = new Map<number, FollowedRoom>();
  const run: UnitRun = { startedAt: Number.NEGATIVE_INFINITY, stoppedAt: 0, highest: 0 };
  let before: Observation | undefined;

  const createRoom = (): FollowedRoom => ({
    infersWindow: createWindowInference(),
    followers: [
      followStart(addTo(all.starts)),
      followRecovery(addTo(all.recoveries), place),
      followHold(addTo(all.holds)),
      followDrift(addTo(all.drifts), place),
    ],
    blockedUntil: 0,
  });

  const seeRoom = (reading: RoomReading, now: Observation): void => {
    const room = rooms.get(reading.index) ?? createRoom();
    rooms.set(reading.index, room);
    const { at, outdoor } = now;
    if (outdoor !== undefined && room.infersWindow(now, reading.temperature))
      room.blockedUntil = at + windowPause;
    if (outdoor === undefined || at < room.blockedUntil || before === undefined) {
      for (const follower of room.followers) follower.forget();
      return;
    }
    const previous = before.rooms.find(({ index }) => index === reading.index);
    for (const follower of room.followers) follower.see({ reading, now, before, previous, run });
  };

  return {
    see: (now) => {
      if (before !== undefined && (now.at - before.at > longestGap || now.at < before.at)) before = undefined;
      noteRun(run, now, before);
      for (const reading of now.rooms) seeRoom(reading, now);
      before = now;
    },
    episodes: () => all,
  };
}

/** Notes starts and stops of the unit, which may have run unseen if nothing was seen before. */
const noteRun = (run: UnitRun, now: Observation, before: Observation | undefined): void => {
  if (now.isOn || now.way !== undefined || before === undefined) run.stoppedAt = now.at;
  if (now.way === undefined) return;
  if (before?.way !== now.way) {
    run.startedAt = before === undefined ? Number.NEGATIVE_INFINITY : now.at;
    run.highest = 0;
  }
  run.highest = Math.max(run.highest, now.power ?? 0);
};

/** Returns a function that adds an episode, and removes the oldest of its room beyond the maximum number. */
const addTo =
  <Item extends { readonly room: number }>(items: Item[]) =>
  (item: Item): void => {
    items.push(item);
    const own = items.reduce((count, { room }) => count + Number(room === item.room), 0);
    if (own > kept)
      items.splice(
        items.findIndex(({ room }) => room === item.room),
        1,
      );
  };
