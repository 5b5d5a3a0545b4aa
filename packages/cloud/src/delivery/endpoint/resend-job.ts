import { type Clock, machineOf } from '@plenum/platform';
import { cloudLimits, limits } from '@plenum/protocol/cloud';
import { refuseRequest } from '@plenum/protocol/console';
import type { Selectable } from 'kysely';
import type { Random } from '../../kernel/crypto/random.ts';
import type { Db, Store, Transaction } from '../../kernel/database/store.ts';
import type { Tables } from '../../kernel/schema/tables.ts';
import { readSubjects } from '../log/delivery-log.ts';
import type { OutboxItem } from '../outbox/outbox.ts';
import type { Refused, ResendJob, ResendJobs } from './endpoint.ts';
import { createWithEndpoint, findEndpointRow, noSuchEndpoint } from './endpoint-row.ts';
import { type ResendDeps, resendItems, toDistinctItems } from './resend.ts';

interface ResendJobsDeps extends ResendDeps {
  readonly store: Store;
  readonly random: Random;
  readonly clock: Clock;
  readonly wake: (endpointIds: readonly string[]) => void;
}

type Row = Selectable<Tables['resend_job']>;

/** Number of changes in one part, which is sent in one transaction. */
export const partSize = 500;
/** Pause between two parts of a job in ms, on all nodes together. */
const partPause = 1_000;
/** Maximum number of jobs that continue in one turn. */
const jobsAtOnce = 20;

const toJob = (row: Row): ResendJob => ({
  state: row.state,
  createdAt: row.created_at,
  ...(row.ended_at !== null && { endedAt: row.ended_at }),
  attempts: row.attempts,
  total: row.total,
  resent: row.resent,
});

const jobOf = (db: Db, endpointId: string) =>
  db.selectFrom('resend_job').selectAll().where('endpoint_id', '=', endpointId);

/** Ends a running job, and forgets what it has not sent. */
const end = async (
  db: Db,
  { endpointId, state, at }: { endpointId: string; state: Row['state']; at: number },
): Promise<void> => {
  await db.deleteFrom('resend_part').where('endpoint_id', '=', endpointId).execute();
  await db
    .updateTable('resend_job')
    .set({ state, ended_at: at })
    .where('endpoint_id', '=', endpointId)
    .execute();
};

/** Returns the refusal of another job for an endpoint or an account. Locks the account, so that two cannot both pass. */
const findObstacle = async (
  db: Db,
  { endpointId, accountId }: { endpointId: string; accountId: string },
): Promise<Refused | undefined> => {
  await db.selectFrom('account').select('id').where('id', '=', accountId).forNoKeyUpdate().execute();
  const running = await db
    .selectFrom('resend_job')
    .select('endpoint_id')
    .where('account_id', '=', accountId)
    .where('state', '=', 'running')
    .execute();
  if (running.some((one) => one.endpoint_id === endpointId)) return refuseRequest('resend-running');
  const { most } = limits.resendJobs;
  return running.length >= most ? refuseRequest('too-many-resend-jobs', { facts: { most } }) : undefined;
};

/** Stores a job with its parts in place of the one before it. */
const insertJob = async (db: Db, row: Row, items: readonly OutboxItem[]): Promise<void> => {
  await db.deleteFrom('resend_job').where('endpoint_id', '=', row.endpoint_id).execute();
  await db.insertInto('resend_job').values(row).execute();
  for (let place = 0; place * partSize < items.length; place++) {
    const part = items.slice(place * partSize, (place + 1) * partSize);
    await db
      .insertInto('resend_part')
      .values({ endpoint_id: row.endpoint_id, place, items: JSON.stringify(part) })
      .execute();
  }
};

export function createResendJobs(deps: ResendJobsDeps): ResendJobs {
  const { store, random, now } = deps;
  const withEndpoint = createWithEndpoint(store);
  return {
    startResend: (ref, { accountId, filter }) =>
      store.transaction('full', async ({ db }) => {
        const { endpointId } = ref;
        // The account is locked before the endpoint, as when an owner links an app.
        const obstacle = await findObstacle(db, { endpointId, accountId });
        const endpoint = await findEndpointRow(db, ref);
        if (endpoint === undefined) return noSuchEndpoint(ref);
        if (obstacle !== undefined) return obstacle;
        if (endpoint.disabled_at !== null)
          return refuseRequest('endpoint-disabled', { path: ['endpointId'], input: endpointId });
        const most = cloudLimits.deliveryLog.rows;
        const deliveries = await readSubjects(db, { ...filter, endpointId, most });
        const items = toDistinctItems(deliveries);
        const [createdAt, isEmpty] = [now(), items.length === 0];
        const row: Row = {
          endpoint_id: endpointId,
          id: random.uuid(),
          account_id: accountId,
          state: isEmpty ? 'done' : 'running',
          created_at: createdAt,
          ended_at: isEmpty ? createdAt : null,
          stepped_at: 0,
          attempts: deliveries.length,
          total: items.length,
          resent: 0,
        };
        await insertJob(db, row, items);
        return toJob(row);
      }),
    findResend: async (ref) => {
      if ((await findEndpointRow(store.db, ref)) === undefined) return noSuchEndpoint(ref);
      const row = await jobOf(store.db, ref.endpointId).executeTakeFirst();
      return row === undefined ? {} : { job: toJob(row) };
    },
    cancelResend: (ref) =>
      withEndpoint(ref, async ({ db }, { id }) => {
        const row = await jobOf(db, id).where('state', '=', 'running').executeTakeFirst();
        if (row === undefined) return refuseRequest('no-resend-running');
        const at = now();
        await end(db, { endpointId: id, state: 'cancelled', at });
        return toJob({ ...row, state: 'cancelled', ended_at: at });
      }),
  };
}

/** Sends the next part of a job, within a transaction. Resolves to true if something was sent. */
const sendPart = async (tx: Transaction, endpointId: string, deps: ResendJobsDeps): Promise<boolean> => {
  const { db } = tx;
  const at = machineOf(deps.clock).now();
  const endpoint = await db
    .selectFrom('endpoint')
    .select('disabled_at')
    .where('id', '=', endpointId)
    .forUpdate()
    .executeTakeFirst();
  // Read after the endpoint was locked: another node may have sent the part, and the developer may have cancelled.
  const job = await jobOf(db, endpointId).where('state', '=', 'running').executeTakeFirst();
  if (endpoint === undefined || job === undefined || !isDue(job, at)) return false;
  if (endpoint.disabled_at !== null) {
    await end(db, { endpointId, state: 'stopped', at: deps.now() });
    return false;
  }
  const [part] = await db
    .selectFrom('resend_part')
    .selectAll()
    .where('endpoint_id', '=', endpointId)
    .orderBy('place')
    .limit(1)
    .execute();
  const items: readonly OutboxItem[] = part === undefined ? [] : JSON.parse(part.items);
  await resendItems(tx, { endpointId, items }, deps);
  const resent = job.resent + items.length;
  await db
    .deleteFrom('resend_part')
    .where('endpoint_id', '=', endpointId)
    .where('place', '=', part?.place ?? 0)
    .execute();
  await db
    .updateTable('resend_job')
    .set({ resent, stepped_at: at })
    .where('endpoint_id', '=', endpointId)
    .execute();
  if (resent >= job.total) await end(db, { endpointId, state: 'done', at: deps.now() });
  return true;
};

/** True if a job may send its next part; also if the clock of the machine went back. */
const isDue = ({ stepped_at }: Pick<Row, 'stepped_at'>, at: number): boolean =>
  stepped_at <= at - partPause || stepped_at > at;

/** Sends the next part of each running job. Any number of nodes may call it at the same time. */
export async function continueResends(deps: ResendJobsDeps): Promise<void> {
  const { store, wake } = deps;
  const jobs = await store.db
    .selectFrom('resend_job')
    .select('endpoint_id')
    .where('state', '=', 'running')
    .orderBy('stepped_at')
    .limit(jobsAtOnce)
    .execute();
  for (const { endpoint_id: id } of jobs)
    await store.transaction('full', async (tx) => {
      if (await sendPart(tx, id, deps)) tx.afterCommit(() => wake([id]));
    });
}
