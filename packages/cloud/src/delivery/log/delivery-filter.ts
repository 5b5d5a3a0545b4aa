import { cloudLimits } from '@plenum/protocol/cloud';
import { type QueryOf, type Refused, refuseRequest } from '@plenum/protocol/console';
import type { MessageKind, Verdict } from '../attempt/types.ts';

/** Selects attempts in a log. Undefined members match everything. */
export interface DeliveryFilter {
  readonly verdicts?: readonly Verdict[];
  /** True if the endpoint responded. */
  readonly isAnswered?: boolean;
  readonly kind?: MessageKind;
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

const kinds: Readonly<Record<string, MessageKind>> = { component: 'component', sync: 'sync', test: 'test' };

const most = cloudLimits.maxSearchLength;

const toInstant = (text: string): number | undefined => (/^\d{1,15}$/.test(text) ? Number(text) : undefined);

/** Parsers of the members of a filter. They return `undefined` to refuse a value. */
const readers = {
  result: (text) => (Object.hasOwn(results, text) ? results[text] : undefined),
  kind: (text) => (Object.hasOwn(kinds, text) ? { kind: kinds[text]! } : undefined),
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
