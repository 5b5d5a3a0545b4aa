import type { ComfortAnswer } from '@plenum/protocol/schedule';

const toIso = (at: number | undefined): string | null =>
  at === undefined ? null : new Date(at).toISOString();

/** Returns the message about the starts of the next 24 hours, and those of yesterday with their error. */
export const toPlan = ({ day, yesterday }: ComfortAnswer) => ({
  next_24_hours: day.map(({ favourite, name, start, startsAt, room, setpoint, cost, currency, reason }) => ({
    favourite,
    name,
    start: toIso(start),
    starts_at: toIso(startsAt),
    zone: room ?? null,
    setpoint_celsius: setpoint ?? null,
    cost: cost ?? null,
    currency: currency ?? null,
    reason: reason ?? null,
  })),
  yesterday: yesterday.map(({ favourite, name, start, startsAt, startedAt, arrivedAt }) => ({
    favourite,
    name,
    start: toIso(start),
    planned: toIso(startsAt),
    started: toIso(startedAt),
    arrived: toIso(arrivedAt),
    error_minutes: arrivedAt === undefined ? null : Math.round((arrivedAt - start) / 60_000),
  })),
});
