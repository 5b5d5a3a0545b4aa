import type { BodyOf } from '@plenum/protocol/console';

/** The filter of the log, as the values of the form. */
export interface Filter {
  readonly result: string;
  readonly kind: string;
  /** `404` or `5xx`; one that is not complete yet is not sent. */
  readonly status: string;
  readonly component: string;
  readonly index: string;
  readonly attribute: string;
  readonly answer: string;
  readonly search: string;
  /** `2026-11-22T14:05` in local time; empty for no limit. */
  readonly from: string;
  readonly to: string;
}

export const noFilter: Filter = {
  result: '',
  kind: '',
  status: '',
  component: '',
  index: '',
  attribute: '',
  answer: '',
  search: '',
  from: '',
  to: '',
};

const minute = 60_000;

const isWholeStatus = /^[0-9]([0-9]{2}|xx)$/i;

const toInstant = (local: string, plus = 0): string | undefined => {
  const at = new Date(local).getTime();
  return Number.isNaN(at) ? undefined : String(at + plus);
};

/** Converts the filter to a query for the cloud, without empty fields. Includes the last minute. */
export function toFilterQuery({ status, from, to, ...texts }: Filter): BodyOf<'resendAll'> {
  const query = {
    ...Object.fromEntries(Object.entries(texts).map(([member, text]) => [member, text.trim()])),
    status: isWholeStatus.test(status.trim()) ? status.trim() : undefined,
    from: toInstant(from),
    to: toInstant(to, minute - 1),
  };
  return Object.fromEntries(Object.entries(query).filter(([, text]) => text));
}

export const isFiltered = (filter: Filter): boolean => Object.keys(toFilterQuery(filter)).length > 0;
