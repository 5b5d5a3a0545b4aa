import { type HouseFit, type RoomFit, rateAt } from './learn/fit-house.ts';
import { fullDemand, signOf, type Way } from './learn/observe.ts';

/** Distance in K from its setpoint within which a room is comfortable. */
export const comfortable = 0.5;
/** Longest time in minutes that is predicted: rooms do not start earlier than this. */
export const longestLead = 180;

/** A room on its way to a setpoint, in °C. */
export interface RoomTarget {
  readonly room: number;
  readonly temperature: number;
  readonly setpoint: number;
}

export interface Recovering {
  readonly way: Way;
  readonly outdoor: number;
  /** Number of zones that will share the air. */
  readonly sharing: number;
  readonly rooms: readonly RoomTarget[];
}

/** Least share of its capacity that a modulating unit gives. */
const leastLoad = 0.2;

/** Returns the share 0..1 of the capacity that a modulating unit gives to its farthest room. */
const loadAt = (demand: number): number =>
  Math.min(1, Math.max(leastLoad, (demand + 0.5) / (fullDemand + 0.5)));

/** Returns the opening 0..1 of an automatic damper. */
const openingAt = (gap: number): number => Math.min(1, Math.max(0, (gap + 0.5) / 1.5));

interface Moving {
  readonly fit: RoomFit;
  readonly drift: number;
  readonly setpoint: number;
  temperature: number;
}

const gapOf = ({ setpoint, temperature }: Pick<Moving, 'setpoint' | 'temperature'>, way: Way): number =>
  signOf(way) * (setpoint - temperature);

/** Returns the rooms whose rate and drift are known. */
const knownRooms = (fit: HouseFit, { way, rooms }: Recovering): Moving[] =>
  rooms.flatMap(({ room, temperature, setpoint }) => {
    const of = fit.rooms.find((one) => one.room === room && one.way === way);
    const drift = fit.drifts.find((one) => one.room === room);
    return of === undefined || drift === undefined
      ? []
      : { fit: of, drift: drift.drift.value, setpoint, temperature };
  });

/**
 * Returns the minutes after a start in which the slowest room that is known comes within 0.5 K of its setpoint, at most
 * three hours; undefined if no room is known.
 */
export function minutesToArrive(fit: HouseFit, recovering: Recovering): number | undefined {
  const { way, outdoor, sharing } = recovering;
  const rooms = knownRooms(fit, recovering);
  if (rooms.length === 0) return undefined;
  const dead = Math.max(...rooms.map((one) => one.fit.dead?.value ?? 0)) / 60;
  for (let minute = 0; minute < longestLead; minute++) {
    const demand = Math.max(...rooms.map((one) => gapOf(one, way)));
    if (demand <= comfortable) return minute;
    const load = minute < dead ? 0 : loadAt(demand);
    for (const room of rooms) {
      const { temperature: inside } = room;
      const own =
        rateAt(room.fit, { outdoor, inside, sharing }, fit).value * load * openingAt(gapOf(room, way));
      room.temperature += (signOf(way) * own + room.drift * (outdoor - inside)) / 60;
    }
  }
  return longestLead;
}

/** Returns the rooms after some minutes without the unit. A room whose drift is not known stays as it is. */
export function drifted(
  fit: HouseFit,
  { rooms, outdoor }: Pick<Recovering, 'rooms' | 'outdoor'>,
  minutes: number,
): readonly RoomTarget[] {
  return rooms.map((one) => {
    const drift = fit.drifts.find(({ room }) => room === one.room)?.drift.value ?? 0;
    return { ...one, temperature: outdoor + (one.temperature - outdoor) * Math.exp((-drift * minutes) / 60) };
  });
}
