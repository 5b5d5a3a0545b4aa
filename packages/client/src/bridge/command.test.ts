import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ac, device, open } from '../fixture/device.fixture.ts';
import { type ReceivedRequest, serve, toAnswer, unitAnswer } from '../fixture/serve.fixture.ts';

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
  assert.equal(server.requests.length, 0);
});

/** A device whose unit shows `Setpoint`, and which does with a command what the test says. */
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

test('a command to a real bridge is read back', async () => {
  await using server = await obeying((setpoint) => setpoint);
  await using bridge = open(server.port);
  assert.deepEqual(await bridge.command('SysSetpoint', 2300), { verified: true });
  assert.equal(server.requests.at(-1)!.path, '/HvacRequestV2');
});

test('a command that a bridge said OK to and did not do is sent once more', async () => {
  await using server = await obeying((setpoint, count) => (count === 1 ? undefined : setpoint));
  await using bridge = open(server.port);
  assert.deepEqual(await bridge.command('SysSetpoint', 2300), { verified: true });
  assert.equal(commandsIn(server.requests), 2);
});

test('a command without effect is `unverified`, and the sentence names the field that differs', async () => {
  await using server = await obeying(() => undefined);
  await using bridge = open(server.port);
  await assert.rejects(bridge.command('SysSetpoint', 2300), {
    code: 'unverified',
    message: /did not carry out SysSetpoint: Setpoint reads 2000, not 2300\.$/,
  });
  assert.equal(commandsIn(server.requests), 2);
});

test('a command whose answer was lost is not sent again when reading back shows it', async () => {
  await using server = await obeying((setpoint, _, { socket }) => {
    socket.destroy();
    return setpoint;
  });
  await using bridge = open(server.port, { verify: false });
  assert.deepEqual(await bridge.command('SysSetpoint', 2300), { verified: true });
  assert.equal(commandsIn(server.requests), 1);
});

test('a command to Plenum is not read back unless requested', async () => {
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
  await bridge.protocolVersion();
  const sent = Array.from({ length: 20 }, (_, n) => bridge.command('SysSetpoint', 2000 + 50 * n));
  await Promise.all(sent);
  const bodies = server.requests.filter(({ path }) => path === '/HvacCommandV2').map(({ body }) => body);
  assert.deepEqual(bodies, ['{"SysSetpoint":2000}', '{"SysSetpoint":2950}']);
});
