import assert from 'node:assert/strict';
import { withStore } from '../../fixture/with-store.fixture.ts';
import { createWorld } from '../event-delivery.fixture.ts';
import { zone } from '../house.fixture.ts';
import { composeMessage } from './compose-message.ts';
import { createLinkedApps } from './linked-apps.ts';

withStore(
  'a message that is sent again keeps its rows, and newer messages do not overtake it',
  async (store) => {
    await using world = await createWorld(store);
    const { id } = await world.endpoint('https://hooks.example.org/');
    await world.endpoint('https://other.example.org/');
    // The worker leaves the rows to this test.
    await store.db.updateTable('endpoint').set({ rest_until: 8_640_000_000_000_000 }).execute();
    await store.db.deleteFrom('outbox').execute();
    await world.house.snapshot(zone(0, 2000), zone(1, 2000), zone(2, 2000));
    const now = world.clock.now();
    const setDue = (index: number, due: number) =>
      store.db
        .updateTable('outbox')
        .set({ due_at: now + due })
        .where('endpoint_id', '=', id)
        .where('subject', 'like', `%zone_${index}`)
        .execute();
    const linkedApps = createLinkedApps(world.clock.now);
    const compose = async () => {
      const request = { endpointId: id, clientId: 'app', attempts: 0, now };
      const message = await store.transaction('full', ({ db }) =>
        composeMessage(db, request, { linkedApps, longestRetry: 60_000 }),
      );
      return { id: message!.id, zones: message!.subjects.map((subject) => subject.at(-1)) };
    };
    await store.db.deleteFrom('outbox').where('kind', '!=', 'component').execute();
    await setDue(2, 1);
    const first = await compose();
    assert.deepEqual(first.zones, ['0', '1']);
    await setDue(0, -10);
    await setDue(1, 5);
    await setDue(2, -5);
    assert.deepEqual(await compose(), first);
    await setDue(0, 5);
    const second = await compose();
    assert.deepEqual(second.zones, ['2'], 'a retry that is not due does not delay other messages');
    assert.notEqual(second.id, first.id);
  },
);

// SQLite has one writer at a time, so there are no row locks to wait for.
withStore('leaves out rows that another transaction is changing, without waiting for it', async (store) => {
  if (store.isExclusive) return;
  await using world = await createWorld(store);
  const { id } = await world.endpoint('https://hooks.example.org/');
  await store.db.updateTable('endpoint').set({ rest_until: 8_640_000_000_000_000 }).execute();
  await world.house.snapshot(zone(0, 2000), zone(1, 2000));
  await store.db.deleteFrom('outbox').where('kind', '!=', 'component').execute();
  const request = { endpointId: id, clientId: 'app', attempts: 0, now: world.clock.now() };
  const deps = { linkedApps: createLinkedApps(world.clock.now), longestRetry: 60_000 };
  await store.db.transaction().execute(async (changing) => {
    await changing
      .selectFrom('outbox')
      .select('subject')
      .where('subject', 'like', '%zone_0')
      .forUpdate()
      .execute();
    const message = await store.transaction('full', ({ db }) => composeMessage(db, request, deps));
    assert.deepEqual(
      message!.subjects.map((subject) => subject.at(-1)),
      ['1'],
    );
  });
});
