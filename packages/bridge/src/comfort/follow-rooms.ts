import {
  type Drift,
  deadMove,
  type Episodes,
  type Hold,
  holdMove,
  noEpisodes,
  type Recovery,
  type Start,
} from './episode.ts';
import { type Observation, type RoomReading, signOf, type Way } from './observe.ts';
import { hasSun, hasSunrise, type Place } from './sunrise.ts';

const minute = 60_000;
/**
 * A room recovers at full power while a room is this far from its setpoint in K, which a modulating unit answers with
 * all it has, and while the unit gives this share of the most that it gave in this run.
 */
const fullDemand = 2;
const fullPower = 0.85;
/** Share of the highest damper opening from which a damper counts as fully open. */
const fullyOpen = 0.9;
/**
 * Least and largest change of a recovery in K, and the time after which it ends: a unit that did not get further by then
 * is saturated.
 */
const leastRecovery = 1;
const largestRecovery = 3;
const longestRecovery = 90 * minute;
/** Time after a start of the compressor in which a recovery begins: later, the walls have taken up what they take first. */
const latestBegin = 12 * minute;
/** Time after the unit stopped from which a room drifts freely, and the length of a drift. */
const settling = 45 * minute;
const driftLength = 120 * minute;
/** A jump of the temperature against the unit in K within a time, from which a window is inferred to be open. */
const windowJump = 0.5;
const windowTime = 6 * minute;
const windowPause = 45 * minute;
/** Longest time between two observations of one span. */
const longestGap = 5 * minute;
/** Longest dead time. */
const longestDead = 60 * minute;
/** Longest time for which a room is followed after a stop. */
const longestHold = 90 * minute;
/** Largest number of episodes of each kind that a room keeps. */
const kept = 60;

/** A span that is still open. Means are weighted by elapsed time, never by the number of readings. */
interface OpenSpan {
  way: Way | undefined;
  from: number;
  first: number;
  to: number;
  last: number;
  outdoor: number;
  inside: number;
  sharing: number;
  supply: number;
  weight: number;
}

interface OpenStart {
  readonly way: Way;
  readonly at: number;
  /** Temperature farthest against the direction since the start. */
  extreme: number;
}

interface FollowedRoom {
  recovery: OpenSpan | undefined;
  drift: OpenSpan | undefined;
  start: OpenStart | undefined;
  /** Time and temperature of the last stop, until the room has moved. */
  stop: { readonly at: number; readonly temperature: number } | undefined;
  /** Latest readings, for the inference of open windows. */
  recent: { at: number; temperature: number }[];
  blockedUntil: number;
  /** Start of the compressor's run in which its last recovery began. */
  recoveredIn: number;
}

/** Follows the rooms of a house and collects what they show. */
export interface RoomFollower {
  /** Adds what the house shows at a time; the times must increase. */
  see(observation: Observation): void;
  episodes(): Episodes;
}

const emptyRoom = (): FollowedRoom => ({
  recovery: undefined,
  drift: undefined,
  start: undefined,
  stop: undefined,
  recent: [],
  blockedUntil: 0,
  recoveredIn: 0,
});

const open = (at: number, temperature: number, way: Way | undefined): OpenSpan => ({
  way,
  from: at,
  first: temperature,
  to: at,
  last: temperature,
  outdoor: 0,
  inside: 0,
  sharing: 0,
  supply: 0,
  weight: 0,
});

const extend = (
  span: OpenSpan,
  ms: number,
  inside: number,
  { outdoor, sharing, supply }: Observation,
): void => {
  span.outdoor += outdoor! * ms;
  span.inside += inside * ms;
  span.sharing += sharing * ms;
  span.supply = supply;
  span.weight += ms;
};

const trim = <Item extends { readonly room: number }>(items: Item[], room: number): void => {
  const own = items.reduce((count, one) => count + Number(one.room === room), 0);
  if (own > kept)
    items.splice(
      items.findIndex((one) => one.room === room),
      1,
    );
};

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
  let before: Observation | undefined;
  let stoppedAt = Number.POSITIVE_INFINITY;
  let startedAt = 0;
  /** Highest power in this run of the compressor. */
  let highest = 0;

  const hasSunriseIn = ({ from, to }: OpenSpan) =>
    place !== undefined && hasSunrise(from - 60 * minute, to, place);

  const isOver = ({ first, last, from }: OpenSpan, at: number) =>
    at - from > longestRecovery || Math.abs(last - first) >= largestRecovery;

  const closeRecovery = (room: number, span: OpenSpan | undefined): void => {
    if (span?.way === undefined || span.weight === 0 || hasSunriseIn(span)) return;
    const change = span.last - span.first;
    if (change * signOf(span.way) < leastRecovery) return;
    const { way, from, to, outdoor, inside, sharing, supply, weight } = span;
    all.recoveries.push({
      room,
      way,
      from,
      to,
      change,
      outdoor: outdoor / weight,
      inside: inside / weight,
      sharing: sharing / weight,
      supply,
    } satisfies Recovery);
    trim(all.recoveries, room);
  };

  const closeDrift = (room: number, span: OpenSpan): void => {
    if (span.weight === 0 || (place !== undefined && hasSun(span.from, span.to, place))) return;
    const { first, last, from, to, outdoor, inside, weight } = span;
    all.drifts.push({
      room,
      from,
      to,
      change: last - first,
      outdoor: outdoor / weight,
      inside: inside / weight,
    } satisfies Drift);
    trim(all.drifts, room);
  };

  /** True if the temperature jumped against what the unit does; then a window is probably open. */
  const infersWindow = (
    room: FollowedRoom,
    { at, outdoor, way }: Observation,
    temperature: number,
  ): boolean => {
    room.recent = room.recent.filter((one) => at - one.at <= windowTime);
    room.recent.push({ at, temperature });
    const jump = temperature - room.recent[0]!.temperature;
    const towards = Math.sign(outdoor! - temperature);
    return (
      Math.abs(jump) >= windowJump &&
      Math.sign(jump) === towards &&
      (way === undefined || signOf(way) !== towards)
    );
  };

  const followStart = (
    room: FollowedRoom,
    { index, temperature, opening }: RoomReading,
    now: Observation,
  ): void => {
    const { way, at } = now;
    if (way !== undefined && before?.way === undefined && opening > 0)
      room.start = { way, at: startedAt, extreme: temperature };
    const { start } = room;
    if (start === undefined) return;
    if (way !== start.way || opening === 0 || at - start.at > longestDead) {
      room.start = undefined;
      return;
    }
    const sign = signOf(start.way);
    if ((start.extreme - temperature) * sign > 0) start.extreme = temperature;
    if ((temperature - start.extreme) * sign < deadMove - 0.01) return;
    all.starts.push({ room: index, way, at: start.at, seconds: (at - start.at) / 1000 } satisfies Start);
    trim(all.starts, index);
    room.start = undefined;
  };

  const followRecovery = (
    room: FollowedRoom,
    { index, temperature, opening }: RoomReading,
    now: Observation,
    previous: RoomReading | undefined,
  ): void => {
    const { at, way, power = highest, demand } = now;
    const isFull =
      way !== undefined && demand >= fullDemand && power >= fullPower * highest && opening >= fullyOpen;
    let span = room.recovery;
    if (span !== undefined && (!isFull || way !== span.way || isOver(span, at))) {
      closeRecovery(index, span);
      span = undefined;
    }
    if (isFull) {
      // A reading is exact only when it changes, so a span begins and ends with a change.
      const hasChanged = previous !== undefined && previous.temperature !== temperature;
      if (span === undefined) {
        if (hasChanged && room.recoveredIn !== startedAt && at - startedAt <= latestBegin) {
          span = open(at, temperature, way);
          room.recoveredIn = startedAt;
        }
      } else {
        extend(span, at - before!.at, temperature, now);
        if (hasChanged) {
          span.to = at;
          span.last = temperature;
        }
      }
    }
    room.recovery = span;
  };

  /** Follows a room after the unit was switched off, if its damper was open. */
  const followStop = (
    room: FollowedRoom,
    { index, temperature }: RoomReading,
    { at, isOn, outdoor }: Observation,
    previous: RoomReading | undefined,
  ): void => {
    if (isOn) room.stop = undefined;
    else if (before?.isOn === true && (previous?.opening ?? 0) > 0) room.stop = { at, temperature };
    const { stop } = room;
    if (stop === undefined) return;
    const towards = Math.sign(outdoor! - stop.temperature);
    const isOver = at - stop.at >= longestHold;
    if ((temperature - stop.temperature) * towards < holdMove - 0.01 && !isOver) return;
    all.holds.push({ room: index, at: stop.at, seconds: (at - stop.at) / 1000 } satisfies Hold);
    trim(all.holds, index);
    room.stop = undefined;
  };

  const followDrift = (room: FollowedRoom, { index, temperature }: RoomReading, now: Observation): void => {
    const { at } = now;
    if (now.isOn || now.way !== undefined || at - stoppedAt < settling) {
      room.drift = undefined;
      return;
    }
    room.drift ??= open(at, temperature, undefined);
    const span = room.drift;
    if (at > span.from) extend(span, at - before!.at, temperature, now);
    span.to = at;
    span.last = temperature;
    if (at - span.from < driftLength) return;
    closeDrift(index, span);
    room.drift = undefined;
  };

  const forgetSpans = (room: FollowedRoom): void => {
    room.recovery = undefined;
    room.drift = undefined;
    room.start = undefined;
    room.stop = undefined;
  };

  return {
    see: (now) => {
      const { at } = now;
      const isContinued = before !== undefined && at - before.at <= longestGap;
      if (!isContinued) {
        // The unit may have run unseen.
        stoppedAt = at;
        for (const room of rooms.values()) {
          forgetSpans(room);
          room.recent = [];
        }
      }
      if (now.isOn || now.way !== undefined) stoppedAt = at;
      if (now.way !== undefined) {
        if (before?.way !== now.way) {
          startedAt = at;
          highest = 0;
        }
        highest = Math.max(highest, now.power ?? 0);
      }
      for (const reading of now.rooms) {
        const room = rooms.get(reading.index) ?? emptyRoom();
        rooms.set(reading.index, room);
        const isOpen = now.outdoor === undefined || infersWindow(room, now, reading.temperature);
        if (isOpen) room.blockedUntil = at + (now.outdoor === undefined ? 0 : windowPause);
        if (isOpen || at < room.blockedUntil) {
          forgetSpans(room);
          continue;
        }
        const previous = isContinued ? before!.rooms.find(({ index }) => index === reading.index) : undefined;
        if (!isContinued && room.recovery === undefined && before === undefined)
          followDrift(room, reading, now);
        else {
          followStart(room, reading, now);
          followRecovery(room, reading, now, previous);
          followStop(room, reading, now, previous);
          followDrift(room, reading, now);
        }
      }
      before = now;
    },
    episodes: () => all,
  };
}
