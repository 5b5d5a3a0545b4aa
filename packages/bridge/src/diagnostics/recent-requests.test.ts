import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { createRedaction } from '@plenum/insight/request';
import { catalogue } from '@plenum/protocol/command';
import { membersOfBody } from '@plenum/protocol/definition';
import { izone, neutral } from '@plenum/protocol/dialect';
import type { Field } from '@plenum/protocol/field';
import { bridgeLimits } from '@plenum/protocol/limit';
import { post, send } from '../fixture/http.fixture.ts';
import { startAttachedBridge, startSmallBridge } from '../fixture/start-small-bridge.fixture.ts';

const path = '/simulation/requests';
const query = { HvacV2Request: { Type: 1, No: 0, No1: 0 } };
const setpoint = (Setpoint: number) => ({ ZoneSetpoint: { Index: 0, Setpoint } });

/** Returns a value of a body in which each member is the same text. */
const toMembers = (body: Field, text: string) =>
  Object.fromEntries(membersOfBody(body).map(([key]) => [key, { [key]: text, Name: [text] }]));

const list = async (port: number) => JSON.parse((await send(port, path)).text).requests;

/** Runs a command line in a POSIX shell, with the variables that command lines refer to. */
const runShell = async (line: string, env: Readonly<Record<string, string>> = {}) => {
  const { stdout } = await promisify(execFile)('sh', ['-c', line.replace('curl ', 'curl -s ')], {
    env: { ...process.env, ...env },
  });
  return stdout;
};

describe('GET /simulation/requests', () => {
  it('lists who asked what and got which answer, newest first', async () => {
    await using bridge = await startSmallBridge();
    const { port } = bridge.http;
    await post(port, '/HvacRequestV2', query, { 'user-agent': 'Heater/2.1 (Linux)' });
    await post(port, '/HvacCommandV2', setpoint(2151));
    await send(port, '/history?from=0&to=1000&series=zone.0.Temp');
    const [read, command, first] = await list(port);
    assert.deepEqual([read.method, read.path], ['GET', '/history?from=0&to=1000&series=zone.0.Temp']);
    assert.deepEqual(command.asked, setpoint(2151));
    assert.deepEqual([command.status, command.result, command.isRedacted], [400, 'off-step', undefined]);
    assert.deepEqual(
      [first.over, first.from, first.client, first.asked, first.status, first.result],
      ['http', '127.0.0.1', 'Heater/2.1', query, 200, 'OK'],
    );
    assert.ok(first.ms >= 0 && first.at > 0);
  });

  it('lists a discovery request', async () => {
    await using bridge = await startSmallBridge();
    const socket = createSocket('udp4').bind(0, '127.0.0.1');
    await once(socket, 'listening');
    socket.send('IASD', bridge.udp.port, '127.0.0.1');
    await once(socket, 'message');
    socket.close();
    const [{ over, from, result }] = await list(bridge.http.port);
    assert.deepEqual({ over, from, result }, { over: 'udp', from: '127.0.0.1', result: 'OK' });
  });

  it('leaves out its own requests, health checks and what an open page reads', async () => {
    await using bridge = await startSmallBridge();
    const { port } = bridge.http;
    await send(port, '/healthz');
    await send(port, '/metrics');
    await send(port, '/simulation', { headers: { 'sec-fetch-site': 'same-origin' } });
    await list(port);
    assert.deepEqual(await list(port), []);
  });

  it('keeps as many requests as the limit and forgets the oldest after that', async () => {
    await using bridge = await startSmallBridge({ limits: { requests: 2 } });
    const { port } = bridge.http;
    await post(port, '/HvacCommandV2', setpoint(2100));
    await post(port, '/HvacCommandV2', setpoint(2150));
    const setpoints = async () =>
      (await list(port)).map(
        ({ asked }: { asked: ReturnType<typeof setpoint> }) => asked.ZoneSetpoint.Setpoint,
      );
    assert.deepEqual(await setpoints(), [2150, 2100]);
    await post(port, '/HvacCommandV2', setpoint(2200));
    assert.deepEqual(await setpoints(), [2200, 2150]);
  });

  it('forgets the oldest requests when they take more memory than the limit', async () => {
    const long = { ZoneSetpoint: { Index: 0, Setpoint: 2150 }, ZoneMode: Array(300).fill(1) };
    await using bridge = await startSmallBridge({ limits: { requestsBytes: 3_000 } });
    const { port } = bridge.http;
    for (let sent = 0; sent < 20; sent++) await post(port, '/HvacCommandV2', long);
    const { length } = await list(port);
    assert.ok(length > 0 && length < 12, String(length));
  });

  it('lists a body up to the limit, and a longer one without its content', async () => {
    await using bridge = await startSmallBridge();
    const { port } = bridge.http;
    const { most } = bridgeLimits.requestBody;
    const body = JSON.stringify(query);
    await post(port, '/HvacRequestV2', body + ' '.repeat(most - body.length));
    await post(port, '/HvacRequestV2', body + ' '.repeat(most - body.length + 1));
    const [long, short] = await list(port);
    assert.deepEqual([short.asked, short.isRedacted], [query, undefined]);
    assert.deepEqual([long.asked, long.isRedacted, long.result], [undefined, true, 'OK']);
  });

  it('contains none of the secrets and names that clients send, wherever they send them', async () => {
    const secrets = ['hunter2hunter2', 'Anna’s room', 'p1n4711', 'eyJhbGciOi.Zm9v', 'zoë'];
    await using bridge = await startSmallBridge({
      accessKey: secrets[0]!,
      installerKey: secrets[2]!,
      limits: { requests: 1_000, requestsBytes: 1_000_000 },
    });
    const { port } = bridge.http;
    const headers = (secret: string) => ({
      authorization: `Bearer ${secrets[0]}`,
      'plenum-installer-key': encodeURIComponent(secret),
      'user-agent': encodeURIComponent(secret),
      prefer: encodeURIComponent(secret),
      accept: encodeURIComponent(secret),
      cookie: encodeURIComponent(secret),
    });
    for (const secret of secrets) {
      const uri = encodeURIComponent(secret);
      const of = headers(secret);
      await send(port, `/${uri}`, { headers: of });
      await send(port, `/history?from=${uri}&${uri}=1&series=${uri},zone.0.${uri}&key=${uri}`, {
        headers: of,
      });
      await send(port, '/explain?component=zone.0', { headers: { authorization: `Bearer ${uri}` } });
      for (const body of [
        secret,
        { [secret]: 1 },
        { ZoneName: { [secret]: secret, Index: 0, Name: secret } },
      ])
        for (const to of ['/HvacCommandV2', '/HvacRequestV2', '/groups', '/simulation/snapshots', `/${uri}`])
          await post(port, to, body, of);
      await post(port, '/HvacCommandV2', `{"ZoneName":"${secret}","ZoneName":1}`, of);
    }
    const { text } = await send(port, path, { headers: headers('x') });
    for (const secret of [...secrets, ...secrets.map(encodeURIComponent)])
      assert.equal(text.includes(secret), false, secret);
    assert.ok(text.includes('<text>'));
    assert.equal(JSON.parse(text).requests.length, secrets.length * 19);
  });

  it('leaves out texts in the bodies of all commands, at any depth', () => {
    const redaction = createRedaction({ dialect: neutral, maxBody: 2_048 });
    for (const { name, body } of catalogue.values())
      for (const value of ['hunter2', ['hunter2'], toMembers(body, 'hunter2')]) {
        const { text, isRedacted } = redaction.body(JSON.stringify({ [name]: value }))!;
        assert.deepEqual([text.includes('hunter2'), isRedacted], [false, true], text);
      }
  });

  it('does not list the body of a command that sets a password, even a number', async () => {
    await using bridge = await startSmallBridge();
    const secret = [...catalogue.values()].find(({ isSecret }) => isSecret)!;
    await post(bridge.http.port, '/HvacCommandV2', { [secret.name]: 47114711 });
    const [{ asked, isRedacted }] = await list(bridge.http.port);
    assert.deepEqual([asked, isRedacted], [{ [secret.name]: '<text>' }, true]);
  });

  it('leaves out addresses, phone numbers, dates and numbers in fields for texts', () => {
    const redaction = createRedaction({ dialect: neutral, maxBody: 2_048 });
    for (const [body, secret] of [
      [{ LiNetSet: { Dhcp: 0, StaticIp_1: 171, Gateway_4: 171 } }, '171'],
      [{ SysTag1: 412345678 }, '412345678'],
      [{ ZoneName: { Index: 1, Name: 4711 } }, '4711'],
      [{ ZoneName: { Index: 1, Name: '1984-03-12' } }, '1984'],
      [{ ZoneName: { Index: 1, Name: 'home' } }, 'home'],
      [{ ZoneSetpoint: { Index: 1, Setpoint: 412345678 } }, '412345678'],
      [{ LiPass: { Index: 4711 } }, '4711'],
      [412345678, '412345678'],
    ] as const) {
      const { text, isRedacted } = redaction.body(JSON.stringify(body))!;
      assert.deepEqual([text.includes(secret), isRedacted], [false, true], text);
    }
    const asked = {
      from: '0',
      to: '1767225600000',
      series: 'zone.0.Temp',
      points: '0412345678',
      Name: '4711',
    };
    assert.deepEqual(redaction.query(asked), {
      text: `?${new URLSearchParams({ ...asked, points: '<text>', Name: '<text>' })}`,
      isRedacted: true,
    });
  });

  it('gives a command line that repeats the request, with the keys as variables', async () => {
    const env = { KEY: 'a-long-access-key', INSTALLER_KEY: 'a-long-installer-key' };
    await using bridge = await startSmallBridge({ accessKey: env.KEY, installerKey: env.INSTALLER_KEY });
    const { port } = bridge.http;
    const headers = { authorization: `Bearer ${env.KEY}`, 'plenum-installer-key': env.INSTALLER_KEY };
    const read = async () => JSON.parse((await send(port, path, { headers })).text).requests;
    await post(port, '/HvacCommandV2', setpoint(2350), headers);
    await post(port, '/HvacCommandV2', setpoint(2100), headers);
    const { curl } = (await read())[1];
    assert.equal(await runShell(curl, env), 'OK');
    const [repeated, , original] = await read();
    for (const key of ['method', 'path', 'asked', 'status', 'result', 'curl'])
      assert.deepEqual(repeated[key], original[key], key);
    assert.equal(bridge.device.datagrams().zone[0]!.Setpoint, 2350);
    await send(port, '/explain?component=zone.0', { headers });
    assert.equal(JSON.parse(await runShell((await read())[0].curl, env)).kind, 'zone');
  });

  it('lists a maker’s request in the words of the interface, and repeats it in the maker’s', async () => {
    await using bridge = await startSmallBridge({ dialect: izone });
    const { port } = bridge.http;
    const body = { iZoneV2Request: { Type: 1, No: 0, No1: 0 } };
    const { text } = await post(port, '/iZoneRequestV2', body);
    const [{ asked, curl }] = await list(port);
    assert.deepEqual(asked, query);
    assert.ok(curl.includes(JSON.stringify(body)), curl);
    assert.equal(await runShell(curl), text);
  });

  it('is off if the simulation is not served, and at a real bridge unless asked for', async () => {
    await using real = await startSmallBridge({ simulation: false });
    const attached = (keepRequests?: boolean) =>
      startAttachedBridge({ host: '127.0.0.1', port: real.http.port }, { discovery: false, keepRequests });
    await using off = await attached();
    await using on = await attached(true);
    await post(on.http.port, '/HvacRequestV2', query);
    assert.equal((await send(real.http.port, path)).status, 404);
    assert.equal((await send(off.http.port, path)).status, 404);
    assert.deepEqual((await list(on.http.port))[0].asked, query);
  });
});
