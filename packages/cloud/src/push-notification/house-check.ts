import { alertsOf, followAlerts, type LastingAlerts, toAlertMessage } from '@plenum/insight/alert';
import { dueAt, enqueue, type PushNotification, type PushQueue } from '@plenum/outbound/push';
import type { AlertChoices, AlertReader } from '@plenum/protocol/alert';
import { nothingInstalled } from '@plenum/protocol/component';
import type { Db, Store } from '../kernel/database/store.ts';
import { claimDue } from './claim-due.ts';
import { readDatagrams, readHouses, type SeenHouse } from './read-houses.ts';

/** The alerts of the houses of a subscription, by system id, and what the house was when they were derived. */
export type LastingByHouse = Readonly<
  Record<string, Pick<SeenHouse, 'version' | 'isReached'> & { readonly alerts: LastingAlerts }>
>;

/** What a browser chose and how it reads. */
export interface Chosen {
  /** What counts for a house: its own, or that of all. */
  readonly choicesOf: (systemId: string) => AlertChoices;
  readonly reader: AlertReader;
}

/** The choices of single houses, by system id. Stored in JSON. */
export type ChoicesByHouse = Readonly<Record<string, AlertChoices>>;

interface ChosenRow {
  readonly choices: string;
  readonly house_choices: string | null;
  readonly reader: string;
}

/** The choices of single houses that a subscription stores, each by its system id. */
export const readHouseChoices = ({
  house_choices,
}: Pick<ChosenRow, 'house_choices'>): readonly (readonly [systemId: string, AlertChoices])[] =>
  Object.entries(JSON.parse(house_choices ?? '{}') as ChoicesByHouse);

/** What a row of a subscription says of its choices. */
const toChosen = (row: ChosenRow): Chosen => {
  const all = JSON.parse(row.choices) as AlertChoices;
  const byHouse = new Map(readHouseChoices(row));
  return { choicesOf: (systemId) => byHouse.get(systemId) ?? all, reader: JSON.parse(row.reader) };
};

/** Whether a house has to be checked: it changed, or something lasts that is not due yet. */
const needsCheck = (house: SeenHouse, before: LastingByHouse[string] | undefined): boolean =>
  before === undefined ||
  before.version !== house.version ||
  before.isReached !== house.isReached ||
  Object.values(before.alerts).some(({ isNotified }) => !isNotified);

interface HouseCheckDeps {
  readonly store: Store;
  readonly now: () => number;
  /** How long until the next check, ms. */
  readonly each: number;
}

/** Subscriptions that are checked before others have their turn. */
const batch = 32;

/**
 * Looks at the houses of one subscription, and puts what begins into its queue in the same transaction that stores what lasts: the
 * owner is notified once, whichever node checks.
 */
const checkHousesOf = async ({ store, now }: HouseCheckDeps, id: string): Promise<void> => {
  const row = await store.db
    .selectFrom('push_subscription')
    .select(['account_id', 'choices', 'house_choices', 'lasting'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return;
  const houses = await readHouses(store.db, { accountId: row.account_id, now: now() });
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
    // Chosen anew meanwhile: the next check is soon.
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

/** Checks the houses of every subscription that is due. */
export const createHouseCheck = (deps: HouseCheckDeps): (() => Promise<void>) => {
  const { store, now, each } = deps;
  const due = (db: Db) =>
    db
      .selectFrom('push_subscription')
      .select('id')
      .where('look_at', '<=', now())
      .orderBy('look_at')
      .limit(batch);
  return async () => {
    for (;;) {
      const rows = await claimDue(store, due, () => ({ look_at: now() + each }));
      for (const { id } of rows) await checkHousesOf(deps, id);
      if (rows.length < batch) return;
    }
  };
};
