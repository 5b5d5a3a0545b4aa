import { nearest } from '@plenum/protocol/command';
import type { QueryOf } from '@plenum/protocol/endpoint';
import { extensionEndpoints, maxEvents } from '@plenum/protocol/extension';
import { ok, type Result, refuse } from '@plenum/protocol/refusal';
import type { Device } from '../device/device.ts';
import type { EventsRequest } from '../history/event-rows.ts';
import type { History, HistoryRequest } from '../history/history.ts';
import { createReader } from '../history/series.ts';
import { bindRead } from './bind.ts';
import type { ReadEndpoint } from './endpoint.ts';
import { maxInstant, readWithin } from './query-values.ts';

const { readSeries, readHistory, readEvents } = extensionEndpoints;

const minute = 60_000;
const day = 86_400_000;
const defaultPoints = 300;
const maxPoints = 2_000;
const maxSeries = 64;

const toSeries = (given: string, known: readonly string[]): Result<string[]> => {
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

/** Reads a request for events: from and to in ms UTC, the last day by default. */
const toEventsRequest = (query: QueryOf<typeof readEvents>, now: number): Result<EventsRequest> => {
  const to = readWithin(query, 'to', { byDefault: now + 1, min: minute, max: maxInstant });
  if (!to.ok) return to;
  const byDefault = Math.max(0, to.value - day);
  const from = readWithin(query, 'from', { byDefault, min: 0, max: to.value - 1 });
  return from.ok ? ok({ from: from.value, to: to.value }) : from;
};

/** Reads a history request: from and to in ms UTC, the last day by default; steps are whole minutes. */
const toHistoryRequest = (
  query: QueryOf<typeof readHistory>,
  known: readonly string[],
  { now, resolutionFrom }: { now: number; resolutionFrom: (at: number) => number },
): Result<HistoryRequest & { readonly isView: boolean }> => {
  const series = toSeries(query.series, known);
  if (!series.ok) return series;
  const read = toEventsRequest(query, now);
  if (!read.ok) return read;
  const { from, to } = read.value;
  const range = { series: series.value, from, to };
  if (query.step !== undefined) {
    // Steps cannot be shorter than the resolution that is still stored for the range.
    const step = Math.max(query.step, resolutionFrom(from));
    const length = Math.ceil((to - from) / step);
    if (length > maxPoints) return refuse('too-many', { path: ['step'], facts: { length, max: maxPoints } });
    return ok({ ...range, step, isView: true });
  }
  const points = readWithin(query, 'points', { byDefault: defaultPoints, min: 1, max: maxPoints });
  if (!points.ok) return points;
  const step = Math.max(1, Math.ceil((to - from) / points.value / minute)) * minute;
  return ok({ ...range, step, isView: false });
};

/** Creates the endpoints that read the recorded history: series, their values in equal steps, and events. */
export function createHistoryReads(history: History, device: Device): ReadEndpoint[] {
  const readRecorded = createReader();
  const names = () => [
    ...new Set([...readRecorded(device.datagrams()).map(({ name }) => name), ...history.names()]),
  ];
  return [
    bindRead(readSeries, () => ok({ series: names(), from: history.oldest() ?? null })),
    bindRead(readHistory, (query) => {
      const range = toHistoryRequest(query, names(), { ...history, now: device.at() });
      if (!range.ok) return range;
      const { step, to, isView } = range.value;
      const from = Math.floor(range.value.from / step) * step;
      const read = isView ? history.view(range.value) : { series: history.read(range.value) };
      return ok({ from, to, step, ...read });
    }),
    bindRead(readEvents, (query) => {
      const range = toEventsRequest(query, device.at());
      if (!range.ok) return range;
      const events = history.events.read({ ...range.value, what: query.what });
      return ok({ ...range.value, events: events.slice(-maxEvents), isCut: events.length > maxEvents });
    }),
  ];
}
