import { type PlaceAir, SEA_LEVEL } from './air.ts';
import type { Conditions, IdealSpec, LocalTime, RoomSpec } from './types.ts';

const DAY = 24;

/** Returns the hour of a time of day such as `07:30`. */
const toHour = (time: string): number => {
  const [hour, minute] = time.split(':');
  return Number(hour) + Number(minute) / 60;
};

/** Setpoints over a day as a line through points; `last` and `next` continue it over midnight. */
const createLine = (points: NonNullable<IdealSpec['heat']>) => {
  const own = points.map(({ at, setpoint }) => ({ hour: toHour(at), setpoint }));
  const last = own.at(-1)!;
  const line = [{ ...last, hour: last.hour - DAY }, ...own, { ...own[0]!, hour: own[0]!.hour + DAY }];
  return (hour: number): number => {
    const place = line.findLastIndex((point) => point.hour < hour);
    const [left, right] = [line[place]!, line[place + 1]!];
    return left.setpoint + ((right.setpoint - left.setpoint) * (hour - left.hour)) / (right.hour - left.hour);
  };
};

/**
 * Creates the function that sets what follows the clock in a step that ends at a local time: fans that bring outside air
 * in, and the setpoints of ideal heaters and coolers at the end of the step.
 */
export function createRoutine(rooms: readonly RoomSpec[], { density }: PlaceAir) {
  const lines = [...rooms.entries()].flatMap(([room, { ideal }]) => {
    const heat = ideal?.heat === undefined ? undefined : createLine(ideal.heat);
    const cool = ideal?.cool === undefined ? undefined : createLine(ideal.cool);
    return ideal === undefined ? [] : [{ room, heat, cool }];
  });
  const fans = [...rooms.entries()].flatMap(([room, { ventilation = [] }]) =>
    ventilation.map(({ from, to, flow }) => ({
      room,
      from: toHour(from),
      to: toHour(to),
      flow: (flow * SEA_LEVEL.density) / density / 3600,
    })),
  );
  return ({ ideal, activity }: Conditions, { hour }: LocalTime, seconds: number): void => {
    const end = hour === 0 ? DAY : hour;
    for (const { room, heat, cool } of lines) {
      if (heat !== undefined) ideal.heat[room] = heat(end);
      if (cool !== undefined) ideal.cool[room] = cool(end);
    }
    if (fans.length === 0) return;
    activity.fans.fill(0);
    const middle = (end - seconds / 7200 + DAY) % DAY;
    for (const { room, from, to, flow } of fans) {
      const runs = from < to ? middle >= from && middle < to : middle >= from || middle < to;
      if (runs) activity.fans[room]! += flow;
    }
  };
}
