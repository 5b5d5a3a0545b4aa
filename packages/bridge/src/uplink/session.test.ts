import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createFakeClock } from '@plenum/machine/fake-clock';
import { catalogue } from '@plenum/protocol/command';
import { toCommandExample } from '@plenum/protocol/derive';
import { type BridgeFrame, type CloudFrame, maxControls, readBridgeFrame } from '@plenum/protocol/uplink';
import { createDataFolder } from '../fixture/data-folder.fixture.ts';
import { openSmallDevice } from '../fixture/open-small-device.fixture.ts';
import { startSession } from './session.ts';
import { defaultPace } from './uplink.ts';

const session = 'AAECAwQFBgcICQoLDA0ODw';

/** A session of the small house whose other end is the test. */
const openSession = ({ readOnly = false } = {}) => {
  const folder = createDataFolder();
  const clock = createFakeClock();
  const { device, close, db } = openSmallDevice(folder.path, clock);
  const frames: BridgeFrame[] = [];
  const ends: string[] = [];
  let now = 0;
  const own = startSession({
    device,
    session,
    readOnly,
    elapsed: () => now,
    pace: { pingInterval: 15_000, idleTimeout: 40_000 },
    send: (text) => {
      const read = readBridgeFrame(text);
      assert.ok(read.ok, text);
      frames.push(read.value);
    },
    end: (why) => void ends.push(why),
  });
  return {
    device,
    clock,
    ends,
    own,
    /** The frames sent since the last look. */
    sent: () => frames.splice(0),
    hear: (frame: CloudFrame) => own.receive(JSON.stringify(frame)),
    control: async (no: number, command: object, { after = 1, within = 10_000, of = session } = {}) => {
      own.receive(JSON.stringify({ type: 'control', id: `${of}.${no}`, after, within, command }));
      await turn();
      await turn();
    },
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
    journal: () => (db.prepare('SELECT count(*) AS n FROM journal').get() as { n: number }).n,
    [Symbol.dispose]: () => {
      own[Symbol.dispose]();
      close();
      folder[Symbol.dispose]();
    },
  };
};

const namesOf = (frame: BridgeFrame | undefined) => {
  assert.ok(frame?.type === 'change' || frame?.type === 'snapshot');
  return frame.components.map(({ kind, index }) => `${kind} ${index}`);
};

test('the first frame is a snapshot of everything the cloud has a component for', () => {
  using line = openSession();
  const [snapshot, ...more] = line.sent();
  assert.ok(snapshot?.type === 'snapshot');
  assert.equal(snapshot.n, 1);
  assert.equal(snapshot.session, session);
  assert.equal(snapshot.identity.uid, '123456789');
  const zones = namesOf(snapshot).filter((name) => name.startsWith('zone'));
  assert.deepEqual(zones, ['zone 0', 'zone 1', 'zone 2']);
  assert.ok(!namesOf(snapshot).includes('faults 0'));
  assert.deepEqual(more, []);
});

test('while a change is on its way further ones wait, the newest of each component', async () => {
  using line = openSession();
  line.sent();
  await line.device.command({ name: 'SysOn', body: 1 });
  assert.deepEqual(line.sent(), []);
  line.hear({ type: 'ack', n: 1 });
  const [first] = line.sent();
  assert.deepEqual(namesOf(first), ['unit 0']);

  await line.device.command({ name: 'SysMode', body: 2 });
  await line.device.command({ name: 'ZoneName', body: { Index: 1, Name: 'Den' } });
  await line.device.command({ name: 'SysMode', body: 4 });
  assert.deepEqual(line.sent(), []);
  line.hear({ type: 'ack', n: 2 });
  const [second, ...more] = line.sent();
  assert.ok(second?.type === 'change' && second.n === 3);
  assert.deepEqual(namesOf(second), ['unit 0', 'zone 1']);
  assert.equal(second.components[0]!.datagram.SysMode, 4);
  assert.deepEqual(more, []);
});

test('a control is done, and its result comes after the change it made', async () => {
  using line = openSession();
  line.hear({ type: 'ack', n: 1 });
  line.sent();
  await line.control(1, { ZoneSetpoint: { Index: 1, Setpoint: 2350 } });
  const [change, result] = line.sent();
  assert.deepEqual(namesOf(change), ['zone 1']);
  assert.deepEqual(result, { type: 'result', n: 3, id: `${session}.1` });

  await line.control(2, { ZoneSetpoint: { Index: 1, Setpoint: 2400 } });
  assert.deepEqual(line.sent(), [], 'its change waits for the acknowledgement of the first, and so does it');
  line.hear({ type: 'ack', n: 2 });
  const [second, answer] = line.sent();
  assert.deepEqual([second?.n, second?.type, answer?.n, answer?.type], [4, 'change', 5, 'result']);
});

test('a control is done once, however often and in whatever order it comes', async () => {
  using line = openSession();
  line.hear({ type: 'ack', n: 1 });
  line.sent();
  await line.control(2, { SysOn: 1 });
  await line.control(2, { SysOn: 1 });
  await line.control(1, { SysOn: 0 });
  await line.control(3, { SysOn: 0 }, { of: 'BBECAwQFBgcICQoLDA0ODw' });
  assert.equal(line.journal(), 1);
  assert.equal(line.device.datagrams().unit[0]!.SysOn, 1);
  assert.equal(line.sent().filter(({ type }) => type === 'result').length, 1);
});

test('a control within its deadline is done, one after it is not and says so', async () => {
  using line = openSession();
  line.hear({ type: 'ack', n: 1 });
  line.sent();
  line.pass(10_000);
  await line.control(1, { SysOn: 1 });
  assert.equal(line.journal(), 1);
  line.sent();
  line.pass(1);
  await line.control(2, { SysOn: 0 });
  assert.equal(line.journal(), 1);
  assert.deepEqual(line.sent(), [
    {
      type: 'result',
      n: 4,
      id: `${session}.2`,
      refusal: { status: 503, detail: 'The command came after its deadline; it was not done.' },
    },
  ]);
});

test('a control that counts from a frame never sent, or long acknowledged, is late', async () => {
  using line = openSession();
  line.own.tick();
  line.pass(15_000);
  line.own.tick();
  line.hear({ type: 'ack', n: 2 });
  line.sent();
  await line.control(1, { SysOn: 1 }, { after: 1 });
  await line.control(2, { SysOn: 1 }, { after: 9 });
  assert.equal(line.journal(), 0);
  await line.control(3, { SysOn: 1 }, { after: 2 });
  assert.equal(line.journal(), 1);
});

test('a command that is refused says why in a sentence', async () => {
  using line = openSession();
  line.hear({ type: 'ack', n: 1 });
  line.sent();
  await line.control(1, { ZoneSetpoint: { Index: 1, Setpoint: 2155 } });
  await line.control(2, { RetEnable: 1 });
  await line.control(3, { ZoneMode: { Index: 9, Mode: 1 } });
  const refusals = line.sent().map((frame) => frame.type === 'result' && frame.refusal);
  assert.deepEqual(refusals, [
    {
      status: 400,
      detail: 'ZoneSetpoint.Setpoint: 21.55 °C is not a step of 0.5 °C; nearest 21.50 or 22.00.',
    },
    { status: 403, detail: '"RetEnable" is taken on the local network only.' },
    { status: 409, detail: 'There is no zone 9 in this house; it has 1: 0.' },
  ]);
});

test('no command of the local network is done for a cloud', async () => {
  using line = openSession();
  line.hear({ type: 'ack', n: 1 });
  line.sent();
  const local = [...catalogue.values()].filter(({ over }) => !over.includes('cloud'));
  assert.equal(local.length, 17);
  for (const [place, command] of local.entries()) await line.control(place + 1, toCommandExample(command));
  const statuses = line.sent().map((frame) => frame.type === 'result' && frame.refusal?.status);
  assert.deepEqual(
    statuses,
    local.map(() => 403),
  );
  assert.equal(line.journal(), 0);
});

test('a read-only bridge does no control', async () => {
  using line = openSession({ readOnly: true });
  line.hear({ type: 'ack', n: 1 });
  line.sent();
  await line.control(1, { SysOn: 1 });
  const [result] = line.sent();
  assert.ok(result?.type === 'result');
  assert.deepEqual(result.refusal, { status: 403, detail: 'This bridge is read-only.' });
});

test('as many controls as a bridge takes at once are done, one more is refused', async () => {
  using line = openSession();
  line.hear({ type: 'ack', n: 1 });
  line.sent();
  const controls = Array.from({ length: maxControls + 1 }, (_, place) =>
    line.control(place + 1, { SysMode: 1 + (place % 5) }),
  );
  await Promise.all(controls);
  assert.equal(line.journal(), maxControls);
});

test('a bridge with nothing to say pings, and ends a connection on which nothing is acknowledged', () => {
  using line = openSession();
  line.hear({ type: 'ack', n: 1 });
  line.sent();
  line.pass(14_999);
  line.own.tick();
  assert.deepEqual(line.sent(), []);
  line.pass(1);
  line.own.tick();
  assert.deepEqual(line.sent(), [{ type: 'ping', n: 2 }]);
  line.pass(40_000);
  line.own.tick();
  assert.deepEqual(line.ends, []);
  line.pass(1);
  line.own.tick();
  assert.deepEqual(line.ends, ['the cloud does not answer']);
});

const breaches: Record<string, string> = {
  '{"type":"ack","n":2}': 'the cloud acknowledged what was not sent',
  '{"type":"ack"}': 'the cloud sent an invalid frame: The key n is missing.',
  '{"type":"close","reason":"replaced","detail":"The bridge has a newer connection."}':
    'the cloud closed it: The bridge has a newer connection.',
};
for (const [text, why] of Object.entries(breaches))
  test(`a cloud that says ${text} is left, and not heard any more`, () => {
    using line = openSession();
    line.own.receive(text);
    line.own.receive('{"type":"ack"}');
    line.hear({ type: 'ack', n: 1 });
    assert.deepEqual(line.ends, [why]);
    assert.ok(!line.own.isAcknowledged());
  });

test('a cloud that asks on and on and acknowledges nothing is left, once', async () => {
  using line = openSession();
  await line.device.command({ name: 'SysOn', body: 1 });
  for (let no = 1; no <= 80; no++) await line.control(no, { Nonsense: no });
  assert.deepEqual(line.ends, [], 'what it may have under way, twice, and some more');
  for (let no = 81; no <= 200; no++) await line.control(no, { Nonsense: no });
  assert.deepEqual(line.ends, ['the cloud acknowledges nothing']);
});

test('acknowledgements may come twice or be overtaken', async () => {
  using line = openSession();
  line.hear({ type: 'ack', n: 1 });
  await line.device.command({ name: 'SysOn', body: 1 });
  line.hear({ type: 'ack', n: 2 });
  line.hear({ type: 'ack', n: 1 });
  line.hear({ type: 'ack', n: 2 });
  await line.device.command({ name: 'SysOn', body: 0 });
  assert.deepEqual(
    line.sent().map(({ n, type }) => `${n} ${type}`),
    ['1 snapshot', '2 change', '3 change'],
  );
  assert.deepEqual(line.ends, []);
});

test('what was begun on a connection is not answered after its end', async () => {
  using line = openSession();
  line.hear({ type: 'ack', n: 1 });
  line.sent();
  const control = line.control(1, { SysOn: 1 });
  line.own[Symbol.dispose]();
  await control;
  assert.equal(line.journal(), 1);
  assert.deepEqual(line.sent(), []);
});

test('a bridge notices a cloud that froze after 40 s where it has something to say, else within 60 s', async () => {
  const look = Math.min(defaultPace.pingInterval, defaultPace.idleTimeout) / 4;
  /** After how long it ends a connection on which nothing is acknowledged any more. */
  const noticedAfter = async (
    firstLook: number,
    speak: (line: ReturnType<typeof openSession>) => unknown,
  ): Promise<number> => {
    using line = openSession();
    line.hear({ type: 'ack', n: 1 });
    await speak(line);
    line.pass(firstLook);
    for (let passed = firstLook; ; passed += look) {
      line.own.tick();
      if (line.ends.length > 0) return passed;
      line.pass(look);
    }
  };
  for (const firstLook of [1, look / 2, look]) {
    const busy = await noticedAfter(firstLook, (line) => line.device.command({ name: 'SysOn', body: 1 }));
    assert.ok(busy > 40_000 && busy <= 40_000 + look, `${busy}`);
    const idle = await noticedAfter(firstLook, () => {});
    assert.ok(idle > 55_000 && idle <= 60_000, `${idle}`);
  }
});
