import { type RequestHeaders, rangeIn, type SendResult } from '@plenum/outbound';
import type { CloudMessageOf } from '@plenum/protocol/cloud';
import { kinds } from '@plenum/protocol/component';
import type { RecordOf } from '@plenum/protocol/console';
import { type Selectable, sql } from 'kysely';
import { nameOfComponent } from '../../fleet/component/component-name.ts';
import type { Db } from '../../kernel/database/store.ts';
import type { Tables } from '../../kernel/schema/tables.ts';
import type { AttemptResult } from '../attempt/retry-policy.ts';
import { readAttributeLists, toAttributeList } from '../outbox/attribute-list.ts';
import type { LeasedMessage } from '../outbox/lease-due.ts';
import type { DeliveryFilter } from './delivery-filter.ts';

/** One attempt to deliver a message, without the sentence that describes it to the developer. */
export type Delivery = Omit<RecordOf<'Delivery'>, 'sentence'>;

/** An attempt with the content sent. */
export type WholeDelivery = Omit<RecordOf<'WholeDelivery'>, 'sentence'>;

/**
 * Maximum number of characters of a body that are stored. Most messages have one to three components of 1 to 2 kB. With
 * the maximum number of rows, the log of one endpoint has at most about 8 MB.
 */
export const maxStoredPayload = 16_384;

type Row = Selectable<Tables['delivery']>;

/** Returns those details of a problem that the developer of the endpoint may see. */
const toDetail = ({ problem, detail }: Pick<Row, 'problem' | 'detail'>): string | undefined =>
  detail !== null && problem === 'address-forbidden' ? rangeIn(detail) : (detail ?? undefined);

/**
 * Returns the component's name from the body of an Event about one component. Returns undefined if the component has no
 * name or the body is not stored completely.
 */
const toName = ({ components, payload }: Pick<Row, 'components' | 'payload'>): string | undefined => {
  if (components !== 1) return undefined;
  try {
    const { requestBody } = JSON.parse(payload) as CloudMessageOf<'Event'>;
    return nameOfComponent(requestBody.devices[0]!.datagram) || undefined;
  } catch {
    return undefined;
  }
};

const toDelivery = (row: Omit<Row, 'headers'>): Delivery => ({
  number: row.number,
  at: row.at,
  messageId: row.message_id,
  kind: row.kind,
  components: row.components,
  attempt: row.attempt,
  verdict: row.verdict,
  status: row.status ?? undefined,
  problem: row.problem ?? undefined,
  detail: toDetail(row),
  latency: row.latency,
  bytes: row.bytes,
  nextAt: row.next_at ?? undefined,
  answer: row.answer ?? undefined,
  subjects: JSON.parse(row.subjects),
  name: toName(row),
  ...(row.attributes !== null && { attributes: readAttributeLists([row.attributes]) }),
});

const columns = [
  ...(['endpoint_id', 'number', 'at', 'message_id', 'kind', 'components', 'attempt', 'verdict'] as const),
  ...([
    'status',
    'problem',
    'detail',
    'latency',
    'bytes',
    'next_at',
    'answer',
    'subjects',
    'payload',
    'attributes',
  ] as const),
] as const;

/** Returns a `LIKE` pattern that matches the text literally, even if it contains wildcards. */
const toPart = (text: string): string => `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;

/** Returns the condition that a column contains a text, in any case. */
const contains = (column: 'subjects' | 'message_id' | 'answer' | 'attributes', text: string) =>
  sql<boolean>`lower(${sql.ref(column)}) LIKE ${toPart(text)} ESCAPE '\\'`;

/** Returns the part of the ids of components of a kind, with an index, or both; subjects are a JSON list of ids. */
const toIdPart = ({ component, index }: Pick<DeliveryFilter, 'component' | 'index'>): string | undefined => {
  if (component === undefined) return index === undefined ? undefined : `_${index}"`;
  const token = `_${kinds[component].token}_`;
  return index === undefined ? token : `${token}${index}"`;
};

/** Selects attempts of an endpoint: at most `most` that match the filter, before the attempt numbered `before`. */
export interface DeliveriesQuery extends DeliveryFilter {
  readonly endpointId: string;
  readonly before?: number;
  readonly most?: number;
}

/** Selects the latest matching attempts, latest first. Each log is short, so a search reads all of it. */
const selectMatching = (db: Db, query: DeliveriesQuery) => {
  const { endpointId, before, most = 50, verdicts, isAnswered, kind, search, from, to } = query;
  const { status, attribute, answer } = query;
  const idPart = toIdPart(query);
  return db
    .selectFrom('delivery')
    .where('endpoint_id', '=', endpointId)
    .$if(verdicts !== undefined, (where) => where.where('verdict', 'in', verdicts!))
    .$if(isAnswered !== undefined, (where) => where.where('status', isAnswered ? 'is not' : 'is', null))
    .$if(kind !== undefined, (where) => where.where('kind', '=', kind!))
    .$if(from !== undefined, (where) => where.where('at', '>=', from!))
    .$if(to !== undefined, (where) => where.where('at', '<=', to!))
    .$if(status !== undefined, (where) =>
      where.where('status', '>=', status!.from).where('status', '<=', status!.to),
    )
    .$if(idPart !== undefined, (where) =>
      where.where('kind', '!=', 'sync').where(contains('subjects', idPart!)),
    )
    .$if(attribute !== undefined, (where) => where.where(contains('attributes', `,${attribute},`)))
    .$if(answer !== undefined, (where) => where.where(contains('answer', answer!)))
    .$if(search !== undefined, (where) =>
      where.where(({ or }) => or([contains('subjects', search!), contains('message_id', search!)])),
    )
    .$if(before !== undefined, (query) => query.where('number', '<', before!))
    .orderBy('number', 'desc')
    .limit(most);
};

/** Reads the latest matching attempts of an endpoint, latest first. */
export async function readDeliveries(db: Db, query: DeliveriesQuery): Promise<readonly Delivery[]> {
  return (await selectMatching(db, query).select(columns).execute()).map(toDelivery);
}

/** Reads only the subjects of the latest matching attempts, latest first. */
export async function readSubjects(
  db: Db,
  query: DeliveriesQuery,
): Promise<readonly Pick<Delivery, 'kind' | 'subjects'>[]> {
  const rows = await selectMatching(db, query).select(['kind', 'subjects']).execute();
  return rows.map(({ kind, subjects }) => ({ kind, subjects: JSON.parse(subjects) }));
}

/** Reads the latest attempt that followed the given one and had the same message or the same subjects. */
const readLater = async (db: Db, row: Row): Promise<WholeDelivery['later']> =>
  db
    .selectFrom('delivery')
    .select(['number', 'at', 'verdict'])
    .where('endpoint_id', '=', row.endpoint_id)
    .where('number', '>', row.number)
    .where((where) =>
      where.or([
        where('message_id', '=', row.message_id),
        where.and([where('kind', '=', row.kind), where('subjects', '=', row.subjects)]),
      ]),
    )
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();

/**
 * Reads one attempt with the content sent. Returns `undefined` if the log has no attempt with that number, or has
 * deleted it.
 */
export async function readDelivery(
  db: Db,
  { endpointId, number }: { endpointId: string; number: number },
): Promise<WholeDelivery | undefined> {
  const row = await db
    .selectFrom('delivery')
    .selectAll()
    .where('endpoint_id', '=', endpointId)
    .where('number', '=', number)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { payload } = row;
  const isPayloadWhole = Buffer.byteLength(payload) === row.bytes;
  const headers = JSON.parse(row.headers);
  return { ...toDelivery(row), headers, payload, isPayloadWhole, later: await readLater(db, row) };
}

/** An attempt to be logged. */
export interface DeliveryAttempt {
  readonly leased: LeasedMessage;
  readonly sent: SendResult;
  readonly headers: RequestHeaders;
  readonly result: AttemptResult;
  readonly number: number;
  readonly at: number;
}

/** Adds an attempt to the log, and deletes all but the latest `maxRows`. */
export async function writeDelivery(
  db: Db,
  { leased, sent, headers, result, number, at }: DeliveryAttempt,
  maxRows: number,
): Promise<void> {
  const { id, kind, components, subjects, attempt, body, attributes = [] } = leased.message;
  const answered = 'status' in sent;
  await db
    .insertInto('delivery')
    .values({
      endpoint_id: leased.endpointId,
      number,
      at,
      message_id: id,
      kind,
      components,
      attempt,
      verdict: result.verdict,
      status: answered ? sent.status : null,
      problem: answered ? null : sent.problem,
      detail: answered ? null : sent.detail.slice(0, 500),
      latency: sent.latency,
      bytes: Buffer.byteLength(body),
      next_at: result.retryAt ?? null,
      answer: answered ? sent.answer : null,
      subjects: JSON.stringify(subjects),
      headers: JSON.stringify(headers),
      payload: body.slice(0, maxStoredPayload).toWellFormed(),
      attributes: toAttributeList(attributes),
    })
    .execute();
  await db
    .deleteFrom('delivery')
    .where('endpoint_id', '=', leased.endpointId)
    .where('number', '<=', number - maxRows)
    .execute();
}
