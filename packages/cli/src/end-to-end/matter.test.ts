import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { type Bridge, toHouseToRun } from '@plenum/bridge';
import type { AnyCommand } from '@plenum/protocol/command';
import type { InstallerAnswer } from '@plenum/protocol/extension';
import { type HouseFile, readShippedHouse } from '@plenum/simulator';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { openDisk } from '@plenum/testbed/disk';
import { freePort } from '@plenum/testbed/free-port';
import { isFullRun } from '@plenum/testbed/full-run';
import { runBridge } from '@plenum/testbed/house';
import { startPlenum } from '@plenum/testbed/plenum';
import type { Running } from '@plenum/testbed/process';
import { until as untilWithin } from '@plenum/testbed/until';
import { loopback, type MatterController, openController } from '../fixture/matter-controller.fixture.ts';
import { runHere } from '../fixture/run-here.fixture.ts';

/** Status codes of Matter (Matter 1.4 core, 8.10.1). */
const constraintError = { code: 135 };
const unsupportedWrite = { code: 136 };
const timedOut = { code: 148 };
const invalidInState = { code: 203 };
const [off, auto, cool, heat, fanOnly] = [0, 1, 3, 4, 7];
const [coolingOnly, coolingAndHeating] = [0, 4];

/** Number of splits, fan-coils and stations: few in an ordinary run, because every endpoint makes the test slower. */
const most = isFullRun ? Number.POSITIVE_INFINITY : 3;

/** The largest house with only one lamp of each type instead of its 128 lamps, and in an ordinary run `most` of others. */
const openHotel = (): HouseFile => {
  const file = readShippedHouse('large');
  if (!file.ok) throw new Error('the large house cannot be read');
  const { lighting, splits, vrf, irrigation, ...house } = file.value;
  // Favourites close zones at night. So it is noon in the house whenever the test runs.
  const hours = 12 - new Date().getUTCHours();
  const timeZone = `Etc/GMT${hours < 0 ? '+' : '-'}${Math.abs(hours)}`;
  const types = new Map(lighting!.lamps.map((lamp) => [lamp.type, lamp]));
  return {
    ...house,
    place: { ...house.place, timeZone },
    splits: { ...splits!, units: splits!.units.slice(0, most), favourites: [] },
    vrf: { ...vrf!, units: vrf!.units.slice(0, most), favourites: [] },
    irrigation: { ...irrigation!, stations: irrigation!.stations.slice(0, most), programs: [] },
    lighting: { ...lighting!, lamps: [...types.values()], favourites: [], switches: [] },
  };
};

/** A long timeout: this test has three processes on a machine that may be busy. */
const until = (what: string, holds: () => Promise<unknown>) => untilWithin(what, holds, 60_000);

const openWalk = (bridge: Bridge, controller: MatterController, running: Running) => {
  const { read } = controller;
  const { datagrams } = bridge.device;
  return {
    unit: () => datagrams().unit[0]!,
    zone: (index: number) => datagrams().zone.find(({ Index }) => Index === index)!,
    lamp: (type: string) => datagrams().lamp.find(({ Type }) => Type === type)!,
    perform: async (command: object) => {
      const [[name, body]] = Object.entries(command) as [[string, unknown]];
      const done = await bridge.device.command({ name, body } as AnyCommand);
      assert.ok(done.ok, JSON.stringify(done));
    },
    /** Waits until a controller has received the current values. */
    shows: (thing: string, cluster: string, values: Readonly<Record<string, unknown>>) =>
      until(`${thing} shows ${JSON.stringify(values)}`, async () => {
        const found = await read(thing, cluster);
        const differs = Object.keys(values).find((key) => found[key] !== values[key]);
        return differs === undefined || { [differs]: found[differs], house: running.output().err };
      }),
  };
};

describe('a house over Matter', () => {
  it('a controller pairs once, operates the house, gets refusals, and survives restarts', async () => {
    await using bridge = await runBridge({ house: toHouseToRun(openHotel(), { seed: 1 }) });
    using data = createDataFolder();
    using memory = createDataFolder();
    const port = await freePort();
    const start = (folder = data.path, ...more: readonly string[]) =>
      startPlenum([
        ...['matter', '--bridge', `127.0.0.1:${bridge.http.port}`, '--data', folder],
        ...['--matter-port', String(port), '--matter-interface', loopback],
        ...more,
      ]);
    await using first = start(data.path, '--matter-allow-garage');
    const [, count, digits] = await first.line(/with (\d+) devices\. Scan this code, or type ([\d-]{13}):/);
    await using controller = await openController(memory.path);
    const { list, known: pushed, read, write, invoke } = controller;
    await controller.commission(digits!.replaceAll('-', ''), port);
    const { unit, zone, lamp, perform, shows } = openWalk(bridge, controller, first);

    const all = await list();
    assert.equal(all.length, Number(count));
    assert.ok(all.length > (isFullRun ? 80 : 40), `${all.length}`);
    assert.equal(new Set(all.map(({ uniqueId }) => uniqueId)).size, all.length);
    // Garage doors are included because the owner allows it.
    const doors = bridge.device.datagrams().lamp.filter(({ Type }) => /GDO?$/.test(Type));
    assert.equal(doors.length, 3);
    for (const { Index } of doors) assert.ok(all.some(({ uniqueId }) => uniqueId.endsWith(`-lamp-${Index}`)));

    assert.deepEqual(await controller.check(), []);

    // A zone has one setpoint, which Matter shows for both heating and cooling, in the house's setpoint steps.
    await shows('zone-1', 'thermostat', {
      localTemperature: zone(1).Temp,
      occupiedHeatingSetpoint: zone(1).Setpoint,
      occupiedCoolingSetpoint: zone(1).Setpoint,
      controlSequenceOfOperation: coolingAndHeating,
    });
    await shows('zone-1/temperatureMeasurement', 'temperatureMeasurement', { measuredValue: zone(1).Temp });
    await write('zone-1', 'thermostat', { occupiedCoolingSetpoint: 2340 });
    assert.equal(zone(1).Setpoint, 2350);
    await shows('zone-1', 'thermostat', { occupiedHeatingSetpoint: 2350, occupiedCoolingSetpoint: 2350 });
    await write('zone-1', 'thermostat', { occupiedHeatingSetpoint: 2360 });
    await shows('zone-1', 'thermostat', { occupiedHeatingSetpoint: 2350, occupiedCoolingSetpoint: 2350 });
    await assert.rejects(write('zone-1', 'thermostat', { occupiedHeatingSetpoint: 3050 }), constraintError);
    await assert.rejects(write('zone-1', 'thermostat', { minHeatSetpointLimit: 1600 }), unsupportedWrite);
    assert.equal(zone(1).Setpoint, 2350);
    await perform({ ZoneSetpoint: { Index: 1, Setpoint: 2200 } });
    await until(
      'a change of the house is pushed',
      async () => (await pushed('zone-1', 'thermostat')).occupiedCoolingSetpoint === 2200,
    );

    // The mode of the unit limits the modes of its zones.
    await write('unit', 'thermostat', { systemMode: cool });
    assert.equal(unit().SysMode, 1);
    await shows('zone-1', 'thermostat', { controlSequenceOfOperation: coolingOnly, systemMode: cool });
    await assert.rejects(write('zone-1', 'thermostat', { systemMode: heat }), constraintError);
    for (const [systemMode, Mode] of [
      [off, 2],
      [fanOnly, 1],
      [cool, 3],
    ]) {
      await write('zone-1', 'thermostat', { systemMode });
      assert.equal(zone(1).Mode, Mode);
      await shows('zone-1', 'thermostat', { systemMode });
    }
    await assert.rejects(write('unit', 'thermostat', { occupiedCoolingSetpoint: 2000 }), invalidInState);
    await write('unit', 'fanControl', { fanMode: 3 });
    assert.equal(unit().SysFan, 3);
    await invoke('unit', 'onOff', 'off');
    assert.equal(unit().SysOn, 0);
    await shows('unit', 'thermostat', { systemMode: off });
    await write('unit', 'thermostat', { systemMode: auto });
    assert.deepEqual([unit().SysOn, unit().SysMode], [1, 5]);

    // While the economy limits are locked, they are also the limits in Matter.
    await perform({ EconomyLock: 1 });
    await shows('zone-2', 'thermostat', { minCoolSetpointLimit: 1700, maxHeatSetpointLimit: 2500 });
    await assert.rejects(write('zone-2', 'thermostat', { occupiedHeatingSetpoint: 2550 }), constraintError);
    await write('zone-2', 'thermostat', { occupiedHeatingSetpoint: 2500 });
    assert.equal(zone(2).Setpoint, 2500);

    // The refusal comes from the house: the fan of this unit is not controlled.
    await perform({ HvacFan: 0 });
    const before = unit().SysFan;
    await assert.rejects(write('unit', 'fanControl', { fanMode: 1 }), invalidInState);
    assert.equal(unit().SysFan, before);

    const { split, vrf, station } = bridge.device.datagrams();
    await write(`split-${split[0]!.Index}`, 'thermostat', {
      systemMode: heat,
      occupiedHeatingSetpoint: 2050,
    });
    assert.deepEqual(
      bridge.device.datagrams().split.map(({ On, Mode, Setpoint }) => [On, Mode, Setpoint])[0],
      [1, 2, 2050],
    );
    await write(`vrf-${vrf[1]!.X}`, 'thermostat', { occupiedCoolingSetpoint: 2260 });
    assert.equal(bridge.device.datagrams().vrf[1]!.Sp, 2300);

    const valve = `station-${station[0]!.Index}`;
    await invoke(valve, 'valveConfigurationAndControl', 'open', {});
    await shows(valve, 'valveConfigurationAndControl', { currentState: 1 });
    await invoke(valve, 'valveConfigurationAndControl', 'close');
    await shows(valve, 'valveConfigurationAndControl', { currentState: 0 });

    const colour = `lamp-${lamp('CL5').Index}`;
    const now = { transitionTime: 0, optionsMask: {}, optionsOverride: {} };
    await invoke(colour, 'levelControl', 'moveToLevelWithOnOff', { ...now, level: 127 });
    assert.deepEqual([lamp('CL5').On, lamp('CL5').Brig], [1, 50]);
    await invoke(colour, 'colorControl', 'moveToColor', { ...now, colorX: 41_943, colorY: 21_627 });
    assert.deepEqual([lamp('CL5').Rgb, lamp('CL5').R, lamp('CL5').B], [1, 255, 0]);
    await invoke(colour, 'colorControl', 'moveToColorTemperature', { ...now, colorTemperatureMireds: 370 });
    assert.deepEqual([lamp('CL5').Rgb, lamp('CL5').Temp], [0, 100]);
    const blind = `lamp-${lamp('CBLD').Index}`;
    await invoke(blind, 'windowCovering', 'downOrClose');
    await invoke(blind, 'windowCovering', 'stopMotion');
    await invoke(`lamp-${lamp('CGPO').Index}`, 'onOff', 'on');
    assert.equal(lamp('CGPO').On, 1);

    const { IneCO2: co2, InTVOC: tvoc } = unit();
    await shows('air-unit', 'carbonDioxideConcentrationMeasurement', { measuredValue: co2 });
    await shows('air-unit', 'totalVolatileOrganicCompoundsConcentrationMeasurement', { measuredValue: tvoc });
    const power = await controller.read('power-0-0', 'electricalPowerMeasurement');
    assert.equal(typeof power.activePower, 'number');

    const garage = `lamp-${lamp('CGDO').Index}`;
    const moveTo = (position: number) => invoke(garage, 'closureControl', 'moveTo', { position });
    const doorShows = (position: number, secureState: boolean) =>
      until(`the door shows ${position}`, async () => {
        const { overallCurrentState } = await read(garage, 'closureControl');
        return (
          JSON.stringify(overallCurrentState) === JSON.stringify({ position, secureState }) || {
            overallCurrentState,
          }
        );
      });
    const [fullyClosed, fullyOpen] = [0, 1];
    await doorShows(fullyClosed, true);
    await moveTo(fullyClosed);
    assert.equal(lamp('CGDO').Reed, 1);
    await moveTo(fullyOpen);
    assert.equal(lamp('CGDO').Reed, 0);
    await doorShows(fullyOpen, false);
    await assert.rejects(moveTo(4), constraintError);
    assert.equal(lamp('CGDO').Reed, 0);

    // If a zone is removed and added again, it gets the endpoint number that it had before.
    const numberOf = async (id: string) =>
      (await list()).find(({ uniqueId }) => uniqueId.endsWith(id))?.number;
    await perform({ NoOfZones: 13 });
    await until('the zone is gone', async () => (await numberOf('-zone-13')) === undefined);
    await perform({ NoOfZones: 14 });
    await until('the zone is back', async () => (await numberOf('-zone-13')) !== undefined);

    // After a restart from a backup that was taken while the bridge ran, no new pairing is needed.
    const [copy, restored] = [join(memory.path, 'copy'), join(memory.path, 'restored')];
    assert.equal((await runHere(['backup', copy, '--data', data.path])).code, 0);
    assert.equal((await runHere(['restore', copy, '--data', restored])).code, 0);
    assert.equal((await first.stop()).code, 0);
    assert.doesNotMatch(first.output().err, /cannot be shown|could not/);
    await perform({ ZoneSetpoint: { Index: 1, Setpoint: 1900 } });
    await using second = start(restored);
    await second.line(/Paired with 1 of your systems/);
    await shows('zone-1', 'thermostat', { occupiedHeatingSetpoint: 1900 });
    await write('zone-1', 'thermostat', { occupiedHeatingSetpoint: 2050 });
    assert.equal(zone(1).Setpoint, 2050);

    // Garage doors disappear if the owner no longer allows them.
    for (const { Index } of doors)
      await until('a door is gone', async () => (await numberOf(`-lamp-${Index}`)) === undefined);

    await bridge[Symbol.asyncDispose]();
    await shows('zone-1', 'bridgedDeviceBasicInformation', { reachable: false });
    await assert.rejects(write('zone-1', 'thermostat', { occupiedCoolingSetpoint: 2000 }), timedOut);
    assert.equal((await second.stop()).code, 0);
  });

  it('keeps what a controller stored on a full disk, and nothing that it refused', async (t) => {
    using disk = openDisk();
    if (disk.missing !== undefined) return t.skip(disk.missing);
    using memory = createDataFolder();
    await using bridge = await runBridge();
    const port = await freePort();
    const start = () =>
      startPlenum([
        ...['matter', '--bridge', `127.0.0.1:${bridge.http.port}`, '--data', join(disk.path, 'matter')],
        ...['--matter-port', String(port), '--matter-interface', loopback],
      ]);
    await using first = start();
    const [, digits] = await first.line(/type ([\d-]{13}):/);
    await using controller = await openController(memory.path);
    await controller.commission(digits!.replaceAll('-', ''), port);
    const credentials = ['root', 'operationalCredentials'] as const;
    const store = (label: string) => controller.invoke(...credentials, 'updateFabricLabel', { label });
    const stored = async () => {
      const { fabrics } = await controller.read(...credentials);
      return (fabrics as readonly { readonly label: string }[]).map(({ label }) => label);
    };
    disk.fill();
    let last = '';
    // A small change fits into what remains a few times.
    const refused = async () => {
      for (let count = 0; count < 1_000; count++) {
        try {
          await store(`Label ${count}`);
          last = `Label ${count}`;
        } catch (error) {
          return error;
        }
      }
      return undefined;
    };
    assert.match(String(await refused()), /Failure\(1\)/);
    disk.empty();
    assert.deepEqual(await stored(), [last]);
    await first.stop('SIGKILL');
    await using second = start();
    await second.line(/Stop with/);
    await until('the controller is connected again', async () =>
      stored().then(
        (labels) => labels[0] === last,
        () => false,
      ),
    );
    await store('Next');
    assert.deepEqual(await stored(), ['Next']);
  });

  it('pairs with the QR code on the page of the bridge, and the page hides the code afterwards', async () => {
    using data = createDataFolder();
    using memory = createDataFolder();
    const port = await freePort();
    await using bridge = startPlenum([
      ...['bridge', '--house', 'flat', '--data', data.path],
      ...['--http-port', '0', '--udp-port', '0', '--notify-port', '9', '--notify-address', '127.0.0.1'],
      ...['--matter', '--matter-port', String(port), '--matter-interface', loopback],
    ]);
    const [, httpPort] = await bridge.line(/^ {2}http:\/\/127\.0\.0\.1:(\d+)$/m);
    const [, digits] = await bridge.line(/Scan this code, or type ([\d-]{13}):/);
    const readPairing = async () => {
      const answer = await fetch(`http://127.0.0.1:${httpPort}/installer`);
      return ((await answer.json()) as InstallerAnswer).matter!;
    };
    const { paired, manual, qr } = await readPairing();
    assert.deepEqual([paired, manual], [0, digits]);
    await using controller = await openController(memory.path);
    assert.equal(await controller.passcode(qr!), await controller.passcode(manual!.replaceAll('-', '')));
    await controller.commission(qr!, port);
    assert.deepEqual(await readPairing(), { paired: 1 });
    assert.equal((await bridge.stop()).code, 0);
  });

  it('plenum matter requires a bridge’s address, and lists interfaces if one is unknown', async () => {
    const missing = await runHere(['matter']);
    assert.match(`${missing.code} ${missing.err}`, /^2 Which bridge\? --bridge HOST/);
    await using bridge = await runBridge();
    using data = createDataFolder();
    const at = ['--bridge', `127.0.0.1:${bridge.http.port}`, '--data', data.path];
    const unknown = await runHere(['matter', ...at, '--matter-interface', 'nowhere']);
    assert.equal(unknown.code, 1);
    assert.ok(
      unknown.err.includes(`There is no network interface "nowhere". Use one of: ${loopback}`),
      unknown.err,
    );
  });
});
