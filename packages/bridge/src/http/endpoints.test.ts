import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { catalogue } from '@plenum/protocol/command';
import { subsystemNames, subsystems } from '@plenum/protocol/definition';
import { izone } from '@plenum/protocol/dialect';
import { queries } from '@plenum/protocol/query';
import { v1Commands, v1Reads } from '@plenum/protocol/v1';
import type { Bridge } from '../bridge.ts';
import { post, send } from '../fixture/http.fixture.ts';
import { startSmallBridge } from '../fixture/start-small-bridge.fixture.ts';

describe('the paths of interface 4.2', () => {
  let bridge: Bridge;
  let port: number;
  before(async () => {
    bridge = await startSmallBridge();
    port = bridge.http.port;
  });
  after(() => bridge[Symbol.asyncDispose]());

  // The unit of this house is of a different brand, so a query for the status of brand A is refused; tested below.
  for (const { subsystem, type, answer } of queries.filter((each) => !('UnitBrandAInfoV2' in each.answer))) {
    const { query, root, uid } = subsystems[subsystem];
    const no = subsystem === 'ac' && type === 2 ? 1 : 0;
    it(`POST ${query} Type ${type} returns ${Object.keys(answer)}`, async () => {
      const { status, headers, text } = await post(port, query, { [root]: { Type: type, No: no, No1: 0 } });
      assert.equal(status, 200);
      assert.equal(headers['content-type'], 'application/json; charset=utf-8');
      const own = JSON.parse(text);
      assert.deepEqual(Object.keys(own), ['HvacDeviceUId', 'DeviceType', ...Object.keys(answer)]);
      const { uid: id } = bridge.identity;
      assert.equal(own.HvacDeviceUId, uid === 'text' ? id : Number(id));
    });
  }

  for (const [path, body, kind, field, value] of [
    ['/HvacCommandV2', { SysOn: 1 }, 'unit', 'SysOn', 1],
    ['/HvacCommandV2', { ZoneSetpoint: { Index: 0, Setpoint: 2350 } }, 'zone', 'Setpoint', 2350],
    ['/SplitSystemCommand', { SplitSystemZoneOn: { Index: 2, On: 1 } }, 'split', 'On', 1],
    ['/VrfControlCommand', { VrfSystemZoneOn: { Index: 1, On: 1 } }, 'vrf', 'On', 1],
    ['/iLightCommand', { RetEnable: 1 }, 'irrigation', 'Enable', true],
    ['/iLightCommand', { LiOn: { No: 0, On: 1 } }, 'lamp', 'On', 1],
    ['/PowerCommand', { ChannelName: { Device: 0, Channel: 0, Name: 'Oven' } }, 'power', 'Tag1', 'named'],
  ] as const)
    it(`POST ${path} ${JSON.stringify(body)} performs the command and returns the plain text OK`, async () => {
      const { status, headers, text } = await post(port, path, body);
      assert.equal(status, 200);
      assert.equal(headers['content-type'], 'text/plain; charset=utf-8');
      assert.equal(text, 'OK');
      assert.equal((bridge.device.datagrams()[kind][0] as Record<string, unknown>)[field], value);
    });

  it('shows the effect of a command in the next query', async () => {
    await post(port, '/HvacCommandV2', { ZoneName: { Index: 2, Name: 'Attic' } });
    const { text } = await post(port, '/HvacRequestV2', { HvacV2Request: { Type: 2, No: 2, No1: 0 } });
    assert.equal(JSON.parse(text).ZonesV2.Name, 'Attic');
  });

  for (const [path, body, status, sentence] of [
    ['/HvacCommandV2', { SysSetpoint: 3100 }, 400, 'SysSetpoint: 31.00 °C is above the maximum of 30.00 °C.'],
    [
      '/HvacCommandV2',
      { SysOn: 1, SysMode: 1 },
      400,
      'A body must contain exactly one command; this one has 2 keys.',
    ],
    ['/HvacCommandV2', {}, 400, 'A body must contain exactly one command; this one has 0 keys.'],
    ['/HvacCommandV2', '{"SysOn":1}{"SysOn":0}', 400, undefined],
    ['/HvacCommandV2', '', 400, undefined],
    [
      '/HvacCommandV2',
      { RetEnable: 1 },
      400,
      'The command RetEnable must be sent to /iLightCommand, not here.',
    ],
    ['/PowerCommand', { SysOn: 1 }, 400, 'The command SysOn must be sent to /HvacCommandV2, not here.'],
    ['/HvacCommandV2', { SysMood: 1 }, 400, 'There is no command "SysMood". Did you mean SysMode?'],
    ['/HvacCommandV2', { iSave: 1 }, 409, 'iSave is not available: this house is small.'],
    ['/HvacRequestV2', { PowerRequest: { Type: 1 } }, 400, undefined],
    [
      '/HvacRequestV2',
      { HvacV2Request: { Type: 5, No: 0, No1: 0 } },
      409,
      'This house has no unit of brand A.',
    ],
    ['/HvacRequestV2', { HvacV2Request: { Type: 99 } }, 400, undefined],
    ['/HvacRequestV2', { HvacV2Request: { Type: 2, No: 9 } }, 409, undefined],
  ] as const)
    it(`refuses ${JSON.stringify(body)} at ${path} with ${status}`, async () => {
      const before = bridge.device.datagrams().unit;
      const answer = await post(port, path, body);
      assert.equal(answer.status, status);
      assert.equal(answer.headers['content-type'], 'text/plain; charset=utf-8');
      if (sentence !== undefined) assert.equal(answer.text, `{ERROR: ${sentence}}`);
      assert.match(answer.text, /^\{ERROR: .+[.?]\}$/);
      assert.equal(bridge.device.datagrams().unit, before);
    });

  it('sends a refusal as data only to clients that accept its type', async () => {
    const command = (accept: string) =>
      send(port, '/HvacCommandV2', { method: 'POST', body: { SysSetpoint: 3100 }, headers: { accept } });
    const { status, headers, text } = await command('application/vnd.plenum.refusal+json, */*');
    assert.equal(status, 400);
    assert.equal(headers['content-type'], 'application/vnd.plenum.refusal+json');
    assert.deepEqual(JSON.parse(text), {
      code: 'too-high',
      path: ['SysSetpoint'],
      input: 3100,
      facts: { max: 3000, unit: '°C', scale: 100 },
      sentence: 'SysSetpoint: 31.00 °C is above the maximum of 30.00 °C.',
    });
    const usual = await command('application/json, text/plain, */*');
    assert.equal(usual.headers['content-type'], 'text/plain; charset=utf-8');
    assert.match(usual.text, /^\{ERROR: SysSetpoint: 31\.00 °C/);
  });

  for (const name of subsystemNames)
    for (const path of [subsystems[name].query, subsystems[name].control])
      for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS', 'PURGE'])
        it(`responds to ${method} ${path} with 405 and the allowed method`, async () => {
          const { status, headers, text } = await send(port, path, { method });
          assert.equal(status, 405);
          assert.equal(headers.allow, 'POST');
          assert.equal(text, `{ERROR: ${path} accepts only POST.}`);
        });

  it('refuses a malformed body of every command', async () => {
    for (const { name, subsystem } of catalogue.values()) {
      const { status, text } = await post(port, subsystems[subsystem].control, { [name]: null });
      assert.equal(status, 400, name);
      assert.match(text, new RegExp(`^\\{ERROR: ${name}: `));
    }
  });

  it('returns the new state to a repeated query after a change', async () => {
    const query = { HvacV2Request: { Type: 1, No: 0, No1: 0 } };
    const on = async () => JSON.parse((await post(port, '/HvacRequestV2', query)).text).SystemV2.SysMode;
    await post(port, '/HvacCommandV2', { SysMode: 1 });
    assert.equal(await on(), 1);
    assert.equal(await on(), 1);
    await post(port, '/HvacCommandV2', { SysMode: 2 });
    assert.equal(await on(), 2);
  });
});

describe('the original interface (wire facts 8)', () => {
  let bridge: Bridge;
  let port: number;
  before(async () => {
    bridge = await startSmallBridge();
    port = bridge.http.port;
  });
  after(() => bridge[Symbol.asyncDispose]());

  for (const { path } of v1Reads)
    it(`GET ${path} returns a body without an envelope`, async () => {
      const { status, text } = await send(port, path);
      assert.equal(status, 200);
      const own = JSON.parse(text);
      assert.equal((Array.isArray(own) ? own[0] : own).HvacDeviceUId, bridge.identity.uid);
    });

  it('switches the system on with a command of the original interface', async () => {
    const { status, text } = await post(port, '/SystemON', { SystemON: 'on' });
    assert.deepEqual([status, text], [200, '{OK}']);
    assert.equal(JSON.parse((await send(port, '/SystemSettings')).text).SysOn, 'on');
  });

  it('sets an open zone to auto if a client of the original interface sends it a setpoint', async () => {
    await post(port, '/ZoneCommand', { ZoneCommand: { ZoneNo: '1', Command: 'open' } });
    const { text } = await post(port, '/ZoneCommand', { ZoneCommand: { ZoneNo: '1', Command: '23.5' } });
    assert.equal(text, '{OK}');
    const [zone] = JSON.parse((await send(port, '/Zones1_4')).text);
    assert.deepEqual([zone.Mode, zone.SetPoint], ['auto', 23.5]);
  });

  it('performs no part of a command of the original interface if one part is refused', async () => {
    await post(port, '/ZoneCommand', { ZoneCommand: { ZoneNo: '2', Command: 'open' } });
    const { text } = await post(port, '/ZoneCommand', { ZoneCommand: { ZoneNo: '2', Command: '35.0' } });
    assert.match(text, /^\{ERROR: /);
    assert.equal(bridge.device.datagrams().zone[1]!.Mode, 1);
  });

  for (const { name } of v1Commands.values())
    it(`refuses a wrong ${name} with status 200 and a sentence`, async () => {
      const { status, text } = await post(port, `/${name}`, { [name]: {} });
      assert.equal(status, 200);
      assert.match(text, /^\{ERROR: .+\.\}$/);
    });
});

describe('a bridge with another dialect', () => {
  let bridge: Bridge;
  let port: number;
  before(async () => {
    bridge = await startSmallBridge({ dialect: izone });
    port = bridge.http.port;
  });
  after(() => bridge[Symbol.asyncDispose]());

  for (const [path, root] of [
    ['/iZoneRequestV2', 'iZoneV2Request'],
    ['/HvacRequestV2', 'HvacV2Request'],
    ['/HvacRequestV2', 'iZoneV2Request'],
  ] as const)
    it(`accepts ${root} at ${path} and responds in the words of the dialect`, async () => {
      const { status, text } = await post(port, path, { [root]: { Type: 1, No: 0, No1: 0 } });
      assert.equal(status, 200);
      assert.match(text, /^\{"AirStreamDeviceUId":"\d{9}","DeviceType":"ASH","SystemV2":\{/);
      assert.ok('iZoneOnOff' in JSON.parse(text).SystemV2);
      assert.doesNotMatch(text, /Hvac/);
    });

  for (const path of ['/iZoneCommandV2', '/HvacCommandV2'])
    it(`accepts commands at ${path} in a maker's dialect`, async () =>
      assert.equal((await post(port, path, { SysOn: 1 })).text, 'OK'));

  it('reports the right path in the words of the dialect if a command is for another subsystem', async () => {
    const { text } = await post(port, '/PowerCommand', { SysOn: 1 });
    assert.equal(text, '{ERROR: The command SysOn must be sent to /iZoneCommandV2, not here.}');
  });

  it('responds to requests of the original interface in the dialect of the bridge', async () =>
    assert.match((await send(port, '/SystemSettings')).text, /^\{"AirStreamDeviceUId":"/));
});

it('responds to a pairing command with the paired device, in the envelope', async () => {
  await using bridge = await startSmallBridge();
  const { status, text } = await post(bridge.http.port, '/iLightCommand', { LiPair: { Pair: 1 } });
  assert.equal(status, 200, text);
  const { LiPair, DeviceType } = JSON.parse(text);
  assert.deepEqual([DeviceType, LiPair], ['ASH', { Type: 0, No: 0 }]);
});

describe('a lighting command in the words of a maker', () => {
  it('responds with OK in braces only to lighting commands in a maker’s dialect', async () => {
    await using bridge = await startSmallBridge({ dialect: izone });
    const { port } = bridge.http;
    const answer = async (body: object) => (await post(port, '/iLightCommand', body)).text;
    assert.equal(await answer({ LiOn: { No: 0, On: 1 } }), '{OK}');
    assert.equal(await answer({ RetEnable: 1 }), 'OK');
  });
});
