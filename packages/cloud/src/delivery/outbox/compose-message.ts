import { createHash } from 'node:crypto';
import { type CloudMessageOf, showsKind } from '@plenum/protocol/cloud';
import type { ComponentKind } from '@plenum/protocol/component';
import type { Selectable } from 'kysely';
import { readViewers } from '../../fleet/bridge/access.ts';
import { selectComponents } from '../../fleet/component/select-components.ts';
import { readTestAccounts } from '../../identity/oauth/token/test-mode.ts';
import { hasPassed } from '../../kernel/database/has-passed.ts';
import { isAmong } from '../../kernel/database/row-set.ts';
import type { Db } from '../../kernel/database/store.ts';
import type { Tables } from '../../kernel/schema/tables.ts';
import type { MessageKind } from '../attempt/types.ts';
import { readAttributeLists } from './attribute-list.ts';
import type { LinkedApps } from './linked-apps.ts';

type Row = Selectable<Tables['outbox']>;

/** A message as it is sent: interface 6, as JSON text. The same id always means the same body. */
export interface Message {
  readonly id: string;
  readonly kind: MessageKind;
  readonly body: string;
  readonly components: number;
  /** The components, or the user of a Sync. */
  readonly subjects: readonly string[];
  /** The `traceparent` of the request that caused the message, if all its rows with a trace have the same one. */
  readonly trace?: string;
  /** The members of the components whose change caused the message, each once. */
  readonly attributes?: readonly string[];
  /** Time at which its oldest change was queued, ms UTC. */
  readonly queuedAt: number;
  /** Number of the attempt, from 1. */
  readonly attempt: number;
}

/** The endpoint for which a message is composed. */
interface ComposeRequest {
  readonly endpointId: string;
  readonly clientId: string;
  /** Number of recorded attempts at this endpoint. */
  readonly attempts: number;
  readonly now: number;
}

export interface ComposeDeps {
  readonly linkedApps: LinkedApps;
  /** The longest time after which a failed message is sent again, in ms. */
  readonly longestRetry: number;
}

/**
 * Maximum number of components in one Event, and its maximum length in bytes (approximate, because a single component
 * may be longer).
 */
const maxComponentsPerEvent = 100;
const maxBytes = 262_144;

interface Content {
  readonly subject: string;
  readonly datagram: string;
  readonly version: number;
}

/**
 * Returns a UUID derived from the content of a message (RFC 9562, 5.8), so that a crash before the attempt is recorded
 * does not change it.
 */
const toId = (parts: readonly (string | number)[]): string => {
  const bytes = createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
};

const toSync = (requestId: string, userId: string): string =>
  JSON.stringify({ requestId, requestType: 'Sync', userId } satisfies CloudMessageOf<'Sync'>);

/** Composes an Event. The datagrams are already JSON text and are inserted unchanged. */
const toEvent = (requestId: string, contents: readonly Content[]): string => {
  const devices = contents.map(
    ({ subject, datagram }) => `{"componentId":${JSON.stringify(subject)},"datagram":${datagram}}`,
  );
  return `{"requestId":"${requestId}","requestType":"Event","requestBody":{"devices":[${devices.join(',')}]}}`;
};

const bySubject = (a: Row, b: Row) => (a.subject < b.subject ? -1 : 1);

const among = (rows: readonly Row[]) => rows.map(({ subject }) => subject);

/**
 * Returns the rows to send together next, and locks them: those of a message that is due for a retry, or new ones.
 * Skips rows that another transaction is changing (`SKIP LOCKED`). Waiting for those could deadlock, because this
 * transaction may already hold rows of other endpoints that the other transaction needs. That transaction wakes the
 * worker when it commits.
 */
const pick = async (
  db: Db,
  { endpointId, now }: Pick<ComposeRequest, 'endpointId' | 'now'>,
  longestRetry: number,
): Promise<Row[]> => {
  const waiting = db
    .selectFrom('outbox')
    .selectAll()
    .where('endpoint_id', '=', endpointId)
    .orderBy('due_at')
    .orderBy('kind', 'desc')
    .orderBy('subject')
    .forUpdate()
    .skipLocked();
  const due = await waiting
    .where(hasPassed('due_at', now, longestRetry))
    .limit(maxComponentsPerEvent)
    .execute();
  const [head] = due;
  if (head === undefined) return [];
  const { kind, message_id: sentAs } = head;
  if (sentAs === null && kind !== 'component') return [head];
  const rows =
    sentAs === null
      ? due.filter((row) => row.kind === kind && row.message_id === null)
      : await waiting.where('message_id', '=', sentAs).where('due_at', 'is not', null).execute();
  return rows.toSorted(bySubject);
};

interface EventRequest extends Pick<ComposeDeps, 'linkedApps'>, Pick<ComposeRequest, 'clientId' | 'now'> {
  readonly rows: readonly Row[];
}

/**
 * Reads the current state of those components that still exist, if the account that sees them lets the app read them.
 * This is a separate query after the rows are locked, because a datagram read earlier could be older than its row.
 */
const readContents = async (
  db: Db,
  { clientId, rows, linkedApps, now }: EventRequest,
): Promise<ReadonlyMap<string, Content>> => {
  const wanted = rows.map(({ system_id, subject }) => ({ system_id: system_id!, component_id: subject }));
  const found = await selectComponents(db, wanted)
    .select(['component.component_id as subject', 'kind', 'datagram', 'version', 'component.system_id'])
    .execute();
  const systems = [...new Set(wanted.map(({ system_id }) => system_id))];
  const viewers = await readViewers(db, systems, now);
  const linked = await linkedApps.filterLinked(db, clientId, [...new Set([...viewers.values()].flat())]);
  const isShown = (systemId: string, kind: ComponentKind) =>
    viewers.get(systemId)?.some((one) => linked.has(one) && showsKind(linked.get(one)!, kind)) ?? false;
  const shown = found.filter(
    (one): one is typeof one & Content =>
      one.datagram !== null && isShown(one.system_id, one.kind as ComponentKind),
  );
  return new Map(shown.map((content) => [content.subject, content]));
};

/**
 * Deletes rows of components that were removed or are no longer shared with the app. A Sync informs the receiver of
 * that.
 */
const drop = async (db: Db, rows: readonly Row[]): Promise<void> => {
  if (rows.length === 0) return;
  const { endpoint_id, kind } = rows[0]!;
  await db
    .deleteFrom('outbox')
    .where('endpoint_id', '=', endpoint_id)
    .where('kind', '=', kind)
    .where(isAmong(db, 'subject', among(rows)))
    .execute();
  const changes = rows.reduce((sum, row) => sum + row.changes, 0);
  await db
    .updateTable('endpoint')
    .set((row) => ({
      changes: row('changes', '+', changes),
      superseded: row('superseded', '+', changes),
    }))
    .where('id', '=', endpoint_id)
    .execute();
};

/** Returns the rows that fit into one message, at least one. */
const fit = (rows: readonly Row[], contents: ReadonlyMap<string, Content>): Row[] => {
  let bytes = 0;
  return rows.filter(({ subject }, index) => {
    bytes += Buffer.byteLength(contents.get(subject)!.datagram) + subject.length + 32;
    return index === 0 || bytes <= maxBytes;
  });
};

const mark = async (db: Db, rows: readonly Row[], id: string): Promise<void> => {
  const { endpoint_id, kind, message_id } = rows[0]!;
  if (message_id === id) return;
  await db
    .updateTable('outbox')
    .set({ message_id: id })
    .where('endpoint_id', '=', endpoint_id)
    .where('kind', '=', kind)
    .where(isAmong(db, 'subject', among(rows)))
    .execute();
};

/** Returns the trace of the given rows if a single request caused all of them. */
const traceOf = (rows: readonly Row[]): string | undefined => {
  const traces = new Set(rows.flatMap(({ trace }) => (trace === null ? [] : [trace])));
  return traces.size === 1 ? [...traces][0] : undefined;
};

const composeEvent = async (db: Db, request: EventRequest): Promise<Message | undefined> => {
  const { rows } = request;
  const contents = await readContents(db, request);
  await drop(
    db,
    rows.filter(({ subject }) => !contents.has(subject)),
  );
  const sent = fit(
    rows.filter(({ subject }) => contents.has(subject)),
    contents,
  );
  if (sent.length === 0) return undefined;
  const id = toId(
    sent.flatMap(({ endpoint_id, subject, queued_at }) => [
      endpoint_id,
      subject,
      contents.get(subject)!.version,
      queued_at,
    ]),
  );
  await mark(db, sent, id);
  const body = toEvent(
    id,
    sent.map(({ subject }) => contents.get(subject)!),
  );
  const subjects = among(sent);
  const trace = traceOf(sent);
  const attributes = readAttributeLists(sent.map((row) => row.attributes));
  return {
    id,
    kind: 'component',
    body,
    subjects,
    components: sent.length,
    queuedAt: Math.min(...sent.map((row) => row.queued_at)),
    attempt: sent[0]!.attempts + 1,
    ...(attributes.length > 0 && { attributes }),
    ...(trace !== undefined && { trace }),
  };
};

/**
 * Reads the current state of the component in a test message, if the app's developer can still see it, or for test keys
 * a test user of the developer. A test contains data that the developer can see, not data that other people allow the
 * app to read.
 */
const readTested = async (
  db: Db,
  { row, clientId, now }: { row: Row; clientId: string; now: number },
): Promise<Content | undefined> => {
  if (row.kind !== 'test' || row.system_id === null) return undefined;
  const found = await db
    .selectFrom('component')
    .select(['component_id as subject', 'datagram', 'version'])
    .where('system_id', '=', row.system_id)
    .where('component_id', '=', row.subject)
    .executeTakeFirst();
  if (found === undefined || found.datagram === null) return undefined;
  const viewers = await readViewers(db, [row.system_id], now);
  const accountIds = await readTestAccounts(db, clientId);
  const isSeen = viewers.get(row.system_id)?.some((one) => accountIds.includes(one)) ?? false;
  return isSeen ? { ...found, datagram: found.datagram } : undefined;
};

/**
 * Composes a Sync or a test. Receivers ignore an id that they have already received, so two messages of the same
 * millisecond need different ids. If the second was queued before the first was recorded, their `changes` differ. If it
 * was queued afterwards, the endpoint's attempts differ.
 */
const composeSingle = async (
  db: Db,
  row: Row,
  { attempts: endpointAttempts, clientId, now }: ComposeRequest,
): Promise<Message> => {
  const { endpoint_id, kind, subject, queued_at, changes, attempts } = row;
  const tested = await readTested(db, { row, clientId, now });
  const id =
    tested === undefined && row.message_id !== null
      ? row.message_id
      : toId([
          ...[endpoint_id, kind, subject, queued_at, changes],
          // A test with a component is a new message if the component has changed since.
          ...(tested === undefined ? [endpointAttempts] : ['component', tested.version]),
        ]);
  await mark(db, [row], id);
  const contents = tested === undefined ? [] : [tested];
  const body = kind === 'sync' ? toSync(id, subject) : toEvent(id, contents);
  return {
    id,
    kind,
    body,
    components: contents.length,
    subjects: [subject],
    queuedAt: queued_at,
    attempt: attempts + 1,
  };
};

/**
 * Composes the next message for an endpoint from its outbox, within the transaction that leases the endpoint. Returns
 * undefined if nothing is due, or only rows that another transaction is changing. A retried message is composed as
 * before. If some of its rows have changed since, the remaining ones are sent under a new id.
 */
export async function composeMessage(
  db: Db,
  request: ComposeRequest,
  { linkedApps, longestRetry }: ComposeDeps,
): Promise<Message | undefined> {
  const { endpointId, clientId, now } = request;
  for (;;) {
    const rows = await pick(db, { endpointId, now }, longestRetry);
    if (rows.length === 0) return undefined;
    if (rows[0]!.kind !== 'component') return composeSingle(db, rows[0]!, request);
    const message = await composeEvent(db, { rows, clientId, linkedApps, now });
    if (message !== undefined) return message;
  }
}
