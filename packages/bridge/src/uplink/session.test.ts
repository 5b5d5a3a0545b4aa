import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { silent } from '@plenum/platform/quiet-log';
import { catalogue } from '@plenum/protocol/command';
import type { ComponentRef } from '@plenum/protocol/component';
import { toCommandExample } from '@plenum/protocol/derive';
import { refuse } from '@plenum/protocol/refusal';
import { type BridgeFrame, maxControls } from '@plenum/protocol/uplink';
import { defaultPace } from './keep-connected.ts';
import { openAcknowledged, openSession, session } from './session.fixture.ts';

const namesOf = (frame: BridgeFrame | undefined) => {
  assert.ok(frame?.type === 'change' || frame?.type === 'snapshot');
  return frame.components.map(({ kind, index }) => `${kind} ${index}`);
};

test('sends as the first frame a snapshot of all components that the cloud stores', () => {
  using connection = openSession();
  const [snapshot, ...more] = connection.sent();
  assert.ok(snapshot?.type === 'snapshot');
  assert.equal(snapshot.n, 1);
  assert.equal(snapshot.session, session);
  assert.equal(snapshot.identity.uid, '123456789');
  const zones = namesOf(snapshot).filter((name) => name.startsWith('zone'));
  assert.deepEqual(zones, ['zone 0', 'zone 1', 'zone 2']);
  assert.ok(!namesOf(snapshot).includes('faults 0'));
  assert.deepEqual(more, []);
});

test('holds back changes while one is not acknowledged, keeping the latest of each component', async () => {
  using connection = openSession();
  connection.sent();
  await connection.device.command({ name: 'SysOn', body: 1 });
  assert.deepEqual(connection.sent(), []);
  connection.receive({ type: 'ack', n: 1 });
  const [first] = connection.sent();
  assert.deepEqual(namesOf(first), ['unit 0']);

  await connection.device.command({ name: 'SysMode', body: 2 });
  await connection.device.command({ name: 'ZoneName', body: { Index: 1, Name: 'Den' } });
  await connection.device.command({ name: 'SysMode', body: 4 });
  assert.deepEqual(connection.sent(), []);
  connection.receive({ type: 'ack', n: 2 });
  const [second, ...more] = connection.sent();
  assert.ok(second?.type === 'change' && second.n === 3);
  assert.deepEqual(namesOf(second), ['unit 0', 'zone 1']);
  assert.equal(second.components[0]!.datagram.SysMode, 4);
  assert.deepEqual(more, []);
});

test('sends a requested snapshot of all components, including waiting changes', async () => {
  using connection = openSession();
  connection.receive({ type: 'ack', n: 1 });
  const all = namesOf(connection.sent()[0]);
  await connection.device.command({ name: 'SysOn', body: 1 });
  await connection.device.command({ name: 'SysMode', body: 4 });
  connection.sent();
  connection.receive({ type: 'resend' });
  connection.receive({ type: 'resend' });
  assert.deepEqual(connection.sent(), [], 'waits for the acknowledgement of the previous change');
  connection.receive({ type: 'ack', n: 2 });
  const [again, ...more] = connection.sent();
  assert.ok(again?.type === 'snapshot');
  assert.deepEqual([again.n, again.session], [3, session]);
  assert.deepEqual(namesOf(again), all);
  assert.equal(again.components.find(({ kind }) => kind === 'unit')!.datagram.SysMode, 4);
  assert.deepEqual(more, [], 'the change that was waiting is not sent again');
  connection.receive({ type: 'ack', n: 3 });
  await connection.device.command({ name: 'SysOn', body: 0 });
  assert.deepEqual(namesOf(connection.sent()[0]), ['unit 0']);
});

test('sends the trace of a change to the cloud, even if it waited and changed again', async () => {
  const trace = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  let current: string | undefined = trace;
  const traceOf = ({ kind, index }: ComponentRef) => (kind === 'zone' && index === 1 ? current : undefined);
  const tracesOf = (frame: BridgeFrame | undefined) => {
    assert.ok(frame?.type === 'change');
    return frame.components.map(({ kind, index, trace }) => [`${kind} ${index}`, trace]);
  };
  const name = (Name: string) => ({ name: 'ZoneName', body: { Index: 1, Name } }) as const;
  using connection = openAcknowledged({ traceOf });
  await connection.device.command({ name: 'SysOn', body: 1 });
  assert.deepEqual(tracesOf(connection.sent()[0]), [['unit 0', undefined]]);
  await connection.device.command(name('Den'));
  current = undefined;
  await connection.device.command(name('Study'));
  connection.receive({ type: 'ack', n: 2 });
  assert.deepEqual(tracesOf(connection.sent()[0]), [['zone 1', trace]]);
  await connection.device.command(name('Attic'));
  connection.receive({ type: 'ack', n: 3 });
  assert.deepEqual(tracesOf(connection.sent()[0]), [['zone 1', undefined]]);
});

test('performs a control, and sends its result after the change it caused', async () => {
  using connection = openAcknowledged();
  await connection.control(1, { ZoneSetpoint: { Index: 1, Setpoint: 2350 } });
  const [change, result] = connection.sent();
  assert.deepEqual(namesOf(change), ['zone 1']);
  assert.deepEqual(result, { type: 'result', n: 3, id: `${session}.1` });

  await connection.control(2, { ZoneSetpoint: { Index: 1, Setpoint: 2400 } });
  assert.deepEqual(connection.sent(), [], 'waits for the acknowledgement of the first change');
  connection.receive({ type: 'ack', n: 2 });
  const [second, answer] = connection.sent();
  assert.deepEqual([second?.n, second?.type, answer?.n, answer?.type], [4, 'change', 5, 'result']);
});

test('performs a control once, even if it arrives repeatedly or out of order', async () => {
  using connection = openAcknowledged();
  await connection.control(2, { SysOn: 1 });
  await connection.control(2, { SysOn: 1 });
  await connection.control(1, { SysOn: 0 });
  await connection.control(3, { SysOn: 0 }, { of: 'BBECAwQFBgcICQoLDA0ODw' });
  assert.equal(connection.journal(), 1);
  assert.equal(connection.device.datagrams().unit[0]!.SysOn, 1);
  assert.equal(connection.sent().filter(({ type }) => type === 'result').length, 1);
});

test('leaves out a component that is too long for a cloud, and logs that once', () => {
  const warnings: unknown[] = [];
  using connection = openAcknowledged({
    changed: (device) => ({
      datagrams: () => {
        const datagrams = device.datagrams();
        const [first, ...others] = datagrams.zone;
        return { ...datagrams, zone: [{ ...first!, Name: 'x'.repeat(9_000) }, ...others] };
      },
    }),
    log: { ...silent, warn: (facts: object) => void warnings.push(facts) },
  });
  const { own, sent, receive } = connection;
  own.resend();
  const [snapshot] = sent();
  assert.ok(!namesOf(snapshot).includes('zone 0') && namesOf(snapshot).includes('zone 1'));
  receive({ type: 'ack', n: 2 });
  own.resend();
  assert.equal(sent().length, 1);
  assert.deepEqual(warnings, [{ kind: 'zone', index: 0 }]);
});

test('reports a control that was cancelled in time as dropped, and any other refusal not', async () => {
  // As a real bridge that does not answer yet.
  using connection = openAcknowledged({
    changed: () => ({
      commandFor: async ({ signal }) => {
        const waiting = signal!();
        await once(waiting, 'abort');
        return refuse('not-wanted');
      },
    }),
  });
  const { control, receive, sent } = connection;
  await control(1, { SysOn: 1 });
  await control(2, { SysOn: 1 });
  assert.deepEqual(sent(), []);
  receive({ type: 'cancel', id: `${session}.1` });
  await turn();
  const results = sent();
  assert.deepEqual(
    results.map((frame) => frame.type === 'result' && [frame.id, frame.refusal !== undefined, frame.dropped]),
    [[`${session}.1`, true, true]],
  );
  await control(3, { SysOn: 7 });
  await turn();
  const refused = sent().find((frame) => frame.type === 'result' && frame.id === `${session}.3`);
  assert.ok(refused?.type === 'result' && refused.refusal !== undefined && !('dropped' in refused));
});

test('performs a control within its deadline, and refuses a late one', async () => {
  using connection = openAcknowledged();
  connection.pass(10_000);
  await connection.control(1, { SysOn: 1 });
  assert.equal(connection.journal(), 1);
  connection.sent();
  connection.pass(1);
  await connection.control(2, { SysOn: 0 });
  assert.equal(connection.journal(), 1);
  assert.deepEqual(connection.sent(), [
    {
      type: 'result',
      n: 4,
      id: `${session}.2`,
      refusal: {
        status: 503,
        detail: 'The command arrived after its deadline and was not carried out.',
        data: { code: 'too-late', path: [], facts: {} },
      },
    },
  ]);
});

test('treats a control as late if its deadline counts from an old or unsent frame', async () => {
  using connection = openSession();
  connection.own.tick();
  connection.pass(15_000);
  connection.own.tick();
  connection.receive({ type: 'ack', n: 2 });
  connection.sent();
  await connection.control(1, { SysOn: 1 }, { after: 1 });
  await connection.control(2, { SysOn: 1 }, { after: 9 });
  assert.equal(connection.journal(), 0);
  await connection.control(3, { SysOn: 1 }, { after: 2 });
  assert.equal(connection.journal(), 1);
});

test('reports a refused command as a sentence and as data, unless the data are too long', async () => {
  using connection = openAcknowledged();
  await connection.control(1, { ZoneSetpoint: { Index: 1, Setpoint: 2155 } });
  await connection.control(2, { RetEnable: 1 });
  await connection.control(3, { SysSetpoint: Array(2_000).fill(7) });
  const [offStep, localOnly, tooLong] = connection
    .sent()
    .map((frame) => (frame.type === 'result' ? frame.refusal : undefined));
  const path = ['ZoneSetpoint', 'Setpoint'];
  const facts = { step: 50, lower: 2150, upper: 2200, unit: '°C', scale: 100 };
  assert.deepEqual(offStep, {
    status: 400,
    detail: 'ZoneSetpoint.Setpoint: 21.55 °C is not a multiple of 0.5 °C. Use 21.50 or 22.00.',
    data: { code: 'off-step', path, input: 2155, facts },
  });
  assert.deepEqual(localOnly, {
    status: 403,
    detail: '"RetEnable" is accepted only on the local network.',
    data: { code: 'local-only', path: [], input: 'RetEnable', facts: {} },
  });
  assert.deepEqual([tooLong?.status, tooLong?.data], [400, undefined]);
});

test("refuses a cloud's commands that are allowed only on the local network", async () => {
  using connection = openAcknowledged();
  const local = [...catalogue.values()].filter(({ over }) => !over.includes('cloud'));
  assert.equal(local.length, 158);
  for (const [place, command] of local.entries()) {
    await connection.control(place + 1, toCommandExample(command), { after: place + 1 });
    connection.receive({ type: 'ack', n: place + 2 });
  }
  const statuses = connection.sent().map((frame) => frame.type === 'result' && frame.refusal?.status);
  assert.deepEqual(
    statuses,
    local.map(() => 403),
  );
  assert.equal(connection.journal(), 0);
});

test('moves a garage door for a cloud only if the owner allowed it, but always switches a lamp', async () => {
  using connection = openAcknowledged();
  const press = { LiOn: { No: 1, On: 1 } };
  await connection.control(1, { LiOn: { No: 0, On: 1 } });
  await connection.control(2, press);
  const [done, refused] = connection.sent().filter((frame) => frame.type === 'result');
  assert.equal(done?.type === 'result' && done.refusal, undefined);
  assert.deepEqual(refused?.type === 'result' && refused.refusal, {
    status: 403,
    detail: 'Over the cloud, only the owner and apps that the owner has authorised can move a garage door.',
    data: { code: 'garage-not-allowed', path: [], facts: {} },
  });
  assert.equal(connection.journal(), 1);
  for (const [no, garage] of [
    [3, false],
    [4, true],
  ] as const) {
    await connection.control(no, press, { by: { app: 'Keys', account: 'ann@example.com', garage } });
  }
  assert.equal(connection.journal(), 2);
  const at = connection.device.at();
  const events = connection.history.events.read({ from: at, to: at + 1 });
  assert.ok(events.length > 0 && !JSON.stringify(events).includes('garage'), JSON.stringify(events));
});

test('performs no controls on a read-only bridge', async () => {
  using connection = openAcknowledged({ readOnly: true });
  await connection.control(1, { SysOn: 1 });
  const [result] = connection.sent();
  assert.ok(result?.type === 'result');
  const data = { code: 'read-only', path: [], facts: {} };
  assert.deepEqual(result.refusal, { status: 403, detail: 'This bridge is read-only.', data });
});

test('performs simultaneous controls up to its limit and refuses one more', async () => {
  using connection = openAcknowledged();
  const controls = Array.from({ length: maxControls + 1 }, (_, place) =>
    connection.control(place + 1, { SysMode: 1 + (place % 5) }),
  );
  await Promise.all(controls);
  assert.equal(connection.journal(), maxControls);
});

test('pings on an idle connection, and ends a connection without acknowledgements', () => {
  using connection = openAcknowledged();
  connection.pass(14_999);
  connection.own.tick();
  assert.deepEqual(connection.sent(), []);
  connection.pass(1);
  connection.own.tick();
  assert.deepEqual(connection.sent(), [{ type: 'ping', n: 2 }]);
  connection.pass(40_000);
  connection.own.tick();
  assert.deepEqual(connection.ends, []);
  connection.pass(1);
  connection.own.tick();
  assert.deepEqual(connection.ends, ['the cloud does not answer']);
});

const breaches: Record<string, string> = {
  '{"type":"ack","n":2}': 'the cloud acknowledged a message that was never sent',
  '{"type":"ack"}': 'the cloud sent an invalid frame: The key n is missing.',
  '{"type":"close","reason":"replaced","detail":"The bridge has a newer connection."}':
    'the cloud closed the connection: The bridge has a newer connection.',
};
for (const [text, why] of Object.entries(breaches))
  test(`disconnects from a cloud that sends ${text}, and reads no more data from it`, () => {
    using connection = openSession();
    connection.own.receive(text);
    connection.own.receive('{"type":"ack"}');
    connection.receive({ type: 'ack', n: 1 });
    assert.deepEqual(connection.ends, [why]);
    assert.ok(!connection.own.isAcknowledged());
  });

test('disconnects once from a cloud that sends controls and acknowledges nothing', async () => {
  using connection = openSession();
  await connection.device.command({ name: 'SysOn', body: 1 });
  for (let no = 1; no <= 80; no++) await connection.control(no, { Nonsense: no });
  assert.deepEqual(connection.ends, [], 'allows twice the limit of simultaneous controls, plus a margin');
  for (let no = 81; no <= 200; no++) await connection.control(no, { Nonsense: no });
  assert.deepEqual(connection.ends, ['the cloud does not acknowledge messages']);
});

test('accepts acknowledgements that are repeated or out of order', async () => {
  using connection = openSession();
  connection.receive({ type: 'ack', n: 1 });
  await connection.device.command({ name: 'SysOn', body: 1 });
  connection.receive({ type: 'ack', n: 2 });
  connection.receive({ type: 'ack', n: 1 });
  connection.receive({ type: 'ack', n: 2 });
  await connection.device.command({ name: 'SysOn', body: 0 });
  assert.deepEqual(
    connection.sent().map(({ n, type }) => `${n} ${type}`),
    ['1 snapshot', '2 change', '3 change'],
  );
  assert.deepEqual(connection.ends, []);
});

test('sends no result of a control after the end of its connection', async () => {
  using connection = openAcknowledged();
  const control = connection.control(1, { SysOn: 1 });
  connection.own[Symbol.dispose]();
  await control;
  assert.equal(connection.journal(), 1);
  assert.deepEqual(connection.sent(), []);
});

test('detects a frozen cloud after 40 s if a frame is unacknowledged, otherwise within 60 s', async () => {
  const tickEvery = Math.min(defaultPace.pingInterval, defaultPace.idleTimeout) / 4;
  /** Returns the time after which the session ends a connection that no longer gets acknowledgements. */
  const noticedAfter = async (
    firstTick: number,
    act: (connection: ReturnType<typeof openSession>) => unknown,
  ): Promise<number> => {
    using connection = openSession();
    connection.receive({ type: 'ack', n: 1 });
    await act(connection);
    connection.pass(firstTick);
    for (let passed = firstTick; ; passed += tickEvery) {
      connection.own.tick();
      if (connection.ends.length > 0) return passed;
      connection.pass(tickEvery);
    }
  };
  for (const firstTick of [1, tickEvery / 2, tickEvery]) {
    const busy = await noticedAfter(firstTick, (connection) =>
      connection.device.command({ name: 'SysOn', body: 1 }),
    );
    assert.ok(busy > 40_000 && busy <= 40_000 + tickEvery, `${busy}`);
    const idle = await noticedAfter(firstTick, () => {});
    assert.ok(idle > 55_000 && idle <= 60_000, `${idle}`);
  }
});

test('records the sender of a control in the history of the house', async () => {
  using connection = openSession();
  connection.receive({ type: 'ack', n: 1 });
  const by = { app: 'Thermo', account: 'ann@example.org' };
  await connection.control(1, { SysOn: 1 }, { by });
  await connection.control(2, { SysOn: 0 });
  const at = connection.device.at();
  const events = connection.history.events.read({ from: at, to: at + 1 });
  assert.deepEqual(
    events.map((event) => event.what === 'command' && event.by),
    [{ over: 'cloud', ...by }, { over: 'cloud' }],
  );
});
