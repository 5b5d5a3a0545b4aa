import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CommandName, catalogue, checkCommand } from '@plenum/protocol/command';
import { currentValues, toBody } from '../../../definition/form-values.ts';
import {
  commandChoices,
  type DiscoveredComponent,
  indexOf,
  toComponentChoices,
  toTargets,
  whyRefused,
} from './choices.ts';
import '../../../text/english.fixture.ts';

const zone: DiscoveredComponent = {
  componentId: '000000007_hvac_zone_3',
  datagram: { Index: 3, Name: 'Study', Setpoint: 2100 },
};
const unit: DiscoveredComponent = {
  componentId: '000000007_hvac_systemsettings_0',
  datagram: { Tag1: 'Home' },
};

test('the explorer lists every command once, under its group', () => {
  assert.deepEqual(
    commandChoices().map(({ value }) => value),
    [...catalogue.keys()],
  );
  assert.deepEqual(commandChoices()[0], { value: 'SysOn', label: 'SysOn', group: 'Unit' });
  const local = commandChoices().find(({ value }) => value === 'AppleHomeKitPair');
  assert.equal(local?.label, 'AppleHomeKitPair (local only)');
});

test('the explorer lists components by id and name, under the name of their house', () => {
  const titles = new Map([['000000007', 'Banksia Street']]);
  assert.deepEqual(toComponentChoices([unit, zone], titles), [
    { value: unit.componentId, label: 'hvac_systemsettings_0 · Home', group: 'Banksia Street' },
    { value: zone.componentId, label: 'hvac_zone_3 · Study', group: 'Banksia Street' },
  ]);
});

test('the explorer offers the matching components for a command, or an example if there are none', () => {
  assert.deepEqual(toTargets('ZoneSetpoint', [unit, zone]), [zone]);
  assert.deepEqual(
    toTargets('SplitSystemZoneOn', [unit]).map(({ componentId }) => componentId),
    ['000000007_split_zone_0'],
  );
  assert.equal(toTargets('SysOn', [])[0]!.componentId, '000000000_hvac_systemsettings_0');
});

test('the explorer does not offer the ducted unit for a fan-coil command', () => {
  const unitOf = (index: number): DiscoveredComponent => ({
    componentId: `000000007_vrf_zone_${index}`,
    datagram: {},
  });
  assert.deepEqual(toTargets('VrfSystemZoneOn', [unitOf(0), unitOf(1)]), [unitOf(1)]);
  assert.deepEqual(toTargets('VrfSystemZoneOn', [unitOf(0)]), [unitOf(1)]);
});

test('the explorer can build a valid request for every command', () => {
  for (const name of catalogue.keys() as Iterable<CommandName>) {
    const [component] = toTargets(name, []);
    const command = catalogue.get(name)!;
    const body = toBody(
      command,
      indexOf(component!.componentId),
      currentValues(command, component!.datagram),
    );
    const checked = checkCommand({ [name]: body });
    assert.ok(checked.ok, `${name} ${JSON.stringify(body)}`);
  }
});

test('the explorer shows a refusal before the command is sent', () => {
  assert.equal(whyRefused('ZoneSetpoint', { Index: 3, Setpoint: 2250 }), undefined);
  assert.equal(
    whyRefused('ZoneSetpoint', { Index: 3, Setpoint: 2255 }),
    'ZoneSetpoint.Setpoint: 22.55 °C is not a multiple of 0.5 °C. Use 22.50 or 23.00.',
  );
  assert.match(whyRefused('RetRainWait', 2)!, /^This command is available on the local network only/);
});
