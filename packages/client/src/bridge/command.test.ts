import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createQuickClock } from '@plenum/platform/quick-clock';
import { ac, device, open, paths } from '../fixture/device.fixture.ts';
import { type ReceivedRequest, serve, toAnswer, unitAnswer } from '../fixture/serve.fixture.ts';

test("reports a refusal from a bridge with the bridge's own sentence", async () => {
  await using server = await device({ ...ac, '/HvacCommandV2': () => '{ERROR: EcoLock is on.}' });
  await using bridge = open(server.port);
  await assert.rejects(bridge.command('SysSetpoint', 2900), { code: 'refused', message: 'EcoLock is on.' });
});

test('refuses a command that is out of range without sending it', async () => {
  await using server = await device(ac);
  await using bridge = open(server.port);
  await assert.rejects(bridge.command('ZoneSetpoint', { Index: 0, Setpoint: 2155 }), {
    code: 'invalid',
    message: 'ZoneSetpoint.Setpoint: 21.55 °C is not a multiple of 0.5 °C. Use 21.50 or 22.00.',
  });
  assert.equal(server.requests.length, 0);
});

/** A device whose unit shows `Setpoint` and whose response to a command is determined by a function of the test. */
const obeying = (
  onCommand: (setpoint: number, count: number, request: ReceivedRequest) => number | undefined,
) => {
  let setpoint = 2000;
  let count = 0;
  return serve((request) => {
    if (request.path === '/HvacRequestV2')
      return void request.socket.write(toAnswer(unitAnswer({ Setpoint: setpoint })));
    setpoint = onCommand(JSON.parse(request.body).SysSetpoint, ++count, request) ?? setpoint;
    if (!request.socket.destroyed) request.socket.write(toAnswer('OK'));
  });
};

const commandsIn = (requests: readonly ReceivedRequest[]) =>
  requests.filter(({ path }) => path === '/HvacCommandV2').length;

test('reads a command back from a real bridge', async () => {
  await using server = await obeying((setpoint) => setpoint);
  await using bridge = open(server.port);
  assert.deepEqual(await bridge.command('SysSetpoint', 2300), { verified: true });
  assert.equal(server.requests.at(-1)!.path, '/HvacRequestV2');
});

test('sends a command again, once, if the bridge answered OK but did not carry it out', async () => {
  await using server = await obeying((setpoint, count) => (count === 1 ? undefined : setpoint));
  await using bridge = open(server.port, { clock: createQuickClock() });
  assert.deepEqual(await bridge.command('SysSetpoint', 2300), { verified: true });
  assert.equal(commandsIn(server.requests), 2);
});

test('does not repeat a command that had no effect if repeating it would undo a newer command', async () => {
  await using server = await obeying((setpoint, count) => (count === 1 ? undefined : setpoint));
  const clock = createQuickClock();
  await using bridge = open(server.port, { clock });
  const older = bridge.command('SysSetpoint', 2300);
  while (commandsIn(server.requests) < 1) await new Promise(setImmediate);
  const newer = await bridge.command('SysSetpoint', 2100);
  assert.deepEqual([await older, newer], [{ verified: false }, { verified: true }]);
  assert.equal(commandsIn(server.requests), 2);
  assert.equal((await bridge.unit()).Setpoint, 2100);
});

test('does not confirm a command whose response was lost because of a newer lost one', async () => {
  await using server = await obeying((_, __, { socket }) => void socket.destroy());
  await using bridge = open(server.port, { clock: createQuickClock() });
  const older = bridge.command('SysSetpoint', 2300);
  while (commandsIn(server.requests) < 1) await new Promise(setImmediate);
  const results = await Promise.allSettled([older, bridge.command('SysSetpoint', 2100)]);
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
});

test('confirms a command whose answer was lost once the bridge has accepted a newer one', async () => {
  await using server = await obeying((setpoint, count, { socket }) => {
    if (count > 1) return setpoint;
    socket.destroy();
    return undefined;
  });
  await using bridge = open(server.port, { clock: createQuickClock() });
  const older = bridge.command('SysSetpoint', 2300);
  while (commandsIn(server.requests) < 1) await new Promise(setImmediate);
  const newer = await bridge.command('SysSetpoint', 2100);
  assert.deepEqual([await older, newer], [{ verified: false }, { verified: true }]);
});

test('reports a command without effect as `unverified` and names the field that differs', async () => {
  await using server = await obeying(() => undefined);
  await using bridge = open(server.port, { clock: createQuickClock() });
  await assert.rejects(bridge.command('SysSetpoint', 2300), {
    code: 'unverified',
    message: /did not carry out SysSetpoint: Setpoint reads 2000, not 2300\.$/,
  });
  assert.equal(commandsIn(server.requests), 2);
});

test('sends a command only once if its effect on the bridge is visible only after 1 to 6 s', async () => {
  for (const delay of [1_000, 3_000, 5_900]) {
    const clock = createQuickClock();
    let wanted = { setpoint: 2000, at: 0 };
    await using server = await serve(({ path, body, socket }) => {
      if (path === '/HvacCommandV2') {
        wanted = { setpoint: JSON.parse(body).SysSetpoint, at: clock.now() + delay };
        return void socket.write(toAnswer('OK'));
      }
      const Setpoint = clock.now() >= wanted.at ? wanted.setpoint : 2000;
      socket.write(toAnswer(unitAnswer({ Setpoint })));
    });
    await using bridge = open(server.port, { clock });
    assert.deepEqual(await bridge.command('SysSetpoint', 2300), { verified: true }, `${delay} ms`);
    assert.equal(commandsIn(server.requests), 1);
  }
});

test('never sends a command twice if it starts something', async () => {
  await using server = await obeying((_, __, { socket }) => void socket.destroy());
  await using bridge = open(server.port, { clock: createQuickClock() });
  await assert.rejects(bridge.command('FavouriteSet', 1), { code: 'hung-up' });
  assert.equal(commandsIn(server.requests), 1);
});

test('reads back commands to several fields of one component together', async () => {
  const shown: Record<string, unknown> = { SysOn: 0, SysMode: 1, SysFan: 1, Setpoint: 2000, SleepTimer: 0 };
  const fieldOf: Readonly<Record<string, string>> = { SysSetpoint: 'Setpoint', SysSleepTimer: 'SleepTimer' };
  await using server = await serve(({ path, body, socket }) => {
    if (path !== '/HvacCommandV2') return void socket.write(toAnswer(unitAnswer(shown)));
    for (const [name, value] of Object.entries(JSON.parse(body))) shown[fieldOf[name] ?? name] = value;
    socket.write(toAnswer('OK'));
  });
  await using bridge = open(server.port);
  await bridge.unit();
  const before = server.requests.length;
  const results = await Promise.all([
    bridge.command('SysOn', 1),
    bridge.command('SysMode', 2),
    bridge.command('SysFan', 3),
    bridge.command('SysSetpoint', 2300),
    bridge.command('SysSleepTimer', 30),
  ]);
  assert.deepEqual(results, Array(5).fill({ verified: true }));
  const sent = paths(server.requests.slice(before));
  assert.equal(sent.filter((each) => each === 'POST /HvacRequestV2').length, 1, sent.join());
});

test('does not send a command whose caller no longer waits', async () => {
  const held = Promise.withResolvers<void>();
  await using server = await serve(async ({ path, socket }) => {
    if (path === '/HvacCommandV2') await held.promise;
    socket.write(toAnswer(path === '/HvacCommandV2' ? 'OK' : unitAnswer()));
  });
  await using bridge = open(server.port, { verify: false });
  await bridge.unit();
  const first = bridge.command('FavouriteSet', 1);
  const hungUp = new AbortController();
  const others = [2, 3, 4].map((n) => bridge.command('FavouriteSet', n, { signal: hungUp.signal }));
  const ended = Promise.allSettled(others);
  hungUp.abort();
  held.resolve();
  await first;
  for (const each of await ended) assert.equal(each.status, 'rejected');
  assert.equal(commandsIn(server.requests), 1);
});

test('does not resend a command whose answer was lost if a read shows that it took effect', async () => {
  await using server = await obeying((setpoint, _, { socket }) => {
    socket.destroy();
    return setpoint;
  });
  await using bridge = open(server.port, { verify: false });
  assert.deepEqual(await bridge.command('SysSetpoint', 2300), { verified: true });
  assert.equal(commandsIn(server.requests), 1);
});

test('does not read back a command to Plenum unless requested', async () => {
  await using server = await serve(({ path, socket }) => {
    const body = path === '/HvacRequestV2' ? unitAnswer({ Setpoint: 2300 }) : 'OK';
    socket.write(toAnswer(body, { headers: 'Server: Plenum\r\n' }));
  });
  await using bridge = open(server.port);
  assert.deepEqual(await bridge.command('SysSetpoint', 2300), { verified: false });
  assert.deepEqual(await bridge.command('SysSetpoint', 2300, { verify: true }), { verified: true });
});

test('sends only the first and the last value of a burst of slider moves', async () => {
  await using server = await device({ ...ac, '/HvacCommandV2': () => 'OK' });
  await using bridge = open(server.port, { verify: false });
  await bridge.protocolVersion();
  const sent = Array.from({ length: 20 }, (_, n) => bridge.command('SysSetpoint', 2000 + 50 * n));
  await Promise.all(sent);
  const bodies = server.requests.filter(({ path }) => path === '/HvacCommandV2').map(({ body }) => body);
  assert.deepEqual(bodies, ['{"SysSetpoint":2000}', '{"SysSetpoint":2950}']);
});
