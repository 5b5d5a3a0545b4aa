import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, before, beforeEach, describe, it } from 'node:test';
import { monday } from '@plenum/platform/fake-clock';
import type { createQuickClock } from '@plenum/platform/quick-clock';
import { type Log, silent } from '@plenum/platform/quiet-log';
import { createSteppedClock } from '@plenum/platform/stepped-clock';
import { izone, neutral } from '@plenum/protocol/dialect';
import type { DeviceAnswer } from '@plenum/protocol/extension';
import { refusalType } from '@plenum/protocol/refusal';
import { listen } from '@plenum/testbed/listen';
import type { Bridge } from '../bridge.ts';
import { joinEvents } from '../fixture/events.fixture.ts';
import { post, send } from '../fixture/http.fixture.ts';
import { startAttachedBridge, startSmallBridge } from '../fixture/start-small-bridge.fixture.ts';
import { openTcp } from '../fixture/tcp.fixture.ts';
import { openUdpListener } from '../fixture/udp.fixture.ts';
import {
  command,
  passUntil,
  passUntilSettled,
  shows,
  startFront,
  startFrontWithCloud,
  unitOf,
} from './front.fixture.ts';

/**
 * Repeats a request until the response shows the result of a command. The result stays unknown if the fast clock runs
 * past a read that is in progress.
 */
const untilKnown = async <Answer>(
  ask: () => Promise<Answer>,
  textOf: (answer: Answer) => string,
): Promise<Answer> => {
  for (let left = 20; left > 0; left--) {
    const answer = await ask();
    if (!textOf(answer).includes('it is not known')) return answer;
  }
  assert.fail('20 answers do not say what became of the command');
};

describe('a bridge in front of a device with the quirks of real ones', () => {
  const stack = new AsyncDisposableStack();
  const interval = 5_000;
  let clock: ReturnType<typeof createQuickClock>;
  let device: Bridge;
  let front: Bridge;

  before(async () => {
    // During a longer single step the device would not respond.
    ({ clock, device, front } = await startFront(stack, { to: { interval } }));
  });
  beforeEach(() => device.quirks.set({ busy: 0 }));
  after(() => stack.disposeAsync());

  const wall = (body: number) => device.device.command({ name: 'SysMode', body });
  const frontMode = () => front.device.datagrams().unit[0]!.SysMode;

  it('shows a change at the wall after a command from the bridge', async () => {
    assert.equal(await command(front, { SysMode: 3 }), 'OK');
    await wall(1);
    clock.advance(interval);
    await shows(front, () => frontMode() === 1);
  });

  it('shows every command that was confirmed with OK in the next query, even during a reading', async () => {
    for (let count = 0; count < 40; count++) {
      if (count % 2 === 0) clock.advance(interval);
      const Setpoint = 2000 + 50 * (count % 20);
      assert.equal(await command(front, { SysSetpoint: Setpoint }), 'OK');
      assert.equal((await unitOf(front)).Setpoint, Setpoint, `command ${count}`);
    }
  });

  it('sends no change event with the older value after a command', async () => {
    const seen: number[] = [];
    const end = front.device.subscribe(({ datagrams }) => seen.push(datagrams.unit[0]!.Setpoint));
    await command(front, { SysSetpoint: 2900 });
    device.quirks.set({ 'late-apply': 3 });
    assert.equal(await command(front, { SysSetpoint: 2400 }), 'OK');
    end();
    assert.deepEqual(seen, [2900, 2400]);
  });

  it('responds with OK to a command that the device shows late, and sends the command only once', async () => {
    // The small house adds up the minutes of the timer, so a command that is sent twice is visible.
    for (const late of [1, 3, 5.5]) {
      device.quirks.set({ 'late-apply': late });
      const before = device.device.datagrams().unit[0]!.SysMode;
      const ask = () => command(front, { SysMode: before === 2 ? 3 : 2 });
      assert.equal(await untilKnown(ask, (text) => text), 'OK', `${late} s`);
    }
    device.quirks.set({ busy: 0 });
    const before = device.device.datagrams().unit[0]!.SleepTimer;
    device.quirks.set({ 'late-apply': 3 });
    await command(front, { SysSleepTimer: 30 });
    assert.equal(device.device.datagrams().unit[0]!.SleepTimer, before + 30);
  });

  it('refuses a command that the device ignores if the client waits for confirmation', async () => {
    const { Setpoint } = device.device.datagrams().unit[0]!;
    device.quirks.set({ 'ignore-writes': 1 });
    const ask = () => post(front.http.port, '/HvacCommandV2', { SysSetpoint: 1850 }, { Prefer: 'wait=30' });
    const { status, text } = await untilKnown(ask, (answer) => answer.text);
    assert.equal(status, 409);
    assert.match(
      text,
      /^\{ERROR: The real bridge did not confirm SysSetpoint: \S+ did not carry out SysSetpoint: Setpoint reads \d+, not 1850\.\}$/,
    );
    assert.equal((await unitOf(front)).Setpoint, Setpoint);
  });

  it("responds with OK to a completed command although the device's response was lost", async () => {
    device.quirks.set({ 'drop-after': 0.41 });
    const sent = command(front, { SysSetpoint: 2150 });
    await shows(device, () => device.device.datagrams().unit[0]!.Setpoint === 2150);
    device.quirks.set({ busy: 0 });
    assert.equal(await sent, 'OK');
  });
});

/**
 * A server that records every request and passes it on to a device. Its responses do not identify the device as Plenum.
 */
const startRecording = async (stack: AsyncDisposableStack, { http }: Bridge) => {
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    const { method = '', url = '' } = request;
    requests.push(`${method} ${url} ${body}`);
    const { status, text } = await send(http.port, url, { method, body });
    response.writeHead(status, { 'Content-Length': Buffer.byteLength(text), Connection: 'close' }).end(text);
  });
  stack.use(server);
  const { port } = await listen(server);
  return { requests, port };
};

describe('a bridge in front of a device that starts', () => {
  it('reads each component of a starting device once, and again after the interval', async () => {
    await using stack = new AsyncDisposableStack();
    const clock = createSteppedClock(monday);
    const device = stack.use(await startSmallBridge({ clock, timeScale: 0 }));
    const { requests, port } = await startRecording(stack, device);
    stack.use(await startAttachedBridge({ host: '127.0.0.1', port, notifyPort: false, pause: 0 }, { clock }));
    // The front waits for the next reading.
    await clock.reached(30_000);
    const twice = requests.filter((each, at) => requests.indexOf(each) !== at);
    // The first response shows the version of the device's interface.
    assert.deepEqual(twice, ['POST /HvacRequestV2 {"HvacV2Request":{"Type":1,"No":0,"No1":0}}']);
    const atStart = requests.length;
    await clock.pass(30_000);
    await clock.reached(30_000);
    assert.ok(requests.length > atStart, `${requests.length} requests, ${atStart} of them at the start`);
  });
});

describe('a bridge in front of a device that is slow to respond', () => {
  it('does not send commands from clients that have disconnected', async () => {
    await using stack = new AsyncDisposableStack();
    // Only the test advances this clock, so no request times out while the clients come and go.
    const clock = createSteppedClock(monday);
    const { device, front } = await startFront(stack, { clock, to: { pause: 0 } });
    const { SleepTimer } = device.device.datagrams().unit[0]!;
    device.quirks.set({ 'answer-time': 7_777 });
    const held = command(front, { SysMode: 1 });
    await clock.reached(7_777);
    const body = '{"SysSleepTimer":1}';
    for (let count = 0; count < 6; count++) {
      const socket = await openTcp(front.http.port);
      socket.write(
        `POST /HvacCommandV2 HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
      socket.destroySoon();
      await once(socket, 'close');
    }
    // A response to a later request shows that the front has noticed the disconnection.
    for (let count = 0; count < 50; count++) await unitOf(front);
    const stays = command(front, { SysMode: 2 });
    for (let count = 0; count < 50; count++) await unitOf(front);
    device.quirks.set({ busy: 0 });
    clock.advance(7_777);
    // The command of the connected client was queued behind the commands of the others.
    const now = () => device.device.datagrams().unit[0]!;
    await shows(device, () => now().SysMode === 2 || now().SleepTimer !== SleepTimer);
    assert.equal(now().SleepTimer, SleepTimer);
    await passUntilSettled(clock, Promise.all([held, stays]));
  });
});

describe('a bridge with a cloud, in front of a device that is slow to respond', () => {
  it('drops queued commands that the cloud cancels, and finishes commands in progress', async () => {
    await using stack = new AsyncDisposableStack();
    const clock = createSteppedClock(monday);
    const { device, front, caller, idOf } = await startFrontWithCloud(stack, clock);
    let after = 1;
    const give = (no: number, body: object) =>
      caller.send({ type: 'control', id: idOf(no), after, within: 600_000, command: { ...body } });
    const cancel = (no: number) => caller.send({ type: 'cancel', id: idOf(no) });
    const result = async () => {
      for (;;) {
        const frame = await caller.next();
        after = frame.n;
        caller.send({ type: 'ack', n: after });
        if (frame.type === 'result') return { id: frame.id, ...frame.refusal, dropped: frame.dropped };
      }
    };
    const now = () => device.device.datagrams().unit[0]!;
    const { SleepTimer } = now();

    device.quirks.set({ 'answer-time': 7_777 });
    const held = command(front, { SysMode: 1 });
    await clock.reached(7_777);
    give(1, { SysSleepTimer: 30 });
    cancel(1);
    assert.deepEqual(await result(), {
      id: idOf(1),
      status: 503,
      detail: 'The client no longer waited for the command, so it was not carried out.',
      data: { code: 'not-wanted', path: [], facts: {} },
      dropped: true,
    });
    device.quirks.set({ busy: 0 });
    await passUntilSettled(clock, held);
    assert.equal(now().SleepTimer, SleepTimer);

    give(2, { SysSleepTimer: 30 });
    assert.deepEqual(await passUntilSettled(clock, result()), { id: idOf(2), dropped: undefined });
    assert.equal(now().SleepTimer, SleepTimer + 30);
    // The front reads the command back.
    clock.advance(1_000);
    for (let count = 0; count < 50; count++) await unitOf(front);

    // The front's own queries are answered before the device becomes slow.
    for (let count = 0; count < 50; count++) await unitOf(front);
    device.quirks.set({ 'answer-time': 7_777 });
    give(3, { SysMode: 2 });
    await clock.reached(7_777);
    cancel(3);
    cancel(3);
    cancel(99);
    device.quirks.set({ busy: 0 });
    assert.deepEqual(await passUntilSettled(clock, result()), { id: idOf(3), dropped: undefined });
    assert.equal(now().SysMode, 2);
  });
});

describe('a bridge in front of a device that stops responding', () => {
  for (const [dialect, path, root] of [
    [neutral, '/HvacRequestV2', 'HvacV2Request'],
    [izone, '/iZoneRequestV2', 'iZoneV2Request'],
  ] as const)
    it(`reports the silent device on every interface, stops answering queries, and recovers (${dialect.name})`, async () => {
      await using stack = new AsyncDisposableStack();
      const logged: string[] = [];
      const note = ({ state, why }: { readonly state?: string; readonly why?: string }, sentence: string) =>
        state === undefined ? undefined : void logged.push([sentence, why ?? ''].join(': '));
      const log: Log = { ...silent, info: note, warn: note };
      const clock = createSteppedClock(monday);
      const { device, front } = await startFront(stack, { log, clock, dialect, to: { pause: 0 } });
      const { port } = front.http;
      const healthNow = () => front.device.health()!;
      const readUnit = (more = {}) => post(port, path, { [root]: { Type: 1, No: 0, No1: 0 } }, more);
      const health = async () => {
        const { status, text } = await send(port, '/healthz');
        const { status: word, device: behind } = JSON.parse(text);
        return [status, word, behind.state];
      };
      const isUp = async () => /^plenum_device_up (\d)$/m.exec((await send(port, '/metrics')).text)![1];
      const listener = stack.use(await openUdpListener());
      let found = 0;
      listener.socket.on('message', () => found++);
      /**
       * Counts the responses to a discovery request. Datagrams that this process sent to itself arrive before the
       * responses to later HTTP requests.
       */
      const discover = async () => {
        const before = found;
        await new Promise((resolve) => listener.socket.send('IASD', front.udp.port, '127.0.0.1', resolve));
        for (let count = 0; count < 3; count++) await health();
        return found - before;
      };
      const stream = stack.use(await joinEvents(port));
      const nextDevice = async (): Promise<DeviceAnswer> => {
        const { event, data } = await stream.next();
        return event === 'device' ? (data as unknown as DeviceAnswer) : nextDevice();
      };
      const { event: first, data: snapshot } = await stream.next();
      assert.deepEqual(
        [first, snapshot.device?.state, snapshot.simulation],
        ['snapshot', 'answering', undefined],
      );
      assert.deepEqual(await health(), [200, 'ok', 'answering']);
      assert.equal(await isUp(), '1');
      assert.equal(await discover(), 1);

      const before = healthNow().answeredAt;
      device.quirks.set({ stall: 960 });
      await passUntil(clock, () => healthNow().state === 'silent');
      // The front sends a health request 2 s after the last response, and waits 12 s in total.
      const known = clock.now() - before;
      assert.ok(known <= 15_000, `${known} ms`);
      const { state, since, why } = await nextDevice();
      assert.deepEqual([state, since, why], ['silent', before, healthNow().why]);
      assert.match(why!, /^127\.0\.0\.1:\d+ did not answer within 8 s\.$/);
      assert.deepEqual(await health(), [200, 'ok', 'silent']);
      assert.equal(await isUp(), '0');
      assert.equal(await discover(), 0);

      // No time passes on this clock: the command is refused immediately.
      const control = path.replace('Request', 'Command');
      const refused = await post(port, control, { SysOn: 1 });
      assert.equal(refused.text, `{ERROR: The real bridge does not answer: ${why!.replace(/\.$/, '')}.}`);

      clock.advance(before + 60_000 - clock.now());
      const { status, headers } = await readUnit();
      assert.deepEqual([status, headers.age], [200, '60']);
      clock.advance(1_000);
      const sentence = 'The real bridge could not be read for 61 s, and its last values are too old.';
      if (dialect === neutral) {
        const old = await readUnit();
        assert.deepEqual([old.status, old.text], [503, `{ERROR: ${sentence}}`]);
        const v1 = await send(port, '/SystemSettings');
        assert.deepEqual([v1.status, v1.text], [200, old.text]);
      } else {
        await assert.rejects(readUnit(), { code: 'ECONNRESET' });
        await assert.rejects(send(port, '/SystemSettings'), { code: 'ECONNRESET' });
      }
      // Clients of Plenum receive the reason in every dialect.
      const data = await readUnit({ Accept: refusalType });
      const { code, facts } = JSON.parse(data.text);
      assert.deepEqual([data.status, code, facts], [503, 'stale', { seconds: 61 }]);
      assert.deepEqual(await health(), [503, 'failing', 'silent']);

      device.quirks.set({ busy: 0 });
      await passUntil(clock, () => healthNow().state === 'answering');
      assert.equal((await nextDevice()).state, 'answering');
      assert.equal((await readUnit()).status, 200);
      assert.equal(await discover(), 1);
      assert.deepEqual(logged, [
        `the real bridge does not answer: ${why}`,
        'the real bridge answers again: ',
      ]);
    });
});

describe('a bridge in front of a device that stays busy', () => {
  for (const [dialect, expected] of [
    [neutral, [503, '5', '{ERROR: The real bridge is busy: ']],
    [izone, [200, '5', '{BUSY}']],
  ] as const)
    it(`reports a busy device in the dialect ${dialect.name}`, async () => {
      await using stack = new AsyncDisposableStack();
      const { clock, device, front } = await startFront(stack, { dialect });
      device.quirks.set({ busy: 1 });
      const sent = post(front.http.port, '/HvacCommandV2', { SysOn: 1 });
      const { status, headers, text } = await passUntilSettled(clock, sent);
      const [expectedStatus, retryAfter, start] = expected;
      assert.deepEqual([status, headers['retry-after']], [expectedStatus, retryAfter]);
      assert.ok(text.startsWith(start), text);
      assert.equal(device.device.datagrams().unit[0]!.SysOn, 0);
    });
});
