import { nearest } from '@plenum/protocol/command';
import type { HistoryAnswer } from '@plenum/protocol/extension';
import { ok, type Result, refuse } from '@plenum/protocol/refusal';
import type { Device } from '../../device/device.ts';
import type { Asked, History } from '../../history/recorder.ts';
import { readAll } from '../../history/series.ts';
import { toAnswer, toJsonAnswer } from '../answer.ts';
import type { Route } from '../route.ts';

const minute = 60_000;
const day = 86_400_000;
const defaultPoints = 300;
const maxPoints = 2_000;
const maxSeries = 64;
/** 2100-01-01 UTC in ms. */
const latest = 4_102_444_800_000;

type Query = Readonly<Record<string, unknown>>;

const readNumber = (
  query: Query,
  key: string,
  { usual, min, max }: { usual: number; min: number; max: number },
): Result<number> => {
  const given = query[key];
  if (given === undefined || given === '') return ok(usual);
  if (typeof given !== 'string' || !/^-?[0-9]{1,15}$/.test(given))
    return refuse('wrong-type', { path: [key], input: given, facts: { expected: 'a whole number' } });
  const value = Number(given);
  if (value < min) return refuse('too-low', { path: [key], input: value, facts: { min } });
  if (value > max) return refuse('too-high', { path: [key], input: value, facts: { max } });
  return ok(value);
};

const readSeries = (query: Query, known: readonly string[]): Result<string[]> => {
  const given = query.series;
  if (typeof given !== 'string' || given === '') return refuse('missing-key', { facts: { key: 'series' } });
  const series = [...new Set(given.split(','))];
  const { length } = series;
  if (length > maxSeries) return refuse('too-many', { path: ['series'], facts: { length, max: maxSeries } });
  const strange = series.find((name) => !known.includes(name));
  if (strange === undefined) return ok(series);
  const meant = nearest(strange, known);
  const choices =
    meant === undefined ? ['those of /history/series'] : [`${meant}, ...`, 'see /history/series'];
  return refuse('not-a-choice', { path: ['series'], input: strange, facts: { choices } });
};

/** What a reader of history asks: from and to in ms UTC, the last day unless told; steps are whole minutes. */
export const readAsked = (query: Query, known: readonly string[], now: number): Result<Asked> => {
  const series = readSeries(query, known);
  if (!series.ok) return series;
  const to = readNumber(query, 'to', { usual: now + 1, min: minute, max: latest });
  if (!to.ok) return to;
  const from = readNumber(query, 'from', { usual: Math.max(0, to.value - day), min: 0, max: to.value - 1 });
  if (!from.ok) return from;
  const points = readNumber(query, 'points', { usual: defaultPoints, min: 1, max: maxPoints });
  if (!points.ok) return points;
  const step = Math.max(1, Math.ceil((to.value - from.value) / points.value / minute)) * minute;
  return ok({ series: series.value, from: from.value, to: to.value, step });
};

/** What was recorded: `GET /history/series` names it, `GET /history` gives it in equal steps. */
export const createHistoryRoutes = (history: History, device: Device): Route[] => {
  const names = () => [
    ...new Set([...readAll(device.datagrams()).map(({ name }) => name), ...history.names()]),
  ];
  return [
    {
      method: 'GET',
      path: '/history/series',
      door: 'history',
      handle: () => toJsonAnswer(JSON.stringify({ series: names() })),
    },
    {
      method: 'GET',
      path: '/history',
      door: 'history',
      handle: ({ query }) =>
        toAnswer(readAsked(query as Query, names(), device.at()), (asked) => {
          const { step } = asked;
          const from = Math.floor(asked.from / step) * step;
          const answer: HistoryAnswer = { from, to: asked.to, step, series: history.read(asked) };
          return toJsonAnswer(JSON.stringify(answer));
        }),
    },
  ];
};
