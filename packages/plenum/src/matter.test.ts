import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { freePort } from '@plenum/testbed/free-port';
import { startPlenum } from '@plenum/testbed/plenum';
import { until } from '@plenum/testbed/until';
import { loopback, openController } from './fixture/matter-controller.fixture.ts';
import { runBridge } from './fixture/run-bridge.fixture.ts';
import { runHere } from './fixture/run-here.fixture.ts';

const constraintError = 135;
const unsupportedWrite = 136;

it('a Matter controller pairs with a house, reads it, writes to it, and is refused what the house refuses', async () => {
  await using bridge = await runBridge();
  using data = createDataFolder();
  using known = createDataFolder();
  const port = await freePort();
  const start = () =>
    startPlenum([
      ...['matter', '--bridge', `127.0.0.1:${bridge.http.port}`, '--data', data.path],
      ...['--matter-port', String(port), '--matter-interface', loopback],
    ]);
  await using running = start();
  const [, digits] = await running.line(/type (\d{4}-\d{3}-\d{4}):/);
  await using controller = await openController(known.path);
  await controller.commission(digits!.replaceAll('-', ''), port);

  const zone = (index: number) => bridge.device.datagrams().zone.find(({ Index }) => Index === index)!;
  const kitchen = await controller.read('zone-1', 'thermostat');
  assert.deepEqual(
    [kitchen.localTemperature, kitchen.occupiedHeatingSetpoint, kitchen.occupiedCoolingSetpoint],
    [zone(1).Temp, zone(1).Setpoint, zone(1).Setpoint],
  );
  const names = (await controller.list()).map(({ nodeLabel }) => nodeLabel);
  assert.ok(names.includes('Kitchen'), names.join());

  // 23.4 °C is no step of the house: the nearest one is set, and both setpoints show it.
  await controller.write('zone-1', 'thermostat', { occupiedCoolingSetpoint: 2340 });
  assert.equal(zone(1).Setpoint, 2350);
  await until('both setpoints show what the house has', async () => {
    const { occupiedHeatingSetpoint, occupiedCoolingSetpoint } = await controller.read(
      'zone-1',
      'thermostat',
    );
    return occupiedHeatingSetpoint === 2350 && occupiedCoolingSetpoint === 2350;
  });
  await assert.rejects(controller.write('zone-1', 'thermostat', { occupiedCoolingSetpoint: 3050 }), {
    code: constraintError,
  });
  await assert.rejects(controller.write('zone-1', 'thermostat', { minHeatSetpointLimit: 1600 }), {
    code: unsupportedWrite,
  });
  assert.equal(zone(1).Setpoint, 2350);
});

it('plenum matter asks for the bridge, and says which network interfaces there are', async () => {
  const missing = await runHere(['matter']);
  assert.match(`${missing.code} ${missing.err}`, /^2 Which bridge\? --bridge HOST/);
});
