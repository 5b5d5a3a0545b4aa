import { cloudLimits } from '@plenum/protocol/cloud';
import { type ComponentKind, kinds } from '@plenum/protocol/component';
import { type QueryOf, type Refused, refuseRequest } from '@plenum/protocol/console';
import type { MessageKind, Verdict } from '../attempt/types.ts';

/** Selects attempts in a log. Undefined members match everything. */
export interface DeliveryFilter {
  readonly verdicts?: readonly Verdict[];
  /** True if the endpoint responded. */
  readonly isAnswered?: boolean;
  readonly kind?: MessageKind;
  /** The lowest and the highest status of the response. */
  readonly status?: { readonly from: number; readonly to: number };
  /** The kind of a component in the message. */
  readonly component?: ComponentKind;
  /** The index of a component in the message, of `component` if that is given. */
  readonly index?: number;
  /** A member of a component whose change caused the message, in any case. */
  readonly attribute?: string;
  /** Part of the stored beginning of the response. */
  readonly answer?: string;
  /** Part of the id of a subject or of the message. */
  readonly search?: string;
  /** From and to, both inclusive, in ms UTC. */
  readonly from?: number;
  readonly to?: number;
}

type FilterInput = Omit<QueryOf<'deliveries'>, 'before'>;

const failed = ['retry', 'dead', 'gone'] as const satisfies readonly Verdict[];

const results: Readonly<Record<string, DeliveryFilter>> = {
  delivered: { verdicts: ['delivered'] },
  failed: { verdicts: failed, isAnswered: true },
  'no-response': { verdicts: failed, isAnswered: false },
};

const messageKinds: Readonly<Record<string, MessageKind>> = {
  component: 'component',
  sync: 'sync',
  test: 'test',
};

const most = cloudLimits.maxSearchLength;

/** Parses a status, or a class of statuses such as `5xx`. */
const toStatuses = (text: string): DeliveryFilter['status'] => {
  const [, hundreds, rest] = /^([1-5])(xx|[0-9]{2})$/i.exec(text) ?? [];
  if (hundreds === undefined) return undefined;
  const first = Number(hundreds) * 100;
  const exact = Number(`${hundreds}${rest}`);
  return Number.isNaN(exact) ? { from: first, to: first + 99 } : { from: exact, to: exact };
};

const isSearched = (text: string): text is ComponentKind =>
  Object.hasOwn(kinds, text) && kinds[text as ComponentKind].token !== undefined;

const toInstant = (text: string): number | undefined => (/^\d{1,15}$/.test(text) ? Number(text) : undefined);

/** Parsers of the members of a filter. They return `undefined` to refuse a value. */
const readers = {
  result: (text) => (Object.hasOwn(results, text) ? results[text] : undefined),
  kind: (text) => (Object.hasOwn(messageKinds, text) ? { kind: messageKinds[text]! } : undefined),
  status: (text) => {
    const status = toStatuses(text);
    return status && { status };
  },
  component: (text) => (isSearched(text) ? { component: text } : undefined),
  index: (text) => (/^(0|[1-9][0-9]{0,2})$/.test(text) ? { index: Number(text) } : undefined),
  attribute: (text) => (/^[A-Za-z0-9_]{1,64}$/.test(text) ? { attribute: text } : undefined),
  answer: (text) => (text.length <= most ? { answer: text } : undefined),
  search: (text) => (text.length <= most ? { search: text } : undefined),
  from: (text) => {
    const from = toInstant(text);
    return from === undefined ? undefined : { from };
  },
  to: (text) => {
    const to = toInstant(text);
    return to === undefined ? undefined : { to };
  },
} satisfies Record<keyof FilterInput, (text: string) => DeliveryFilter | undefined>;

/** Parses a filter of deliveries as sent by the console. An empty member counts as missing. */
export function readDeliveryFilter(input: FilterInput): DeliveryFilter | Refused {
  let filter: DeliveryFilter = {};
  for (const [member, read] of Object.entries(readers)) {
    const text = (input[member as keyof FilterInput] ?? '').trim();
    if (text === '') continue;
    const part = read(text);
    if (part === undefined)
      return refuseRequest('filter-malformed', { path: [member], input: text, facts: { member, most } });
    filter = { ...filter, ...part };
  }
  return filter;
}
