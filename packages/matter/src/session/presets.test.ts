import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { House } from '@plenum/client/house';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { componentKinds, type Datagrams, initialDatagram } from '@plenum/protocol/component';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { configureMatter } from '../node/configure.ts';

// As `startMatter` does, because tests share a process.
configureMatter();
const { createNode } = await import('../node/node.ts');
const { createBridgedEntities } = await import('./bridged-entities.ts');

const nothing = Object.fromEntries(componentKinds.map((each) => [each, []])) as unknown as Datagrams;
const log = { info: () => {}, warn: () => {}, error: () => {} };

const favourite = (Index: number, Name: string, Setpoint: number): Datagrams['schedule'][number] => ({
  ...initialDatagram('schedule'),
  Index,
  Name,
  Mode: 1,
  Fan: 1,
  Zones: Array.from({ length: 14 }, () => ({ Mode: 3 as const, Setpoint })),
});

const unit = {
  ...initialDatagram('unit'),
  SysOn: 1 as const,
  SysMode: 1 as const,
  SysFan: 1 as const,
  RAS: 2 as const,
  CtrlZone: 0,
};
const zone = {
  ...initialDatagram('zone'),
  Index: 0,
  ZoneType: 3 as const,
  SensType: 1 as const,
  Temp: 2200,
  Mode: 3 as const,
  Setpoint: 2350,
};

interface Thermostat {
  readonly activePresetHandle: Uint8Array | null;
  readonly occupiedCoolingSetpoint: number;
  readonly presets: readonly { name: string; presetHandle: Uint8Array; coolingSetpoint: number }[];
}

it('shows an active favourite together with the setpoints it has set, and never an unused one', async () => {
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
    let state = {
      datagrams: {
        ...nothing,
        unit: [unit],
        zone: [zone],
        schedule: [favourite(0, 'Day', 2100), favourite(1, 'Night', 1800), favourite(2, '', 2000)],
      } as Datagrams,
      energy: undefined,
    };
    const become = (more: Partial<Datagrams>) => {
      state = { datagrams: { ...state.datagrams, ...more }, energy: undefined };
    };
    const { update, count } = createBridgedEntities({
      house: { uid: '000000001', isReachable: () => true } as House,
      aggregator,
      allowGarage: false,
      clock: createFakeClock(),
      log,
      state: () => state,
      onSettled: () => {},
    });
    await update();
    assert.equal(count().failed, 0);
    const endpoint = [...aggregator.parts].find(({ id }) => id === 'unit')!;
    const shown = () => {
      const { activePresetHandle, occupiedCoolingSetpoint, presets } = endpoint.stateOf(
        'thermostat',
      ) as unknown as Thermostat;
      return {
        active: activePresetHandle?.[0] ?? null,
        setpoint: occupiedCoolingSetpoint,
        presets: presets.map(({ name, presetHandle, coolingSetpoint }) =>
          [presetHandle[0], name, coolingSetpoint].join(' '),
        ),
      };
    };
    const presets = ['1 Day 2100', '2 Night 1800'];
    assert.deepEqual(shown(), { active: null, setpoint: 2350, presets });

    // matter.js clears the active preset if a setpoint changes, so both in one update must be kept.
    become({ zone: [{ ...zone, Setpoint: 2100 }] });
    await update();
    assert.deepEqual(shown(), { active: 1, setpoint: 2100, presets });
    become({ zone: [{ ...zone, Setpoint: 1800 }] });
    await update();
    assert.deepEqual(shown(), { active: 2, setpoint: 1800, presets });

    // The active favourite becomes unused, and another one gets the name of the first.
    become({ schedule: [favourite(0, 'Day', 2100), favourite(1, '', 1800), favourite(2, 'Day', 2000)] });
    await update();
    assert.deepEqual(shown(), {
      active: null,
      setpoint: 1800,
      presets: ['1 Day (1) 2100', '3 Day (3) 2000'],
    });

    // Locked economy limits apply to presets too, in the same update.
    become({
      unit: [{ ...unit, EcoLock: 1, EcoMin: 1700, EcoMax: 2050 }],
      schedule: [favourite(0, 'Morning', 2100)],
    });
    await update();
    assert.deepEqual(shown().presets, ['1 Morning 2050']);
    become({ schedule: [favourite(0, '', 2100)] });
    await update();
    assert.deepEqual(shown().presets, []);
  } finally {
    await node.close();
  }
});
