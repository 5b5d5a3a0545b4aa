import assert from 'node:assert/strict';
import { test } from 'node:test';
import { device, open, paths } from '../fixture/device.fixture.ts';
import { serve, toAnswer, unitAnswer } from '../fixture/serve.fixture.ts';

test('detects the dialect of a device', async () => {
  await using server = await device({
    '/iZoneRequestV2': () => unitAnswer({ iZoneOnOff: 1, Coolbreeze: { FanSpeed: 7 } }, 'AirStreamDeviceUId'),
    '/iZoneCommandV2': () => '{OK}',
  });
  await using bridge = open(server.port, { verify: false });
  const unit = await bridge.unit();
  assert.deepEqual([unit.HvacOnOff, unit.Evap?.FanSpeed], [1, 7]);
  await bridge.command('SysOn', 1);
  assert.deepEqual(paths(server.requests), [
    'POST /HvacRequestV2',
    'POST /iZoneRequestV2',
    'POST /iZoneRequestV2',
    'POST /iZoneCommandV2',
  ]);
  assert.equal(server.requests[2]!.body, '{"iZoneV2Request":{"Type":1,"No":0,"No1":0}}');
});

test('tries a given or discovered dialect first', async () => {
  await using server = await device({ '/iZoneRequestV2': () => unitAnswer({}, 'AirStreamDeviceUId') });
  await using bridge = open(server.port, { dialect: 'izone' });
  await bridge.unit();
  assert.deepEqual(paths(server.requests), ['POST /iZoneRequestV2', 'POST /iZoneRequestV2']);
});

test("reads answers in the manufacturer's dialect even at the neutral path", async () => {
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

test('reads a bridge with only the original interface, in the form of the current one', async () => {
  await using server = await device(v1);
  await using bridge = open(server.port);
  const unit = await bridge.unit();
  assert.deepEqual([unit.SysOn, unit.SysMode, unit.SysFan, unit.Setpoint, unit.Temp], [1, 2, 2, 2250, 2190]);
  assert.equal((await bridge.protocolVersion()).generation, 'v1');
  const zones = await bridge.zones();
  assert.deepEqual(
    zones.map(({ Index, Name, Mode, Setpoint }) => [Index, Name, Mode, Setpoint]),
    [0, 1, 2, 3, 4].map((n) => [n, `Zone ${n}`, 3, 2250]),
  );
});

test('reads five zones with two group requests of the original interface instead of five', async () => {
  await using server = await device(v1);
  await using bridge = open(server.port, { capabilities: { v2: false } });
  await bridge.zones();
  assert.deepEqual(paths(server.requests), [
    'GET /SystemSettings',
    'GET /SystemSettings',
    'GET /Zones1_4',
    'GET /Zones5_8',
  ]);
});

test('translates commands of the current interface to those of the original one', async () => {
  await using server = await device(v1);
  await using bridge = open(server.port, { capabilities: { v2: false }, verify: false });
  await bridge.command('SysOn', 0);
  await bridge.command('ZoneSetpoint', { Index: 2, Setpoint: 2250 });
  assert.deepEqual(
    server.requests.slice(1).map(({ path, body }) => `${path} ${body}`),
    ['/SystemON {"SystemON":"off"}', '/ZoneCommand {"ZoneCommand":{"ZoneNo":"3","Command":"22.5"}}'],
  );
});

test('reports features that the original interface lacks as `unsupported` with the reason', async () => {
  await using server = await device(v1);
  await using bridge = open(server.port, { capabilities: { v2: false } });
  await assert.rejects(bridge.command('ZoneName', { Index: 0, Name: 'Den' }), {
    code: 'unsupported',
    message: /ZoneName: it has only the original interface/,
  });
  await assert.rejects(bridge.firmware(), { code: 'unsupported' });
});

test('uses v2 for a device with both interfaces that lost the first requests of v2', async () => {
  let lost = 0;
  await using server = await serve(({ path, socket }) => {
    if (path === '/SystemSettings') socket.write(toAnswer(settings));
    else if (path !== '/HvacRequestV2') socket.write(toAnswer('', { status: '404 Not Found' }));
    // The client repeats a lost query once.
    else if (++lost <= 2) socket.destroy();
    else socket.write(toAnswer(unitAnswer()));
  });
  await using bridge = open(server.port);
  assert.equal((await bridge.unit()).Temp, 2130);
});

test('uses v1 for a device that does not answer requests of v2', async () => {
  await using server = await serve(({ path, socket }) => {
    if (path === '/SystemSettings') socket.write(toAnswer(settings));
    else socket.destroy();
  });
  await using bridge = open(server.port);
  assert.equal((await bridge.unit()).Temp, 2190);
});

test('switches to v2 for a bridge whose new firmware answers v1 reads with an empty 200', async () => {
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
  assert.equal((await bridge.protocolVersion()).generation, 'v2');
});

test('switches to v1 for a bridge that no longer answers v2', async () => {
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

test('reports `unsupported` if something other than a bridge answers', async () => {
  await using server = await device({});
  await using bridge = open(server.port);
  await assert.rejects(bridge.unit(), {
    code: 'unsupported',
    message: `127.0.0.1:${server.port} answers, but not as a climate bridge.`,
  });
});
