import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogue } from '../command/catalogue.ts';
import { checkCommand } from '../command/check-command.ts';
import { toComponentId } from '../component/component-id.ts';
import { type ComponentKind, kinds } from '../component/kinds.ts';
import { toCommandExample } from '../derive/to-example.ts';
import { toSentence } from '../refusal/refusal.ts';
import { cloudKinds } from '../uplink/fields.ts';
import { addresseesOf, checkAddress } from './check-addressee.ts';

const systemId = '000000001';
const read = (body: object) => {
  const checked = checkCommand(body);
  assert.ok(checked.ok);
  return checked.value;
};
const send = (body: object, kind: ComponentKind, index = 0) => {
  const result = checkAddress(read(body), { systemId, kind, index });
  return result.ok ? 'accepted' : toSentence(result.refusal);
};

test('a command may be sent to its component or to the settings component of its system', () => {
  const zone = { ZoneSetpoint: { Index: 3, Setpoint: 2200 } };
  assert.equal(send(zone, 'zone', 3), 'accepted');
  assert.equal(send(zone, 'unit'), 'accepted');
  assert.equal(
    send(zone, 'zone', 2),
    '"ZoneSetpoint" must be addressed to 000000001_hvac_zone_3, 000000001_hvac_systemsettings_0, not to this component.',
  );
  assert.notEqual(send(zone, 'schedule', 3), 'accepted');
  assert.notEqual(send(zone, 'splitSystem'), 'accepted');
});

test('FavouriteSet counts favourites from 1, but their components are numbered from 0', () => {
  assert.equal(send({ FavouriteSet: 9 }, 'schedule', 8), 'accepted');
  assert.notEqual(send({ FavouriteSet: 9 }, 'schedule', 9), 'accepted');
});

test('a command that changes a split in a favourite may be sent to that favourite', () => {
  const body = {
    SplitIndex: 2,
    FavouriteIndex: 5,
    Apply: 1,
    On: 1,
    Mode: 1,
    Fan: 1,
    Swing: 0,
    Sleep: 0,
    Setpoint: 2200,
  };
  assert.deepEqual(addresseesOf(read({ SplitSystemChangeSplitFavourite: body })), [
    { kind: 'splitFavourite', index: 5 },
    { kind: 'splitSystem', index: 0 },
  ]);
});

test('a VRF command may be sent only to its unit', () => {
  assert.deepEqual(addresseesOf(read({ VrfSystemZoneOn: { Index: 4, On: 1 } })), [{ kind: 'vrf', index: 4 }]);
});

test('irrigation and power commands are refused over the cloud for every component', () => {
  assert.equal(send({ RetEnable: 1 }, 'irrigation'), '"RetEnable" is accepted only on the local network.');
  assert.equal(
    send({ ChannelName: { Device: 0, Channel: 0, Name: 'Oven' } }, 'unit'),
    '"ChannelName" is accepted only on the local network.',
  );
});

test('accepts a command at its components, and refuses it elsewhere with a list of them', () => {
  const components = cloudKinds.flatMap((kind) =>
    (kinds[kind].key === undefined ? [0] : [0, 1, 2]).map((index) => ({ systemId, kind, index })),
  );
  const accepted = new Set<string>();
  for (const command of catalogue.values()) {
    const { name, over } = command;
    const checked = read(toCommandExample(command));
    const takers = addresseesOf(checked).map((ref) => toComponentId(systemId, ref)!);
    for (const to of components) {
      const id = toComponentId(systemId, to)!;
      const result = checkAddress(checked, to);
      const about = `${name} to ${id}`;
      if (over.includes('cloud') && takers.includes(id)) {
        assert.deepEqual(result, { ok: true, value: checked }, about);
        accepted.add(name);
        continue;
      }
      assert.ok(!result.ok, about);
      const [code, sentence] = over.includes('cloud')
        ? ['wrong-component', `"${name}" must be addressed to ${takers.join(', ')}, not to this component.`]
        : ['local-only', `"${name}" is accepted only on the local network.`];
      assert.deepEqual([result.refusal.code, toSentence(result.refusal)], [code, sentence], about);
    }
  }
  const overCloud = [...catalogue.values()].filter(({ over }) => over.includes('cloud'));
  assert.deepEqual([...accepted].sort(), overCloud.map(({ name }) => name).sort());
});
