import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type AnyCommand, catalogue } from '@plenum/protocol/command';
import { componentKinds, type Datagrams, kinds } from '@plenum/protocol/component';
import { toSentence } from '@plenum/protocol/refusal';
import fc from '@plenum/testbed/fast-check';
import { anyCommand } from './any-command.fixture.ts';
import { exportAssumedHouse } from './export-house.ts';
import { readHouse } from './house-file/read.ts';
import { houseNames, readShippedHouse } from './house-file/shipped.ts';
import { writeHouse } from './house-file/write-house.ts';
import type { HouseFile } from './house-schema/house.ts';
import { isGroup, settingFields } from './house-schema/settings-of-house.ts';
import type { State } from './model/state.ts';
import { createSimulator } from './simulator.ts';

const start = Date.parse('2026-01-14T14:00:00+11:00');
const minute = 60_000;

const shipped = (name: (typeof houseNames)[number]): HouseFile => {
  const house = readShippedHouse(name);
  assert.ok(house.ok);
  return house.value;
};

/** Returns each component's index and the fields that describe its setup. */
const setupOf = (datagrams: Datagrams) =>
  componentKinds.flatMap((kind) =>
    (datagrams[kind] as readonly object[]).map((each) => {
      const datagram = each as Readonly<Record<string, unknown>>;
      const { key } = kinds[kind];
      const settings = Object.entries(settingFields[kind]).map(([name, field]) => {
        const value = datagram[name] as Readonly<Record<string, unknown>> | undefined;
        const members = isGroup(field) ? Object.keys(field.properties) : undefined;
        return [name, members === undefined ? value : members.map((member) => value?.[member])];
      });
      return [kind, key === undefined ? 0 : datagram[key], Object.fromEntries(settings)];
    }),
  );

/** Returns the first state of a house whose file has this text. */
const startFrom = (text: string): State => {
  const read = readHouse(text, 'exported.yaml');
  assert.ok(read.ok, read.ok ? '' : `${toSentence(read.refusal)}\n${text}`);
  return createSimulator(read.value).initial(start);
};

/** Creates a house, applies the commands that it accepts, and lets five minutes pass. */
const live = (file: HouseFile, commands: readonly AnyCommand[]) => {
  const simulator = createSimulator(file);
  let state = simulator.initial(start);
  for (const command of commands) {
    const applied = simulator.apply(state, command);
    if (applied.ok) state = applied.value;
  }
  return { simulator, state: simulator.advance(state, state.at + 5 * minute) };
};

const isInstallers = ({ name }: AnyCommand) => {
  const { authority, component } = catalogue.get(name)!;
  return authority === 'installer' || component === 'schedule';
};

suite('exporting a house that is running', () => {
  for (const name of houseNames)
    test(`exports a file that starts with the same setup, whatever was set before: ${name}`, () => {
      fc.assert(
        fc.property(fc.array(anyCommand.filter(isInstallers), { maxLength: 60 }), (commands) => {
          const { simulator, state } = live(shipped(name), commands);
          const text = writeHouse(simulator.export(state));
          const again = startFrom(text);
          assert.deepEqual(setupOf(again.datagrams), setupOf(state.datagrams));
          assert.deepEqual(
            again.plant.lighting?.lamps.map(({ type }) => type),
            state.plant.lighting?.lamps.map(({ type }) => type),
          );
          const assumed = startFrom(writeHouse(exportAssumedHouse(state.datagrams, 'Europe/Berlin'), true));
          assert.deepEqual(setupOf(assumed.datagrams), setupOf(state.datagrams));
        }),
        { numRuns: name === 'large' ? 1 : 5 },
      );
    });

  test('exports the original file plus its defaults if no setting was changed', () => {
    const { simulator, state } = live(shipped('demo'), []);
    const { settings, ...file } = simulator.export(state);
    assert.equal(settings, undefined);
    assert.deepEqual(Object.keys(file), Object.keys(shipped('demo')));
    assert.deepEqual(file.rooms, shipped('demo').rooms);
  });

  test('exports added rooms, zones and lamps, and the same file again after a restart', () => {
    const { simulator, state } = live(shipped('demo'), [
      { name: 'NoOfZones', body: 12 },
      { name: 'ZoneName', body: { Index: 11, Name: 'Cellar' } },
      { name: 'FanCapacity', body: 910 },
    ]);
    const file = simulator.export(state);
    assert.equal(file.ducted!.zones[11]!.name, 'Cellar');
    assert.ok(file.rooms.some(({ name }) => name === file.ducted!.zones[11]!.room));
    assert.deepEqual(file.settings, { unit: { FanCapacity: 910 } });
    const again = createSimulator(file);
    assert.deepEqual(again.export(again.initial(start)), file);
  });

  test('exports favourites with an entry per zone, even after zones changed or were removed', () => {
    const close = { Mode: 2, Setpoint: 2200 };
    const { simulator, state } = live(shipped('demo'), [
      { name: 'SchedZones', body: { Index: 5, Zones: [close, close, close, close] } },
      { name: 'NoOfZones', body: 5 },
      { name: 'ZoneSetting', body: { Index: 2, Sensor: 255, Zone: 1, ConstNo: 255 } },
    ]);
    const file = simulator.export(state);
    assert.deepEqual(
      file.ducted!.favourites!.map(({ zones }) => zones?.length),
      Array(9).fill(5),
    );
    assert.deepEqual(startFrom(writeHouse(file)).datagrams.schedule, state.datagrams.schedule);
  });

  test('exports a house whose components lack members, as real devices’ may', () => {
    const { state } = live(shipped('demo'), []);
    const { power, schedule } = state.datagrams;
    const channelless = power.map(({ Devices, ...rest }) => ({
      ...rest,
      Devices: Devices.map(({ Channels: _, ...device }) => device),
    }));
    for (const changed of [
      { ...state.datagrams, power: channelless },
      { ...state.datagrams, schedule: schedule.map(({ Zones: _, ...rest }) => rest) },
    ])
      startFrom(writeHouse(exportAssumedHouse(changed as unknown as Datagrams, 'Europe/Madrid')));
  });

  test('marks assumed values in an exported file if only the components are known', () => {
    const { state } = live(shipped('flat'), []);
    const text = writeHouse(exportAssumedHouse(state.datagrams, 'Europe/Madrid'), true);
    assert.match(text, /^# The setup of a house\. Start it/);
    assert.match(text, /# A bridge does not show everything\. These are typical values/);
    assert.match(text, /timeZone: Europe\/Madrid/);
  });
});

test('checks the settings of a house file against the definitions of their fields', () => {
  const file = `name: Hut
place: { latitude: -33.8, longitude: 151.1, timeZone: Australia/Sydney }
rooms: [{ name: Lounge, area: 24 }]
settings: { unit: { AutoOff: 2 } }
`;
  const read = readHouse(file, 'hut.yaml');
  assert.match(read.ok ? '' : toSentence(read.refusal), /^hut\.yaml:4:30: settings\.unit\.AutoOff: 2 /);
});
