import { nearest } from '@plenum/protocol/command';
import type { HistoryAnswer } from '@plenum/protocol/extension';
import { ok, type Result, refuse } from '@plenum/protocol/refusal';
import type { Device } from '../../device/device.ts';
import type { History, HistoryRequest } from '../../history/recorder.ts';
import { readAll } from '../../history/series.ts';
import { toAnswer, toJsonAnswer } from '../answer.ts';
import type { Route } from '../route.ts';

const minute = 60_000;
const day = 86_400_000;
const defaultPoints = 300;
const maxPoints = 2_000;
const maxSeries = 64;
/** 2100-01-01 UTC in ms. */
const maxInstant = 4_102_444_800_000;

type Query = Readonly<Record<string, unknown>>;

const readNumber = (
  query: Query,
  key: string,
  { byDefault, min, max }: { byDefault: number; min: number; max: number },
): Result<number> => {
  const given = query[key];
  if (given === undefined || given === '') return ok(byDefault);
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
  const unknown = series.find((name) => !known.includes(name));
  if (unknown === undefined) return ok(series);
  const similar = nearest(unknown, known);
  const choices =
    similar === undefined ? ['those of /history/series'] : [`${similar}, ...`, 'see /history/series'];
  return refuse('not-a-choice', { path: ['series'], input: unknown, facts: { choices } });
};

/** The query of a history request: from and to in ms UTC, the last day by default; steps are whole minutes. */
export const parseHistoryRequest = (
  query: Query,
  known: readonly string[],
  now: number,
): Result<HistoryRequest> => {
  const series = readSeries(query, known);
  if (!series.ok) return series;
  const to = readNumber(query, 'to', { byDefault: now + 1, min: minute, max: maxInstant });
  if (!to.ok) return to;
  const from = readNumber(query, 'from', {
    byDefault: Math.max(0, to.value - day),
    min: 0,
    max: to.value - 1,
  });
  if (!from.ok) return from;
  const points = readNumber(query, 'points', { byDefault: defaultPoints, min: 1, max: maxPoints });
  if (!points.ok) return points;
  const step = Math.max(1, Math.ceil((to.value - from.value) / points.value / minute)) * minute;
  return ok({ series: series.value, from: from.value, to: to.value, step });
};

/** The recorded history: `GET /history/series` lists its series, `GET /history` gives their values in equal steps. */
export const createHistoryRoutes = (history: History, device: Device): Route[] => {
  const names = () => [
    ...new Set([...readAll(device.datagrams()).map(({ name }) => name), ...history.names()]),
  ];
  return [
    {
      method: 'GET',
      path: '/history/series',
      endpoint: 'history',
      handle: () => toJsonAnswer(JSON.stringify({ series: names() })),
    },
    {
      method: 'GET',
      path: '/history',
      endpoint: 'history',
      handle: ({ query }) =>
        toAnswer(parseHistoryRequest(query as Query, names(), device.at()), (range) => {
          const { step, to } = range;
          const from = Math.floor(range.from / step) * step;
          const answer: HistoryAnswer = { from, to, step, series: history.read(range) };
          return toJsonAnswer(JSON.stringify(answer));
        }),
    },
  ];
};
