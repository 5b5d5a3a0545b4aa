import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CommandName, catalogue, checkCommand } from '@plenum/protocol/command';
import { componentKinds } from '@plenum/protocol/component';
import { commandsFor, currentValues, inputsOf, toBody } from './form-values.ts';

const command = (name: CommandName) => catalogue.get(name)!;

test('finds a component for every command of the interface', () => {
  const reached = componentKinds.flatMap((kind) => commandsFor(catalogue.values(), kind));
  assert.deepEqual(new Set(reached), new Set(catalogue.values()));
});

test("every command's form opens with valid values", () => {
  for (const one of catalogue.values()) {
    const body = toBody(one, 0, currentValues(one, {}));
    assert.deepEqual(checkCommand({ [one.name]: body }).ok, true, `${one.name} ${JSON.stringify(body)}`);
  }
});

test('opens a command’s form with the component’s values, even under another member name', () => {
  assert.deepEqual(currentValues(command('ZoneSetpoint'), { Setpoint: 2350 }), { Setpoint: 2350 });
  assert.deepEqual(currentValues(command('VrfSystemZoneSetpoint'), { Sp: 2400 }), { Setpoint: 2400 });
  assert.deepEqual(currentValues(command('iSave'), { iSaveOn: 0 }), { '': 0 });
  assert.deepEqual(currentValues(command('RetEnable'), { Enable: true }), { '': 1 });
  const days = { M: 1, T: 0, W: 1, Th: 0, F: 1, Sa: 0, Su: 1 };
  const program = { StartTimes: [{ h: 5, m: 30 }], Days: days };
  const { T, ...others } = days;
  assert.deepEqual(currentValues(command('RetProgram'), program), {
    StartTimes: [{ h: 5, m: 30 }],
    ...others,
    Tu: T,
  });
});

test('the form for an entry of a list opens with the values of that entry', () => {
  const channel = (Name: string, GrNo: number) => ({ Name, GrNo });
  const monitor = {
    Devices: [{ Channels: [channel('Whole house', 1), channel('Oven', 7)] }],
  };
  const opened = currentValues(command('ChannelGroup'), monitor);
  assert.deepEqual(opened, { Device: 0, Channel: 0, Group: 1 });
  assert.deepEqual(currentValues(command('ChannelGroup'), monitor, { ...opened, Channel: 1 }), {
    Device: 0,
    Channel: 1,
    Group: 7,
  });
});

test('never suggests a password', () =>
  assert.deepEqual(currentValues(command('ChangePass'), {}), { '': '' }));

test('offers no component index as a field, and sends the index as counted on the wire', () => {
  assert.deepEqual(
    inputsOf(command('ZoneMode')).map(([key]) => key),
    ['Mode'],
  );
  assert.deepEqual(toBody(command('ZoneMode'), 3, { Mode: 2 }), { Index: 3, Mode: 2 });
  assert.deepEqual(inputsOf(command('FavouriteSet')), []);
  assert.equal(toBody(command('FavouriteSet'), 3, {}), 4);
  assert.equal(toBody(command('SysOn'), 0, { '': 1 }), 1);
});
