import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Heard, serve, toAnswer, unitAnswer } from '../fixture/serve.fixture.ts';
import { setClock } from '../fixture/set-clock.fixture.ts';
import { connectBridge } from './connect.ts';

type Answers = Readonly<Record<string, (request: Heard) => string | Buffer | undefined>>;

/** A device that knows these paths and answers 404 to all others. */
const device = (answers: Answers) =>
  serve((request) => {
    const answer = answers[request.path];
    const text = answer?.(request);
    if (answer === undefined) request.socket.write(toAnswer('', { status: '404 Not Found' }));
    else if (text !== undefined) request.socket.write(Buffer.isBuffer(text) ? text : toAnswer(text));
  });

const open = (port: number, more: object = {}) =>
  connectBridge({ host: '127.0.0.1', port, pause: 0, ...more });
const paths = (heard: readonly Heard[]) => heard.map(({ method, path }) => `${method} ${path}`);
const ac = { '/HvacRequestV2': () => unitAnswer() };

test('the unit is asked for and read in the words of the document', async () => {
  await using server = await device(ac);
  await using bridge = open(server.port);
  const unit = await bridge.unit();
  assert.equal(unit.Setpoint, 2250);
  assert.equal(server.heard.at(-1)!.body, '{"HvacV2Request":{"Type":1,"No":0,"No1":0}}');
});

test('a device of the maker is understood without being told', async () => {
  await using server = await device({
    '/iZoneRequestV2': () => unitAnswer({ iZoneOnOff: 1, Coolbreeze: { FanSpeed: 7 } }, 'AirStreamDeviceUId'),
    '/iZoneCommandV2': () => '{OK}',
  });
  await using bridge = open(server.port, { verify: false });
  const unit = await bridge.unit();
  assert.deepEqual([unit.HvacOnOff, unit.Evap?.FanSpeed], [1, 7]);
  await bridge.command('SysOn', 1);
  assert.deepEqual(paths(server.heard), [
    'POST /HvacRequestV2',
    'POST /iZoneRequestV2',
    'POST /iZoneRequestV2',
    'POST /iZoneCommandV2',
  ]);
  assert.equal(server.heard[2]!.body, '{"iZoneV2Request":{"Type":1,"No":0,"No1":0}}');
});

test('a dialect given or discovered is tried first', async () => {
  await using server = await device({ '/iZoneRequestV2': () => unitAnswer({}, 'AirStreamDeviceUId') });
  await using bridge = open(server.port, { dialect: 'izone' });
  await bridge.unit();
  assert.deepEqual(paths(server.heard), ['POST /iZoneRequestV2', 'POST /iZoneRequestV2']);
});

test('answers in the words of the maker are read even at the neutral path', async () => {
  await using server = await device({
    '/HvacRequestV2': () => unitAnswer({ iZoneMode: 1 }, 'AirStreamDeviceUId'),
  });
  await using bridge = open(server.port);
  assert.equal((await bridge.unit()).HvacMode, 1);
});

const settings = JSON.stringify({
  AirStreamDeviceUId: '000051234',
  SysOn: 'on',
  SysMode: 'heat',
  SysFan: 'med',
  Setpoint: '22.5',
  Temp: '21.9',
  NoOfZones: 5,
  SysType: '310',
});
const zoneGroup = (from: number) =>
  JSON.stringify(
    [0, 1, 2, 3].map((n) => ({
      Index: from + n,
      Name: `Zone ${from + n}`,
      Mode: 'auto',
      SetPoint: 22.5,
      Temp: 21.9,
    })),
  );
const v1 = {
  '/SystemSettings': () => settings,
  '/Zones1_4': () => zoneGroup(0),
  '/Zones5_8': () => zoneGroup(4),
  '/SystemON': () => '{OK}',
  '/ZoneCommand': () => '{OK}',
};

test('a bridge that knows only the original interface is read through it, in the values of the current one', async () => {
  await using server = await device(v1);
  await using bridge = open(server.port);
  const unit = await bridge.unit();
  assert.deepEqual([unit.SysOn, unit.SysMode, unit.SysFan, unit.Setpoint, unit.Temp], [1, 2, 2, 2250, 2190]);
  assert.equal((await bridge.way()).generation, 'v1');
  const zones = await bridge.zones();
  assert.deepEqual(
    zones.map(({ Index, Name, Mode, Setpoint }) => [Index, Name, Mode, Setpoint]),
    [0, 1, 2, 3, 4].map((n) => [n, `Zone ${n}`, 3, 2250]),
  );
});

test('five zones take two groups of the original interface, not five requests', async () => {
  await using server = await device(v1);
  await using bridge = open(server.port, { capabilities: { v2: false } });
  await bridge.zones();
  assert.deepEqual(paths(server.heard), [
    'GET /SystemSettings',
    'GET /SystemSettings',
    'GET /Zones1_4',
    'GET /Zones5_8',
  ]);
});

test('commands of the current interface become those of the original one', async () => {
  await using server = await device(v1);
  await using bridge = open(server.port, { capabilities: { v2: false }, verify: false });
  await bridge.command('SysOn', 0);
  await bridge.command('ZoneSetpoint', { Index: 2, Setpoint: 2250 });
  assert.deepEqual(
    server.heard.slice(1).map(({ path, body }) => `${path} ${body}`),
    ['/SystemON {"SystemON":"off"}', '/ZoneCommand {"ZoneCommand":{"ZoneNo":"3","Command":"22.5"}}'],
  );
});

test('what the original interface has no word for is `unsupported`, and the sentence says why', async () => {
  await using server = await device(v1);
  await using bridge = open(server.port, { capabilities: { v2: false } });
  await assert.rejects(bridge.command('ZoneName', { Index: 0, Name: 'Den' }), {
    code: 'unsupported',
    message: /ZoneName: it speaks only the original interface/,
  });
  await assert.rejects(bridge.firmware(), { code: 'unsupported' });
});

test('a bridge whose new firmware answers v1 reads with an empty 200 is spoken to in v2 from then on', async () => {
  let updated = false;
  await using server = await serve(({ path, socket }) => {
    if (updated) socket.write(toAnswer(path === '/HvacRequestV2' ? unitAnswer() : ''));
    else if (path === '/SystemSettings') socket.write(toAnswer(settings));
    else socket.write(toAnswer('', { status: '404 Not Found' }));
  });
  await using bridge = open(server.port);
  assert.equal((await bridge.unit()).Temp, 2190);
  updated = true;
  assert.equal((await bridge.unit()).Temp, 2130);
  assert.equal((await bridge.way()).generation, 'v2');
});

test('a bridge that forgets v2 is spoken to in v1 from then on', async () => {
  let old = false;
  await using server = await serve(({ path, socket }) => {
    if (path === '/SystemSettings') socket.write(toAnswer(settings));
    else if (path === '/HvacRequestV2' && !old) socket.write(toAnswer(unitAnswer()));
    else socket.write(toAnswer('', { status: '404 Not Found' }));
  });
  await using bridge = open(server.port);
  assert.equal((await bridge.unit()).Temp, 2130);
  old = true;
  assert.equal((await bridge.unit()).Temp, 2190);
});

test('something that answers but is no bridge is `unsupported`', async () => {
  await using server = await device({});
  await using bridge = open(server.port);
  await assert.rejects(bridge.unit(), {
    code: 'unsupported',
    message: `127.0.0.1:${server.port} answers, but not as a climate bridge.`,
  });
});

test('{BUSY} is asked again after a growing wait, and the caller does not notice', async () => {
  const clock = setClock();
  await using server = await serve(({ socket }, count) =>
    socket.write(toAnswer(count <= 3 ? '{BUSY}' : unitAnswer())),
  );
  await using bridge = open(server.port, { clock });
  const unit = bridge.unit();
  for (const wait of [250, 500, 1000]) await clock.pass(wait);
  assert.equal((await unit).SysOn, 1);
});

test('a bridge that stays busy is `busy` after the retries', async () => {
  const clock = setClock();
  await using server = await serve(({ socket }) => socket.write(toAnswer('{BUSY}')));
  await using bridge = open(server.port, { clock, retries: 2 });
  const refused = assert.rejects(bridge.unit(), { code: 'busy' });
  for (const wait of [250, 500]) await clock.pass(wait);
  await refused;
  assert.equal(server.heard.length, 3);
});

test('there is a pause of 100 ms between two requests to a real bridge, and none to ours', async () => {
  for (const [headers, pauses] of [
    ['', [100]],
    ['Server: Plenum\r\n', []],
  ] as const) {
    const clock = setClock();
    await using server = await serve(({ socket }) => socket.write(toAnswer(unitAnswer(), { headers })));
    await using bridge = open(server.port, { clock, pause: undefined });
    const unit = bridge.unit();
    for (const wait of pauses) await clock.pass(wait);
    assert.equal((await unit).SysOn, 1);
  }
});

test('one request is in flight, however many are asked for', async () => {
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

test('a reading whose answer was lost or cut is asked for once more', async () => {
  for (const sin of ['hang up', 'cut']) {
    await using server = await serve(({ socket }, count) => {
      if (count !== 2) socket.write(toAnswer(unitAnswer()));
      else if (sin === 'cut')
        socket.end('HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\n{"HvacDeviceUId":"0000');
      else socket.destroy();
    });
    await using bridge = open(server.port);
    assert.equal((await bridge.unit()).SysOn, 1, sin);
    assert.equal(server.heard.length, 3);
  }
});

test('unknown keys, unknown values and missing fields of a device come through', async () => {
  await using server = await device({
    '/HvacRequestV2': () => unitAnswer({ SysFan: 7, NewThing: { a: 1 } }),
  });
  await using bridge = open(server.port);
  const unit = await bridge.unit();
  assert.deepEqual([unit.SysFan, unit.NewThing, unit.Supply], [7, { a: 1 }, undefined]);
});

test('a zone that leaves out its index is the one that was asked for', async () => {
  await using server = await device({
    '/HvacRequestV2': ({ body }) => (body.includes('"Type":2') ? '{"ZonesV2":{"Name":"Den"}}' : unitAnswer()),
  });
  await using bridge = open(server.port);
  assert.deepEqual(await bridge.zone(3), { Name: 'Den', Index: 3 });
});

test('a system without zones has no zones and is no error', async () => {
  await using server = await device({ '/HvacRequestV2': () => unitAnswer({ NoOfZones: 0 }) });
  await using bridge = open(server.port);
  assert.deepEqual(await bridge.zones(), []);
});

test('the refusal of a bridge is its own sentence', async () => {
  await using server = await device({ ...ac, '/HvacCommandV2': () => '{ERROR: EcoLock is on.}' });
  await using bridge = open(server.port);
  await assert.rejects(bridge.command('SysSetpoint', 2900), { code: 'refused', message: 'EcoLock is on.' });
});

test('a command out of range never leaves this machine', async () => {
  await using server = await device(ac);
  await using bridge = open(server.port);
  await assert.rejects(bridge.command('ZoneSetpoint', { Index: 0, Setpoint: 2155 }), {
    code: 'invalid',
    message: 'ZoneSetpoint.Setpoint: 21.55 °C is not a step of 0.5 °C; nearest 21.50 or 22.00.',
  });
  assert.equal(server.heard.length, 0);
});

/** A device whose unit shows `Setpoint`, and which does with a command what the test says. */
const obeying = (onCommand: (setpoint: number, count: number, request: Heard) => number | undefined) => {
  let setpoint = 2000;
  let count = 0;
  return serve((request) => {
    if (request.path === '/HvacRequestV2')
      return void request.socket.write(toAnswer(unitAnswer({ Setpoint: setpoint })));
    setpoint = onCommand(JSON.parse(request.body).SysSetpoint, ++count, request) ?? setpoint;
    if (!request.socket.destroyed) request.socket.write(toAnswer('OK'));
  });
};
const commandsIn = (heard: readonly Heard[]) => heard.filter(({ path }) => path === '/HvacCommandV2').length;

test('a command to a real bridge is read back', async () => {
  await using server = await obeying((setpoint) => setpoint);
  await using bridge = open(server.port);
  assert.deepEqual(await bridge.command('SysSetpoint', 2300), { verified: true });
  assert.equal(server.heard.at(-1)!.path, '/HvacRequestV2');
});

test('a command that a bridge said OK to and did not do is sent once more', async () => {
  await using server = await obeying((setpoint, count) => (count === 1 ? undefined : setpoint));
  await using bridge = open(server.port);
  assert.deepEqual(await bridge.command('SysSetpoint', 2300), { verified: true });
  assert.equal(commandsIn(server.heard), 2);
});

test('a command that is never done is `unverified`, and the sentence says what reads otherwise', async () => {
  await using server = await obeying(() => undefined);
  await using bridge = open(server.port);
  await assert.rejects(bridge.command('SysSetpoint', 2300), {
    code: 'unverified',
    message: /did not do SysSetpoint: Setpoint reads 2000, not 2300\.$/,
  });
  assert.equal(commandsIn(server.heard), 2);
});

test('a command whose answer was lost is not sent again when reading back shows it', async () => {
  await using server = await obeying((setpoint, _, { socket }) => {
    socket.destroy();
    return setpoint;
  });
  await using bridge = open(server.port, { verify: false });
  assert.deepEqual(await bridge.command('SysSetpoint', 2300), { verified: true });
  assert.equal(commandsIn(server.heard), 1);
});

test('a command to a bridge of ours is not read back unless asked', async () => {
  await using server = await serve(({ path, socket }) => {
    const body = path === '/HvacRequestV2' ? unitAnswer({ Setpoint: 2300 }) : 'OK';
    socket.write(toAnswer(body, { headers: 'Server: Plenum\r\n' }));
  });
  await using bridge = open(server.port);
  assert.deepEqual(await bridge.command('SysSetpoint', 2300), { verified: false });
  assert.deepEqual(await bridge.command('SysSetpoint', 2300, { verify: true }), { verified: true });
});

test('a burst of a slider reaches the device as its first and its last value', async () => {
  await using server = await device({ ...ac, '/HvacCommandV2': () => 'OK' });
  await using bridge = open(server.port, { verify: false });
  await bridge.way();
  const sent = Array.from({ length: 20 }, (_, n) => bridge.command('SysSetpoint', 2000 + 50 * n));
  await Promise.all(sent);
  const bodies = server.heard.filter(({ path }) => path === '/HvacCommandV2').map(({ body }) => body);
  assert.deepEqual(bodies, ['{"SysSetpoint":2000}', '{"SysSetpoint":2950}']);
});

test('everything is read with what is not installed left empty, and told of', async () => {
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
    ],
  );
  assert.deepEqual(missing, ['vrf unsupported', 'irrigation unsupported']);
  assert.equal(all.split[0]!.Index, 4);
});

test('a bridge that cannot be reached is an error, not an empty house', async () => {
  const server = await serve(() => {});
  await server[Symbol.asyncDispose]();
  await using bridge = open(server.port);
  await assert.rejects(bridge.datagrams(), { code: 'unreachable' });
});

test('an access key goes with every request, and a bridge that wants another one is not searched for dialects', async () => {
  await using server = await serve(({ socket }) =>
    socket.write(toAnswer('{ERROR: This bridge wants its access key.}', { status: '401 Unauthorized' })),
  );
  await using bridge = open(server.port, { accessKey: 'k-1' });
  await assert.rejects(bridge.datagrams(), { code: 'refused', status: 401 });
  assert.equal(server.heard.length, 1);
  assert.match(server.heard[0]!.head, /\r\nAuthorization: Bearer k-1\r\n/);
});

test('options that cannot be meant are refused before anything is sent', () => {
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

test('closing ends a request that is under way', async () => {
  await using server = await serve(() => bridge.close());
  const bridge = open(server.port);
  await assert.rejects(bridge.unit(), { code: 'closed' });
  await assert.rejects(bridge.unit(), { code: 'closed' });
});

test('firmware is a list of modules', async () => {
  await using server = await device({
    '/HvacRequestV2': ({ body }) =>
      body.includes('"Type":6') ? '{"Fmw":"ACC 2.65, iCB 1.24,\\u0000"}' : unitAnswer(),
  });
  await using bridge = open(server.port);
  assert.deepEqual(await bridge.firmware(), ['ACC 2.65', 'iCB 1.24']);
});
