import { alertsOf, followAlerts, type LastingAlerts, toAlertMessage } from '@plenum/insight/alert';
import { dueAt, enqueue, type PushNotification, type PushQueue } from '@plenum/outbound/push';
import { type Clock, machineOf } from '@plenum/platform';
import type { AlertChoices, AlertReader } from '@plenum/protocol/alert';
import { nothingInstalled } from '@plenum/protocol/component';
import { hasPassed } from '../kernel/database/has-passed.ts';
import type { Db, Store } from '../kernel/database/store.ts';
import { claimDue } from './claim-due.ts';
import { readDatagrams, readHouses, type SeenHouse } from './read-houses.ts';

/** The alerts of a subscription's houses, by system id, and the state of the house from which they were derived. */
export type LastingByHouse = Readonly<
  Record<string, Pick<SeenHouse, 'version' | 'isReached'> & { readonly alerts: LastingAlerts }>
>;

/** The alert choices of a browser, and its preferences for text. */
export interface Chosen {
  /** Returns the choices that apply to a house: its own, or those for all houses. */
  readonly choicesOf: (systemId: string) => AlertChoices;
  readonly reader: AlertReader;
}

/** Choices for single houses, by system id. Stored as JSON. */
export type ChoicesByHouse = Readonly<Record<string, AlertChoices>>;

interface ChosenRow {
  readonly choices: string;
  readonly house_choices: string | null;
  readonly reader: string;
}

/** Returns the choices for single houses stored in a subscription, by system id. */
export const readHouseChoices = ({
  house_choices,
}: Pick<ChosenRow, 'house_choices'>): readonly (readonly [systemId: string, AlertChoices])[] =>
  Object.entries(JSON.parse(house_choices ?? '{}') as ChoicesByHouse);

/** Returns the choices stored in the row of a subscription. */
const toChosen = (row: ChosenRow): Chosen => {
  const all = JSON.parse(row.choices) as AlertChoices;
  const byHouse = new Map(readHouseChoices(row));
  return { choicesOf: (systemId) => byHouse.get(systemId) ?? all, reader: JSON.parse(row.reader) };
};

/**
 * True if a house has to be checked because it changed, or because the owner was not notified of one of its alerts yet.
 */
const needsCheck = (house: SeenHouse, before: LastingByHouse[string] | undefined): boolean =>
  before === undefined ||
  before.version !== house.version ||
  before.isReached !== house.isReached ||
  Object.values(before.alerts).some(({ isNotified }) => !isNotified);

interface HouseCheckDeps {
  readonly store: Store;
  readonly clock: Clock;
  /** Interval between checks, ms. */
  readonly each: number;
}

/** Number of subscriptions that are checked before other work gets a turn. */
const batch = 32;

/**
 * Checks the houses of one subscription. Queues new alerts in the same transaction that stores the lasting alerts, so
 * that the owner gets one push notification even if several nodes check.
 */
const checkHousesOf = async ({ store, clock }: HouseCheckDeps, id: string): Promise<void> => {
  const { now } = clock;
  const row = await store.db
    .selectFrom('push_subscription')
    .select(['account_id', 'choices', 'house_choices', 'lasting'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return;
  const houses = await readHouses(
    store.db,
    { accountId: row.account_id, now: now() },
    machineOf(clock).now(),
  );
  const known = JSON.parse(row.lasting) as LastingByHouse;
  const isChanged =
    houses.some((house) => needsCheck(house, known[house.systemId])) ||
    Object.keys(known).length !== houses.length;
  if (!isChanged) return;
  const datagrams = new Map(
    await Promise.all(
      houses
        .filter((house) => house.isReached && needsCheck(house, known[house.systemId]))
        .map(async ({ systemId }) => [systemId, await readDatagrams(store.db, systemId)] as const),
    ),
  );
  await store.transaction('relaxed', async ({ db }) => {
    const current = await db
      .selectFrom('push_subscription')
      .select(['choices', 'house_choices', 'reader', 'lasting', 'queue'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    // The choices have changed in the meantime, and the next check follows soon.
    const isSame = (['choices', 'house_choices', 'lasting'] as const).every(
      (column) => current?.[column] === row[column],
    );
    if (current === undefined || !isSame) return;
    const chosen = toChosen(current);
    const at = now();
    const notifications: PushNotification[] = [];
    const lasting = houses.map((house) => {
      const { systemId, version, isReached } = house;
      const before = known[systemId];
      if (!needsCheck(house, before)) return [systemId, before!] as const;
      const seen = { datagrams: datagrams.get(systemId) ?? nothingInstalled, isReached };
      const followed = followAlerts(before?.alerts ?? {}, alertsOf(seen, chosen.choicesOf(systemId)), {
        now: at,
        isReached,
      });
      for (const alert of followed.begun)
        notifications.push({
          key: `${systemId} ${alert.key}`,
          message: toAlertMessage({ house: house.name, systemId, at, reader: chosen.reader }, alert),
        });
      return [systemId, { version, isReached, alerts: followed.lasting }] as const;
    });
    const queue = enqueue(JSON.parse(current.queue) as PushQueue, notifications, at);
    await db
      .updateTable('push_subscription')
      .set({
        lasting: JSON.stringify(Object.fromEntries(lasting)),
        queue: JSON.stringify(queue),
        send_at: dueAt(queue, at) ?? null,
      })
      .where('id', '=', id)
      .execute();
  });
};

/** Creates a function that checks the houses of every due subscription. */
export function createHouseCheck(deps: HouseCheckDeps): () => Promise<void> {
  const { store, clock, each } = deps;
  const { now } = clock;
  const due = (db: Db) =>
    db
      .selectFrom('push_subscription')
      .select('id')
      .where(hasPassed('look_at', now(), each))
      .orderBy('look_at')
      .limit(batch);
  return async () => {
    for (;;) {
      const rows = await claimDue(store, due, () => ({ look_at: now() + each }));
      for (const { id } of rows) await checkHousesOf(deps, id);
      if (rows.length < batch) return;
    }
  };
}
