import type { BodyOf } from '@plenum/protocol/console';

/** The filter of the log, as the values of the form. */
export interface Filter {
  readonly result: string;
  readonly kind: string;
  readonly search: string;
  /** `2026-11-22T14:05` in local time; empty for no limit. */
  readonly from: string;
  readonly to: string;
}

export const noFilter: Filter = { result: '', kind: '', search: '', from: '', to: '' };

const minute = 60_000;

const toInstant = (local: string, plus = 0): string | undefined => {
  const at = new Date(local).getTime();
  return Number.isNaN(at) ? undefined : String(at + plus);
};

/** Converts the filter to a query for the cloud, without empty fields. Includes the last minute. */
export function toFilterQuery({ result, kind, search, from, to }: Filter): BodyOf<'resendAll'> {
  const query = { result, kind, search: search.trim(), from: toInstant(from), to: toInstant(to, minute - 1) };
  return Object.fromEntries(Object.entries(query).filter(([, text]) => text));
}

export const isFiltered = (filter: Filter): boolean => Object.keys(toFilterQuery(filter)).length > 0;
