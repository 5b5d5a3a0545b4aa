import assert from 'node:assert/strict';
import { startReceiver } from '@plenum/testbed/receiver';
import { withStore } from '../../fixture/with-store.fixture.ts';
import { createWorld } from '../event-delivery.fixture.ts';
import { maxAttributeList, toAttributeList } from './attribute-list.ts';

const of = (index: number, datagram: object) => ({
  kind: 'zone' as const,
  index,
  datagram: { Index: index, ...datagram },
});

withStore('logs which attributes changed since the last message, each once', async (store) => {
  await using receiver = await startReceiver();
  await using world = await createWorld(store);
  const { house, events } = world;
  await house.snapshot(of(0, { Temp: 2000, Rh: 40, Name: 'Study' }), of(1, { Temp: 2000 }));
  const { id } = await world.endpoint(receiver.url);
  const logged = async () => {
    const listed = await events.endpoints.listDeliveries({ clientId: 'app', endpointId: id });
    assert.ok('deliveries' in listed);
    return listed.deliveries.map(({ attributes }) => attributes);
  };
  await house.change(of(0, { Temp: 2100, Rh: 40, Name: 'Study' }));
  await world.quiet();
  assert.deepEqual(await logged(), [['Temp']]);

  // Several changes wait for one message; a member that disappears or appears has changed too.
  receiver.react = () => ({ status: 503 });
  await house.change(of(0, { Temp: 2200, Rh: 40, Name: 'Study' }));
  await world.quiet();
  await house.change(of(0, { Temp: 2200, Rh: 41, Name: 'Study' }));
  await house.change(of(0, { Temp: 2300, Rh: 41 }), of(1, { Temp: 2000, BattVolt: 2 }));
  receiver.react = () => ({ status: 204 });
  await world.pass(60_000);
  const [latest, failed] = await logged();
  assert.deepEqual([latest, failed], [['BattVolt', 'Name', 'Rh', 'Temp'], ['Temp']]);

  // A resend sends the current state, which no change caused.
  await events.endpoints.resendAll({ clientId: 'app', endpointId: id }, {});
  await world.quiet();
  assert.equal((await logged())[0], undefined);
});

withStore('keeps a row short whatever names a bridge sends', async (store) => {
  await using receiver = await startReceiver();
  await using world = await createWorld(store);
  const { house } = world;
  await house.snapshot(of(0, {}));
  await world.endpoint(receiver.url);
  receiver.react = () => ({ status: 503 });
  const names = (from: number) =>
    Object.fromEntries(Array.from({ length: 60 }, (_, place) => [`Name_${from + place}`.padEnd(64, 'x'), 1]));
  await house.change(of(0, { 'a,b': 1, 'c\u0000': 1, [`d${'d'.repeat(64)}`]: 1, Own: 1 }));
  const list = async () =>
    (await store.db.selectFrom('outbox').select('attributes').executeTakeFirstOrThrow()).attributes!;
  assert.equal(await list(), ',Own,');
  for (let round = 0; round < 6; round++) await house.change(of(0, names(round * 60)));
  const length = (await list()).length;
  assert.ok(length > maxAttributeList && length <= 2 * maxAttributeList, `${length}`);
  assert.equal(toAttributeList(Object.keys(names(0)))!.length, 60 * 65 + 1);
  const longest = toAttributeList(Object.keys({ ...names(0), ...names(60) }))!;
  assert.ok(longest.length <= maxAttributeList && longest.endsWith(','));
});
