import assert from 'node:assert/strict';
import { emptyPushQueue, subscriptionLimits } from '@plenum/outbound/push';
import { withStore } from '../fixture/with-store.fixture.ts';
import { insertAccount } from '../fleet/bridge/account.fixture.ts';
import { nextPushNotification } from './next-push-notification.ts';

withStore(
  'finds the next instant at which a push notification, an alert or a subscription is due',
  async (store) => {
    await insertAccount(store, 'ann');
    const seenAt = 1_000_000;
    const ending = seenAt + subscriptionLimits.unseen;
    const insert = (id: string, more: object) =>
      store.db
        .insertInto('push_subscription')
        .values({
          id,
          account_id: 'ann',
          session_hash: 's',
          endpoint_hash: id,
          target: '',
          choices: '{}',
          house_choices: null,
          reader: '{}',
          lasting: '{}',
          queue: JSON.stringify(emptyPushQueue),
          seen_at: seenAt,
          look_at: 10,
          send_at: null,
          lease_until: 0,
          ...more,
        })
        .execute();
    const next = (after: number) => nextPushNotification(store.db, after);
    assert.equal(await next(0), undefined);
    // A house without new alerts need not be checked.
    await insert('quiet', {});
    assert.equal(await next(0), ending);
    const alerts = { fault: { since: 5, isNotified: false } };
    const lasting = JSON.stringify({ '000000001': { version: 1, isReached: true, alerts } });
    await insert('lasting', { lasting, look_at: 30 });
    await insert('sending', { send_at: 40 });
    await insert('leased', { send_at: 35, lease_until: 50 });
    assert.deepEqual(
      [await next(0), await next(29), await next(30), await next(40), await next(50), await next(ending)],
      [30, 30, 40, 50, ending, undefined],
    );
  },
);
