import type { RecordOf } from '@plenum/protocol/console';
import { type PlainKey, t } from '../../../text/text.ts';

/** The number of requests with one status on one day, from the console. */
export type Usage = RecordOf<'Usage'>;

export type AppUsage = RecordOf<'AppUsage'>;

/**
 * The result of a request: successful, refused because of the app, or failed because of the cloud, the bridge or a
 * rate limit.
 */
export type UsageResult = 'done' | 'refused' | 'failed';

export const usageResults: readonly UsageResult[] = ['done', 'refused', 'failed'];

export const resultOf = (status: number): UsageResult =>
  status < 400 ? 'done' : status < 500 && status !== 429 ? 'refused' : 'failed';

/** The result for each status of the cloud (interface 7). */
const results: Readonly<Record<number, string>> = { 200: 'OK', 400: 'InvalidRequest', 403: 'UserNotAllowed' };

const meanings: Readonly<Record<number, PlainKey>> = {
  429: 'console.rateLimited',
  500: 'console.cloudFailed',
  502: 'console.bridgeRefused',
  504: 'console.bridgeOffline',
};

export function formatStatus(status: number): string {
  const key = meanings[status];
  return key === undefined ? (results[status] ?? String(status)) : t(key);
}

const wholeDay = 86_400_000;

/** The requests of one day by result. */
export type DayUsage = Readonly<Record<UsageResult, number>> & { readonly day: number };

/** Returns all days of the range, including days without requests. */
export function toDays({ since, until, usage }: Omit<AppUsage, 'latest'>): readonly DayUsage[] {
  const byDay = Map.groupBy(usage, ({ day }) => day);
  const days = Array.from({ length: (until - since) / wholeDay + 1 }, (_, n) => since + n * wholeDay);
  return days.map((day) => {
    const counts = { done: 0, refused: 0, failed: 0 };
    for (const { status, requests } of byDay.get(day) ?? []) counts[resultOf(status)] += requests;
    return { day, ...counts };
  });
}

/** Requests by operation and status: a row for each operation, a column for each status. */
export interface UsageTable {
  readonly statuses: readonly number[];
  readonly rows: readonly { readonly operation: string; readonly counts: readonly number[] }[];
}

export function toTable(usage: readonly Usage[]): UsageTable {
  const statuses = [...new Set(usage.map(({ status }) => status))].sort((a, b) => a - b);
  const rows = [...Map.groupBy(usage, ({ operation }) => operation)].map(([operation, of]) => ({
    operation,
    counts: statuses.map((status) =>
      of.reduce((sum, one) => sum + (one.status === status ? one.requests : 0), 0),
    ),
  }));
  return { statuses, rows: rows.toSorted((a, b) => (a.operation < b.operation ? -1 : 1)) };
}

/**
 * Returns the maximum of a chart's scale: 1, 2 or 5 times a power of ten, but at least 4 so that four steps are whole
 * numbers.
 */
export function toCeiling(most: number): number {
  if (most <= 4) return 4;
  const power = 10 ** Math.floor(Math.log10(most));
  return [1, 2, 4, 5, 10].map((times) => times * power).find((one) => one >= most)!;
}
