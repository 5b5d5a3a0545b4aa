import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSteppedClock } from '@plenum/platform/stepped-clock';
import { ac, device, open } from '../fixture/device.fixture.ts';
import { serve, toAnswer, unitAnswer } from '../fixture/serve.fixture.ts';
import { connectBridge } from './connect.ts';

test('queries the unit and returns it in the terms of the interface', async () => {
  await using server = await device(ac);
  await using bridge = open(server.port);
  const unit = await bridge.unit();
  assert.equal(unit.Setpoint, 2250);
  assert.equal(server.requests.at(-1)!.body, '{"HvacV2Request":{"Type":1,"No":0,"No1":0}}');
});

test('repeats a request after {BUSY} with growing delays, invisibly to the caller', async () => {
  const clock = createSteppedClock();
  await using server = await serve(({ socket }, count) =>
    socket.write(toAnswer(count <= 3 ? '{BUSY}' : unitAnswer())),
  );
  await using bridge = open(server.port, { clock });
  const unit = bridge.unit();
  for (const wait of [250, 500, 1000]) await clock.pass(wait);
  assert.equal((await unit).SysOn, 1);
});

test('reports a bridge as `busy` if it is still busy after all retries', async () => {
  const clock = createSteppedClock();
  await using server = await serve(({ socket }) => socket.write(toAnswer('{BUSY}')));
  await using bridge = open(server.port, { clock, retries: 2 });
  const refused = assert.rejects(bridge.unit(), { code: 'busy' });
  for (const wait of [250, 500]) await clock.pass(wait);
  await refused;
  assert.equal(server.requests.length, 3);
});

test('pauses 100 ms between two requests to a real bridge but not to Plenum', async () => {
  for (const [headers, pauses] of [
    ['', [100]],
    ['Server: Plenum\r\n', []],
  ] as const) {
    const clock = createSteppedClock();
    await using server = await serve(({ socket }) => socket.write(toAnswer(unitAnswer(), { headers })));
    await using bridge = open(server.port, { clock, pause: undefined });
    const unit = bridge.unit();
    for (const wait of pauses) await clock.pass(wait);
    assert.equal((await unit).SysOn, 1);
  }
});

test('keeps the pause between two requests if the clock is set back an hour in between', async () => {
  const clock = createSteppedClock();
  let setBack = 0;
  await using server = await serve(({ socket }) => socket.write(toAnswer(unitAnswer())));
  const now = () => clock.now() - setBack;
  await using bridge = open(server.port, { clock: { ...clock, now }, pause: 100 });
  for (const by of [0, 3_600_000]) {
    setBack = by;
    const unit = bridge.unit();
    await clock.pass(100);
    assert.equal((await unit).SysOn, 1);
  }
});

test('has only one request in flight at a time', async () => {
  let inFlight = 0;
  let most = 0;
  await using server = await serve(({ socket }) => {
    most = Math.max(most, ++inFlight);
    setImmediate(() => {
      inFlight--;
      socket.write(toAnswer(unitAnswer()));
    });
  });
  await using bridge = open(server.port);
  await Promise.all([
    bridge.unit(),
    bridge.query('ac', 7),
    bridge.query('ac', 3, 1),
    bridge.query('ac', 2, 1),
  ]);
  assert.equal(most, 1);
});

test('repeats a query once if its answer was lost or truncated', async () => {
  for (const sin of ['hang up', 'cut']) {
    await using server = await serve(({ socket }, count) => {
      if (count !== 2) socket.write(toAnswer(unitAnswer()));
      else if (sin === 'cut')
        socket.end('HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\n{"HvacDeviceUId":"0000');
      else socket.destroy();
    });
    await using bridge = open(server.port);
    assert.equal((await bridge.unit()).SysOn, 1, sin);
    assert.equal(server.requests.length, 3);
  }
});

test('passes on unknown keys, unknown values and missing fields of a device', async () => {
  await using server = await device({
    '/HvacRequestV2': () => unitAnswer({ SysFan: 7, NewThing: { a: 1 } }),
  });
  await using bridge = open(server.port);
  const unit = await bridge.unit();
  assert.deepEqual([unit.SysFan, unit.NewThing, unit.Supply], [7, { a: 1 }, undefined]);
});

test('reads a zone that omits its index as the requested zone', async () => {
  await using server = await device({
    '/HvacRequestV2': ({ body }) => (body.includes('"Type":2') ? '{"ZonesV2":{"Name":"Den"}}' : unitAnswer()),
  });
  await using bridge = open(server.port);
  assert.deepEqual(await bridge.zone(3), { Name: 'Den', Index: 3 });
});

test('reads a system without zones as an empty list, not as an error', async () => {
  await using server = await device({ '/HvacRequestV2': () => unitAnswer({ NoOfZones: 0 }) });
  await using bridge = open(server.port);
  assert.deepEqual(await bridge.zones(), []);
});

test('reads all components, and reports subsystems that are not installed as empty', async () => {
  await using server = await device({
    '/HvacRequestV2': ({ body }) => {
      const { Type, No } = JSON.parse(body).HvacV2Request;
      if (Type === 1) return unitAnswer();
      if (Type === 2) return `{"ZonesV2":{"Index":${No},"Name":"Zone"}}{OK}`;
      return Type === 3 ? `{"SchedulesV2":{"Index":${No}}}` : '';
    },
    '/PowerRequest': ({ body }) =>
      body.includes('"Type":1') ? '{"PowerMonitorConfig":{"Enabled":1}}' : '{ERROR}',
    '/SplitSystemRequest': () =>
      '{"HvacDeviceUId":51234,"SplitSystemSystem":{"Global":{},"Zones":[{"Index":4}]}}',
  });
  await using bridge = open(server.port);
  const missing: string[] = [];
  const all = await bridge.datagrams({
    onMissing: (subsystem, { code }) => missing.push(`${subsystem} ${code}`),
  });
  assert.deepEqual(
    Object.entries(all).map(([kind, { length }]) => `${kind} ${length}`),
    [
      'unit 1',
      'faults 0',
      'brandStatus 0',
      'zone 2',
      'schedule 9',
      'splitSystem 1',
      'split 1',
      'splitFavourite 0',
      'vrf 0',
      'vrfFavourite 0',
      'irrigation 0',
      'program 0',
      'station 0',
      'power 1',
      'powerStatus 0',
      'lighting 0',
      'lamp 0',
      'wallSwitch 0',
      'lightFavourite 0',
      'lampDiagnostics 0',
      'lightNetwork 0',
      'lastButton 0',
    ],
  );
  assert.deepEqual(missing, ['vrf unsupported', 'irrigation unsupported', 'lighting unsupported']);
  assert.equal(all.split[0]!.Index, 4);
});

test('reads all components of a device that loses single requests, and misses none', async () => {
  const counts = new Map<string, number>();
  await using server = await serve(({ path, body, socket }) => {
    const { Type, No = 0 } = (Object.values(JSON.parse(body || '{}'))[0] ?? {}) as {
      Type?: number;
      No?: number;
    };
    const request = `${path} ${Type} ${No}`;
    const count = (counts.get(request) ?? 0) + 1;
    counts.set(request, count);
    // The client sends a lost query again once, so each of these looks like a part that does not answer.
    const lost = ['/HvacRequestV2 2 1', '/SplitSystemRequest 1 0', '/PowerRequest 2 0'];
    if (lost.includes(request) && count <= 2) return void socket.destroy();
    const answers: Readonly<Record<string, string>> = {
      '/HvacRequestV2 1 0': unitAnswer(),
      '/HvacRequestV2 2 0': '{"ZonesV2":{"Index":0,"Name":"Den"}}',
      '/HvacRequestV2 2 1': '{"ZonesV2":{"Index":1,"Name":"Bed"}}',
      ...Object.fromEntries(
        Array.from({ length: 9 }, (_, index) => [
          `/HvacRequestV2 3 ${index}`,
          `{"SchedulesV2":{"Index":${index}}}`,
        ]),
      ),
      '/PowerRequest 1 0': '{"PowerMonitorConfig":{"Enabled":1}}',
      '/PowerRequest 2 0': '{"PowerMonitorStatus":{"Status":1}}',
      '/SplitSystemRequest 1 0':
        '{"HvacDeviceUId":51234,"SplitSystemSystem":{"Global":{},"Zones":[{"Index":4}]}}',
    };
    const answer = answers[request];
    socket.write(answer === undefined ? toAnswer('', { status: '404 Not Found' }) : toAnswer(answer));
  });
  await using bridge = open(server.port);
  const missing: string[] = [];
  const { zone, split, power, powerStatus } = await bridge.datagrams({
    onMissing: (subsystem, { code }) => missing.push(`${subsystem} ${code}`),
  });
  assert.deepEqual([zone.length, split.length, power.length, powerStatus.length], [2, 1, 1, 1]);
  assert.deepEqual(missing, ['vrf unsupported', 'irrigation unsupported', 'lighting unsupported']);
  // What was answered is not requested again.
  assert.equal(counts.get('/HvacRequestV2 2 0'), 1);
});

test('reports a bridge that cannot be reached as an error, not as an empty house', async () => {
  const server = await serve(() => {});
  await server[Symbol.asyncDispose]();
  await using bridge = open(server.port);
  await assert.rejects(bridge.datagrams(), { code: 'unreachable' });
});

test('sends the access key with every request and tries no other dialect after a rejection', async () => {
  await using server = await serve(({ socket }) =>
    socket.write(toAnswer('{ERROR: This bridge requires its access key.}', { status: '401 Unauthorized' })),
  );
  await using bridge = open(server.port, { accessKey: 'k-1' });
  await assert.rejects(bridge.datagrams(), { code: 'refused', status: 401 });
  assert.equal(server.requests.length, 1);
  assert.match(server.requests[0]!.head, /\r\nAuthorization: Bearer k-1\r\n/);
});

test('refuses invalid options before it sends anything', () => {
  for (const options of [
    { host: 'a b' },
    { host: 'x\r\ny' },
    { port: 0 },
    { port: 65_536 },
    { accessKey: 'a\nb' },
    { dialect: 'klingon' },
  ])
    assert.throws(
      () => connectBridge({ host: 'h', ...options }),
      { code: 'invalid' },
      JSON.stringify(options),
    );
});

test('ends a request in progress when the connection closes', async () => {
  await using server = await serve(() => bridge.close());
  const bridge = open(server.port);
  await assert.rejects(bridge.unit(), { code: 'closed' });
  await assert.rejects(bridge.unit(), { code: 'closed' });
});

test('reads firmware as a list of modules', async () => {
  await using server = await device({
    '/HvacRequestV2': ({ body }) =>
      body.includes('"Type":6') ? '{"Fmw":"ACC 2.65, iCB 1.24,\\u0000"}' : unitAnswer(),
  });
  await using bridge = open(server.port);
  assert.deepEqual(await bridge.firmware(), ['ACC 2.65', 'iCB 1.24']);
});

test('detects whether a device requires or rejects a Content-Type, and remembers the result', async () => {
  for (const wants of [true, false]) {
    await using server = await serve(({ head, path, socket }) => {
      if (/content-type/i.test(head) !== wants) return void socket.write(toAnswer('{ERROR}'));
      socket.write(toAnswer(path === '/HvacCommandV2' ? 'OK' : unitAnswer()));
    });
    await using bridge = open(server.port, { verify: false });
    assert.equal((await bridge.unit()).SysOn, 1);
    const before = server.requests.length;
    await bridge.command('SysOn', 0);
    assert.equal(server.requests.length, before + 1);
  }
});

test('opens no second connection for the same query if a device stalls', async () => {
  const clock = createSteppedClock();
  const stalled = Promise.withResolvers<void>();
  await using server = await serve(({ socket }, count) => {
    if (count <= 1) socket.write(toAnswer(unitAnswer()));
    else stalled.resolve();
  });
  await using bridge = open(server.port, { clock });
  await bridge.protocolVersion();
  const unit = assert.rejects(bridge.unit(), { code: 'timeout' });
  await stalled.promise;
  clock.advance(8_000);
  await unit;
  assert.equal(server.requests.length, 2);
});

/** A device with a garage door that accepts bodies only with a `Content-Type`, or only without one. */
const typed = async () => {
  const state = { wants: true, refuses: false, done: [] as string[] };
  const server = await serve(({ head, path, body, socket }) => {
    if (/content-type/i.test(head) !== state.wants) return void socket.write(toAnswer('{ERROR}'));
    if (path === '/HvacRequestV2') return void socket.write(toAnswer(unitAnswer()));
    if (path === '/iLightRequest')
      return void socket.write(
        toAnswer(JSON.stringify({ iLight: { No: 0, Type: 6, Reed: 1, Name: 'Door' } })),
      );
    if (state.refuses) return void socket.write(toAnswer('{ERROR}'));
    state.done.push(body);
    socket.write(toAnswer('OK'));
  });
  return { server, state };
};

test('completes a command even if the device has just changed whether it accepts a Content-Type', async () => {
  const { server, state } = await typed();
  await using _ = server;
  await using bridge = open(server.port, { verify: false });
  await bridge.unit();
  for (const wants of [false, true]) {
    state.wants = wants;
    await bridge.command('SysSetpoint', 2300);
  }
  assert.deepEqual(state.done, ['{"SysSetpoint":2300}', '{"SysSetpoint":2300}']);
  state.wants = false;
  assert.equal((await bridge.unit()).Setpoint, 2250);
});

test('sends a command once if the device refuses it without a reason but still answers queries', async () => {
  const { server, state } = await typed();
  await using _ = server;
  await using bridge = open(server.port, { verify: false });
  await bridge.unit();
  state.refuses = true;
  await assert.rejects(bridge.command('SysSetpoint', 2300), { code: 'refused' });
  const commands = server.requests.filter(({ path }) => path === '/HvacCommandV2');
  assert.equal(commands.length, 1);
});

test('does not press a garage door button twice if the device’s Content-Type rule changes', async () => {
  const { server, state } = await typed();
  await using _ = server;
  await using bridge = open(server.port, { verify: false });
  await bridge.unit();
  state.wants = false;
  const press = () => bridge.command('LiOn', { No: 0, On: 1 });
  await assert.rejects(press(), { code: 'refused' });
  const presses = server.requests.filter(({ body }) => body.includes('LiOn'));
  assert.equal(presses.length, 1);
  await press();
  assert.deepEqual(state.done, ['{"LiOn":{"No":0,"On":1}}']);
});
