import assert from 'node:assert/strict';
import { networkInterfaces } from 'node:os';
import { it } from 'node:test';
import type { House } from '@plenum/client/house';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { componentKinds, type Datagrams, initialDatagram } from '@plenum/protocol/component';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { freePort } from '@plenum/testbed/free-port';
import { until } from '@plenum/testbed/until';
import { startMatter } from './index.ts';

const nothing = Object.fromEntries(componentKinds.map((each) => [each, []])) as unknown as Datagrams;
const lamp = { ...initialDatagram('lamp'), Att: 1, Type: 'CL5' as const, On: 1 };
const loopback = Object.entries(networkInterfaces()).find(([, all]) => all?.[0]?.internal)![0];

/** A house with the datagrams of a test. */
const openHouse = (datagrams: () => Datagrams): House =>
  ({
    uid: '000000001',
    datagrams,
    isReachable: () => true,
    subscribe: () => () => {},
    readEnergy: async () => undefined,
  }) as unknown as House;

it('an entity that Matter cannot show does not affect the bridge and the other entities', async () => {
  const datagrams: Datagrams = {
    ...nothing,
    unit: [initialDatagram('unit')],
    // No attribute of Matter can hold the brightness of the second lamp, because a level has 8 bits.
    lamp: [100, 9_999, 50].map((Brig, Index) => ({ ...lamp, Index, Brig })),
  };
  const house = openHouse(() => datagrams);
  const lines: string[] = [];
  const note = (_: unknown, line: string) => void lines.push(line);
  using folder = createDataFolder();
  await using matter = await startMatter({
    house,
    name: 'House',
    data: folder.path,
    port: await freePort(),
    networkInterface: loopback,
    log: { info: note, warn: note, error: note } as never,
  });
  const { started, failed } = matter.count();
  assert.equal(failed, 1);
  assert.ok(started >= 2, `${started}`);
  assert.match(matter.codes.manual, /^\d{11}$/);
  assert.ok(lines.includes('lamp/1 cannot be shown over Matter; all other entities are'), lines.join('\n'));
});

it('an endpoint ends up showing the house’s state, whichever writes came or failed before', async () => {
  const { createNode } = await import('./node/node.ts');
  const { createBridgedEntities } = await import('./session/bridged-entities.ts');
  const zone = {
    ...initialDatagram('zone'),
    Index: 0,
    ZoneType: 3 as const,
    SensType: 1 as const,
    Temp: 2200,
    Mode: 3 as const,
    Setpoint: 2350,
  };
  let datagrams: Datagrams = {
    ...nothing,
    unit: [initialDatagram('unit')],
    zone: [zone],
    lamp: [{ ...lamp, Index: 0, Brig: 9_999 }],
  };
  const clock = createFakeClock();
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  using folder = createDataFolder();
  const { node, aggregator } = await createNode({
    uid: '000000001',
    name: 'House',
    data: folder.path,
    port: 0,
    networkInterface: undefined,
    log,
  });
  try {
    const { update, count } = createBridgedEntities({
      house: openHouse(() => datagrams),
      aggregator,
      allowGarage: false,
      clock,
      log,
      state: () => state,
      onSettled: () => {},
    });
    let state = { datagrams, energy: undefined };
    const become = (more: Partial<Datagrams>) => {
      datagrams = { ...datagrams, ...more };
      state = { datagrams, energy: undefined };
    };
    await update();
    const endpoint = [...aggregator.parts].find(({ id }) => id === 'zone-0')!;
    const setpoints = () => {
      const { occupiedHeatingSetpoint, occupiedCoolingSetpoint } = endpoint.stateOf('thermostat') as never;
      return [occupiedHeatingSetpoint, occupiedCoolingSetpoint];
    };
    assert.deepEqual(setpoints(), [2350, 2350]);

    // Writes to the endpoint directly, without changing the house or causing an event.
    const old = { occupiedHeatingSetpoint: 2100, occupiedCoolingSetpoint: 2100 };
    await endpoint.setStateOf('thermostat', old as never);
    await update();
    assert.deepEqual(setpoints(), [2350, 2350]);

    // The update waits for the other transaction, and then shows the current state of the house.
    const [began, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const other = endpoint.act('other', async (agent) => {
      const { thermostat } = agent as never as { thermostat: { state: object } };
      await agent.context.transaction.addResources(thermostat as never);
      await agent.context.transaction.begin();
      Object.assign(thermostat.state, old);
      began.resolve();
      await end.promise;
    });
    await began.promise;
    become({ zone: [{ ...zone, Setpoint: 2400 }] });
    const updated = update();
    await new Promise(setImmediate);
    become({ zone: [{ ...zone, Setpoint: 2450 }] });
    end.resolve();
    await Promise.all([other, updated]);
    assert.deepEqual(setpoints(), [2450, 2450]);

    // A transaction that blocks its endpoint does not delay other endpoints.
    const [held, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holder = endpoint.act('holder', async (agent) => {
      await agent.context.transaction.addResources((agent as never as { thermostat: never }).thermostat);
      await agent.context.transaction.begin();
      held.resolve();
      await free.promise;
    });
    await held.promise;
    become({ zone: [zone], lamp: [{ ...lamp, Index: 0, Brig: 50 }] });
    assert.deepEqual(count(), { started: 3, failed: 1 });
    const late = update();
    await new Promise(setImmediate);
    clock.advance(10_000);
    await late;
    // If an endpoint failed to start, it is started later, once that is possible.
    assert.deepEqual(count(), { started: 4, failed: 0 });
    free.resolve();
    await holder;
    await until('its own is shown when it lets go', async () => setpoints().join() === '2350,2350');
  } finally {
    await node.close();
  }
});
