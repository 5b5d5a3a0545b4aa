import { nearest } from '@plenum/protocol/command';
import { type EventsAnswer, type HistoryAnswer, historySteps, maxEvents } from '@plenum/protocol/extension';
import { ok, type Result, refuse } from '@plenum/protocol/refusal';
import type { Device } from '../../device/device.ts';
import type { Read } from '../../device/records.ts';
import type { EventsRequest } from '../../history/events.ts';
import type { History, HistoryRequest } from '../../history/history.ts';
import { createReader } from '../../history/series.ts';
import { maxInstant, type Query, readNumber } from '../query-values.ts';

const minute = 60_000;
const day = 86_400_000;
const defaultPoints = 300;
const maxPoints = 2_000;
const maxSeries = 64;
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

/** The step that was asked for in ms, lengthened to what is still known of the range; undefined where none was. */
const readStep = (query: Query, resolution: number): Result<number | undefined> => {
  const given = query.step;
  if (given === undefined || given === '') return ok(undefined);
  const steps = historySteps.map((minutes) => minutes * minute);
  if (!steps.some((step) => String(step) === given)) {
    const choices = steps.map(String);
    return refuse('not-a-choice', { path: ['step'], input: given, facts: { choices } });
  }
  return ok(Math.max(Number(given), resolution));
};

/** The range of a request: from and to in ms UTC, the last day by default. */
export const parseEventsRequest = (query: Query, now: number): Result<EventsRequest> => {
  const to = readNumber(query, 'to', { byDefault: now + 1, min: minute, max: maxInstant });
  if (!to.ok) return to;
  const byDefault = Math.max(0, to.value - day);
  const from = readNumber(query, 'from', { byDefault, min: 0, max: to.value - 1 });
  return from.ok ? ok({ from: from.value, to: to.value }) : from;
};

/** The query of a history request: from and to in ms UTC, the last day by default; steps are whole minutes. */
export const parseHistoryRequest = (
  query: Query,
  known: readonly string[],
  { now, resolutionFrom }: { now: number; resolutionFrom: (at: number) => number },
): Result<HistoryRequest & { readonly isView: boolean }> => {
  const series = readSeries(query, known);
  if (!series.ok) return series;
  const read = parseEventsRequest(query, now);
  if (!read.ok) return read;
  const { from, to } = read.value;
  const view = readStep(query, resolutionFrom(from));
  if (!view.ok) return view;
  const range = { series: series.value, from, to };
  if (view.value !== undefined) {
    const length = Math.ceil((to - from) / view.value);
    if (length > maxPoints) return refuse('too-many', { path: ['step'], facts: { length, max: maxPoints } });
    return ok({ ...range, step: view.value, isView: true });
  }
  const points = readNumber(query, 'points', { byDefault: defaultPoints, min: 1, max: maxPoints });
  if (!points.ok) return points;
  const step = Math.max(1, Math.ceil((to - from) / points.value / minute)) * minute;
  return ok({ ...range, step, isView: false });
};

/**
 * The recorded history: `GET /history/series` lists its series and says when it begins, `GET /history` gives their values in
 * equal steps, `GET /history/events` what happened.
 */
export const createHistoryReads = (history: History, device: Device): Read[] => {
  const endpoint = 'history';
  const readRecorded = createReader();
  const names = () => [
    ...new Set([...readRecorded(device.datagrams()).map(({ name }) => name), ...history.names()]),
  ];
  const readValues = (query: Query): Result<HistoryAnswer> => {
    const range = parseHistoryRequest(query, names(), { ...history, now: device.at() });
    if (!range.ok) return range;
    const { step, to, isView } = range.value;
    const from = Math.floor(range.value.from / step) * step;
    const read = isView ? history.view(range.value) : { series: history.read(range.value) };
    return ok({ from, to, step, ...read });
  };
  const readEvents = (query: Query): Result<EventsAnswer> => {
    const range = parseEventsRequest(query, device.at());
    if (!range.ok) return range;
    const events = history.events.read(range.value);
    return ok({ ...range.value, events: events.slice(-maxEvents), isCut: events.length > maxEvents });
  };
  return [
    {
      path: '/history/series',
      endpoint,
      read: () => ok({ series: names(), from: history.oldest() ?? null }),
    },
    { path: '/history', endpoint, read: readValues },
    { path: '/history/events', endpoint, read: readEvents },
  ];
};
