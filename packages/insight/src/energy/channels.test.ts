import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type PowerChannel, powerChannels, powerFlows } from './channels.ts';

const channel = (watts: number | undefined, more: Partial<PowerChannel> = {}): PowerChannel => ({
  device: 0,
  channel: 0,
  name: 'Any',
  watts,
  isGenerator: false,
  isTotal: false,
  group: 255,
  ...more,
});
const total = (watts: number | undefined) => channel(watts, { isTotal: true });
const solar = (watts: number | undefined) => channel(watts, { isGenerator: true });

test("generation covers the house's consumption first; the rest is exchanged with the grid", () => {
  assert.deepEqual(powerFlows([total(3_000), channel(1_000), solar(1_200)]), {
    used: 3_000,
    solar: 1_200,
    import: 1_800,
    export: 0,
    surplus: 0,
  });
  assert.deepEqual(powerFlows([total(500), solar(1_200), solar(300)]), {
    used: 500,
    solar: 1_500,
    import: 0,
    export: 1_000,
    surplus: 1_000,
  });
});

test('the consumption is the sum of the consumers if there is no total channel', () => {
  const { used } = powerFlows([channel(100), channel(200), solar(50)]);
  assert.equal(used, 300);
});

test('a house without panels takes all its power from the grid', () => {
  assert.deepEqual(powerFlows([total(700)]), {
    used: 700,
    solar: 0,
    import: 700,
    export: 0,
    surplus: undefined,
  });
});

test('a power flow is unknown, not 0, if it depends on a channel that does not respond', () => {
  const unknown = { import: undefined, export: undefined, surplus: undefined };
  assert.deepEqual(powerFlows([total(undefined), solar(10)]), { used: undefined, solar: 10, ...unknown });
  assert.deepEqual(powerFlows([total(10), solar(undefined)]), { used: 10, solar: undefined, ...unknown });
  assert.deepEqual(powerFlows([solar(10)]), { used: undefined, solar: 10, ...unknown });
  assert.deepEqual(powerFlows([total(10), channel(undefined)]), {
    used: 10,
    solar: 0,
    import: 10,
    export: 0,
    surplus: undefined,
  });
});

test('reads the channels of a device that leaves out any key of its power monitor', () => {
  const devices = [{ Channels: [{ Name: 'Oven' }] }, {}];
  const powerOf = (datagram: object, status?: object) => powerChannels(datagram as never, status as never);
  assert.deepEqual(powerOf({}), []);
  for (const status of [undefined, {}, { Dev: [{}] }])
    assert.deepEqual(
      powerOf({ Devices: devices }, status).map(({ name, watts }) => [name, watts]),
      [['Oven', undefined]],
    );
});

test('reads the channels of a device that sends values of other types in its power monitor', () => {
  const powerOf = (datagram: object, status?: object) => powerChannels(datagram as never, status as never);
  for (const other of ['', 'text', 7, true, {}, null]) {
    assert.deepEqual(powerOf({ Devices: other }), []);
    assert.deepEqual(powerOf({ Devices: [other, { Channels: other }] }), []);
    const Devices = [{ Channels: [{ Name: 'Oven' }] }];
    for (const Dev of [other, [other], [{ Ch: other }], [{ Ch: [other] }], [{ Ch: [{ Pwr: '900' }] }]])
      assert.equal(powerOf({ Devices }, { Dev })[0]!.watts, undefined);
  }
});

test('channels without a group key have no group', () => {
  const Channels = [{ Generate: 1, GrNo: undefined }, { Name: 'Oven' }];
  const status = { Dev: [{ Ok: 1, Ch: [{ Pwr: 900 }, { Pwr: 400 }] }] };
  const channels = powerChannels({ Devices: [{ Channels }] } as never, status as never);
  assert.equal(powerFlows(channels).surplus, 500);
});

test('counts a solar diverter’s power as surplus, because other devices can use it', () => {
  const panels = solar(3_000);
  const heater = channel(1_500, { group: 4 });
  const grouped = { ...panels, group: 4 };
  const flows = powerFlows([total(2_100), grouped, heater]);
  assert.deepEqual(flows, { used: 2_100, solar: 3_000, import: 0, export: 900, surplus: 2_400 });
  // Direct use, hot water and export add up to the generation.
  assert.equal(flows.used! - heater.watts! + flows.surplus!, flows.solar);
  assert.equal(powerFlows([total(4_000), grouped, heater]).surplus, 500);
  assert.equal(powerFlows([total(5_000), grouped, heater]).surplus, 0);
});

test('a diverter is a channel in a generator’s group that does not count towards the total', () => {
  const heater = channel(1_500, { group: 4 });
  const surplusOf = (...channels: PowerChannel[]) => powerFlows([total(2_000), ...channels]).surplus;
  assert.equal(surplusOf({ ...solar(3_000), group: 4 }, heater), 2_500);
  assert.equal(surplusOf({ ...solar(3_000), group: 5 }, heater), 1_000);
  assert.equal(surplusOf(solar(3_000), channel(1_500)), 1_000);
  assert.equal(surplusOf({ ...solar(3_000), group: 4 }, { ...heater, isTotal: true }), 0);
  assert.equal(surplusOf({ ...solar(3_000), group: 4 }, { ...heater, watts: undefined }), undefined);
});
