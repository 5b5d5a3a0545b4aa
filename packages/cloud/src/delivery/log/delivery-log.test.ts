import assert from 'node:assert/strict';
import { withStore } from '../../fixture/with-store.fixture.ts';
import type { Store } from '../../kernel/database/store.ts';
import { insertEndpoint } from '../delivery-rows.fixture.ts';
import { home } from '../event-delivery.fixture.ts';
import { insertApp } from '../house.fixture.ts';
import type { LeasedMessage } from '../outbox/lease-due.ts';
import {
  type DeliveryAttempt,
  maxStoredPayload,
  readDeliveries,
  readDelivery,
  writeDelivery,
} from './delivery-log.ts';

type Given = Partial<Omit<DeliveryAttempt, 'leased'>> & {
  readonly number: number;
  readonly endpointId?: string;
  readonly message?: Partial<LeasedMessage['message']>;
};

const answered = { status: 204, latency: 12, answer: 'fine' } as DeliveryAttempt['sent'];
const unanswered = { problem: 'unreachable', detail: 'ECONNREFUSED', latency: 30 } as DeliveryAttempt['sent'];
const delivered = { verdict: 'delivered', retryAt: undefined, pausedUntil: 0 } as const;
const retried = { verdict: 'retry', retryAt: 9_000, pausedUntil: 0 } as const;

const open = async (store: Store) => {
  await insertApp(store, 'app');
  for (const id of ['one', 'two']) await insertEndpoint(store.db, { id, client_id: 'app' });
  const write = ({ number, endpointId = 'one', message, ...more }: Given, maxRows = 100) =>
    writeDelivery(
      store.db,
      {
        sent: answered,
        headers: { 'webhook-id': 'm' },
        result: delivered,
        at: number * 1_000,
        number,
        ...more,
        leased: {
          endpointId,
          message: {
            id: `message ${number}`,
            kind: 'component',
            body: '{}',
            components: 1,
            subjects: [`zone_${number}`],
            attempt: 1,
            ...message,
          },
        } as LeasedMessage,
      },
      maxRows,
    );
  const numbers = async (query: Omit<Parameters<typeof readDeliveries>[1], 'endpointId'> = {}) =>
    (await readDeliveries(store.db, { endpointId: 'one', ...query })).map(({ number }) => number);
  return { db: store.db, write, numbers };
};

withStore(
  "reads an attempt back as written, with the endpoint's response or the reason why there was none",
  async (store) => {
    const { db, write } = await open(store);
    await write({ number: 1 });
    await write({ number: 2, sent: unanswered, result: retried, message: { attempt: 3 } });
    const [second, first] = await readDeliveries(db, { endpointId: 'one' });
    const common = { kind: 'component', components: 1, bytes: 2, name: undefined };
    assert.deepEqual(first, {
      ...common,
      number: 1,
      at: 1_000,
      messageId: 'message 1',
      attempt: 1,
      verdict: 'delivered',
      status: 204,
      problem: undefined,
      detail: undefined,
      latency: 12,
      nextAt: undefined,
      answer: 'fine',
      subjects: ['zone_1'],
    });
    assert.deepEqual(second, {
      ...common,
      number: 2,
      at: 2_000,
      messageId: 'message 2',
      attempt: 3,
      verdict: 'retry',
      status: undefined,
      problem: 'unreachable',
      detail: 'ECONNREFUSED',
      latency: 30,
      nextAt: 9_000,
      answer: undefined,
      subjects: ['zone_2'],
    });
  },
);

withStore(
  'logs the range of a forbidden address, and at most 500 characters about other problems',
  async (store) => {
    const { db, write } = await open(store);
    await write({
      number: 1,
      sent: { problem: 'address-forbidden', detail: 'app.example.org is at 10.1.2.3 (private)', latency: 1 },
    } as Given);
    await write({ number: 2, sent: { problem: 'tls', detail: 'x'.repeat(600), latency: 1 } } as Given);
    const [second, first] = await readDeliveries(db, { endpointId: 'one' });
    assert.ok(!first!.detail!.includes('10.1.2.3'));
    assert.equal(second!.detail, 'x'.repeat(500));
  },
);

withStore('finds attempts by status, component, index, changed attribute and answer', async (store) => {
  const { write, numbers } = await open(store);
  const of = (...ids: string[]) => ({ subjects: ids.map((id) => `${home}_${id}`), components: ids.length });
  const failing = (status: number, answer: string) =>
    ({ status, latency: 5, answer }) as DeliveryAttempt['sent'];
  await write({ number: 1, message: of('hvac_zone_3', 'hvac_zone_1'), sent: failing(503, 'Too busy: 100%') });
  await write({ number: 2, message: { ...of('hvac_zone_13'), attributes: ['Temp', 'Rh'] } });
  await write({ number: 3, message: { ...of('hvac_systemsettings_3'), attributes: ['Setpoint'] } });
  await write({ number: 4, sent: unanswered, message: { kind: 'sync', subjects: ['ann_3'] } });
  await write({
    number: 5,
    sent: failing(404, 'no such zone'),
    message: { kind: 'test', ...of('hvac_zone_3') },
  });
  assert.deepEqual(await numbers({ status: { from: 500, to: 599 } }), [1]);
  assert.deepEqual(await numbers({ status: { from: 404, to: 404 } }), [5]);
  assert.deepEqual(await numbers({ component: 'zone' }), [5, 2, 1]);
  assert.deepEqual(await numbers({ component: 'zone', index: 3 }), [5, 1]);
  assert.deepEqual(await numbers({ component: 'unit' }), [3]);
  assert.deepEqual(await numbers({ index: 3 }), [5, 3, 1]);
  assert.deepEqual(await numbers({ attribute: 'temp' }), [2]);
  assert.deepEqual(await numbers({ attribute: 'Tem' }), []);
  assert.deepEqual(await numbers({ attribute: 'Te_p' }), [], 'a wildcard is text');
  assert.deepEqual(await numbers({ answer: 'BUSY: 100%' }), [1]);
  assert.deepEqual(await numbers({ answer: 'NO SUCH', component: 'zone', index: 3 }), [5]);
  const [second] = await readDeliveries(store.db, { endpointId: 'one', attribute: 'Rh' });
  assert.deepEqual(second!.attributes, ['Rh', 'Temp']);
});

withStore('finds attempts by result, kind, time and subjects, latest first', async (store) => {
  const { write, numbers } = await open(store);
  await write({ number: 1 });
  await write({ number: 2, sent: unanswered, result: retried });
  await write({ number: 3, message: { kind: 'sync', subjects: ['ann'] } });
  await write({ number: 4, message: { subjects: ['Zone%4'], id: 'ABC' } });
  await write({ number: 5, endpointId: 'two' });
  assert.deepEqual(await numbers(), [4, 3, 2, 1]);
  for (const [query, expected] of [
    [{ verdicts: ['retry'] }, [2]],
    [{ verdicts: ['retry', 'delivered'] }, [4, 3, 2, 1]],
    [{ isAnswered: true }, [4, 3, 1]],
    [{ isAnswered: false }, [2]],
    [{ kind: 'sync' }, [3]],
    [{ from: 2_000 }, [4, 3, 2]],
    [{ from: 2_001 }, [4, 3]],
    [{ to: 2_000 }, [2, 1]],
    [{ to: 1_999 }, [1]],
    [{ before: 3 }, [2, 1]],
    [{ most: 2 }, [4, 3]],
    [{ search: 'zone_' }, [2, 1]],
    [{ search: 'ZONE%' }, [4]],
    [{ search: 'abc' }, [4]],
    [{ search: 'message 1' }, [1]],
    [{ search: '\\' }, []],
    [{ isAnswered: true, from: 2_000, kind: 'component' }, [4]],
  ] as const)
    assert.deepEqual(await numbers(query), expected, JSON.stringify(query));
});

withStore('returns 50 attempts on a page of the log unless another number is requested', async (store) => {
  const { write, numbers } = await open(store);
  for (let number = 1; number <= 51; number++) await write({ number });
  assert.deepEqual([(await numbers()).length, (await numbers()).at(-1)], [50, 2]);
  assert.equal((await numbers({ most: 100 })).length, 51);
});

withStore('keeps the latest attempts of each endpoint in the log', async (store) => {
  const { db, write, numbers } = await open(store);
  await write({ number: 1, endpointId: 'two' });
  for (let number = 1; number <= 4; number++) await write({ number }, 3);
  assert.deepEqual(await numbers(), [4, 3, 2]);
  assert.equal((await readDeliveries(db, { endpointId: 'two' })).length, 1);
});

withStore('returns the content sent with one attempt, complete if it is short', async (store) => {
  const { db, write } = await open(store);
  const body = (length: number) => 'é'.repeat(length);
  await write({ number: 1, message: { body: body(maxStoredPayload) } });
  await write({ number: 2, message: { body: body(maxStoredPayload + 1) } });
  const read = async (number: number, endpointId = 'one') => readDelivery(db, { endpointId, number });
  const [whole, cut] = [(await read(1))!, (await read(2))!];
  assert.deepEqual(whole.headers, { 'webhook-id': 'm' });
  assert.deepEqual([whole.payload, whole.isPayloadWhole], [body(maxStoredPayload), true]);
  assert.deepEqual([cut.payload, cut.isPayloadWhole], [body(maxStoredPayload), false]);
  assert.equal(cut.bytes, 2 * (maxStoredPayload + 1));
  assert.equal(await read(3), undefined);
  assert.equal(await read(1, 'two'), undefined);
});

withStore(
  'returns an attempt together with the latest later attempt for the same message or the same subjects',
  async (store) => {
    const { db, write } = await open(store);
    const later = async (number: number) =>
      (await readDelivery(db, { endpointId: 'one', number }))!.later?.number;
    await write({ number: 1, result: retried, message: { id: 'm', subjects: ['a'] } });
    assert.equal(await later(1), undefined);
    await write({ number: 2, result: retried, message: { id: 'm', subjects: ['a', 'b'] } });
    assert.equal(await later(1), 2);
    await write({ number: 3, message: { id: 'n', subjects: ['a'] } });
    assert.equal(await later(1), 3);
    assert.equal(await later(2), undefined);
    await write({ number: 4, message: { id: 'o', subjects: ['a'], kind: 'test' } });
    await write({ number: 5, endpointId: 'two', message: { id: 'm', subjects: ['a'] } });
    assert.equal(await later(1), 3, 'excludes other kinds and other endpoints');
    assert.deepEqual((await readDelivery(db, { endpointId: 'one', number: 1 }))!.later, {
      number: 3,
      at: 3_000,
      verdict: 'delivered',
    });
  },
);

withStore(
  'if an attempt sent an Event about one component and its body is stored completely, returns the name of the component',
  async (store) => {
    const { db, write } = await open(store);
    const event = (...names: string[]) =>
      JSON.stringify({ requestBody: { devices: names.map((Name) => ({ datagram: { Name } })) } });
    await write({ number: 1, message: { body: event('Study') } });
    await write({ number: 2, message: { body: event('') } });
    await write({ number: 3, message: { body: event('Study', 'Den'), components: 2 } });
    await write({ number: 4, message: { body: event(), kind: 'sync', components: 0 } });
    await write({ number: 5, message: { body: event('x'.repeat(maxStoredPayload)) } });
    const deliveries = await readDeliveries(db, { endpointId: 'one' });
    assert.deepEqual(
      deliveries.map(({ number, name }) => [number, name]),
      [
        [5, undefined],
        [4, undefined],
        [3, undefined],
        [2, undefined],
        [1, 'Study'],
      ],
    );
  },
);
