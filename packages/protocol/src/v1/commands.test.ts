import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnyCommand } from '../command/catalogue.ts';
import { exampleHouse } from '../component/example-house.fixture.ts';
import { toErrorText, v1Ok } from './answer.ts';
import { checkV1Command } from './check-v1-command.ts';
import { v1Commands } from './commands.ts';
import { toV1Command } from './to-v1-command.ts';

const [zone] = exampleHouse.zone;
const house = {
  ...exampleHouse,
  zone: [
    { ...zone!, Index: 0, Mode: 3, MinAir: 10, MaxAir: 60 },
    { ...zone!, Index: 1, Mode: 1, MinAir: 0, MaxAir: 100 },
  ],
};

const send = (name: string, value: unknown) =>
  checkV1Command(v1Commands.get(name)!, { [name]: value }, house);

/** Translates a command of the original interface to commands of the current one. */
const becomes = (name: string, value: unknown): object[] => {
  const sent = send(name, value);
  assert.ok(sent.ok, sent.ok ? '' : toErrorText(sent.refusal));
  return sent.value.map((each) => ({ [each.name]: each.body }));
};

const refused = (name: string, value: unknown): string => {
  const sent = send(name, value);
  assert.ok(!sent.ok, `${name} took ${JSON.stringify(value)}`);
  return toErrorText(sent.refusal);
};

test('the commands of the original interface are those of wire facts 8', () => {
  assert.deepEqual(
    [...v1Commands.keys()],
    [
      'SystemON',
      'SystemMODE',
      'SystemFAN',
      'UnitSetpoint',
      'ZoneCommand',
      'AirMinCommand',
      'AirMaxCommand',
      'FavouriteSet',
      'ScheduleCommand',
      'SleepTimer',
      'FreeAir',
    ],
  );
  assert.equal(v1Ok, '{OK}');
});

test('the original interface controls the unit with words', () => {
  assert.deepEqual(becomes('SystemON', 'on'), [{ SysOn: 1 }]);
  assert.deepEqual(becomes('SystemON', 'off'), [{ SysOn: 0 }]);
  const modes = ['cool', 'heat', 'vent', 'dry', 'auto'].map((mode) => becomes('SystemMODE', mode)[0]);
  assert.deepEqual(modes, [{ SysMode: 1 }, { SysMode: 2 }, { SysMode: 3 }, { SysMode: 4 }, { SysMode: 5 }]);
  const fans = ['low', 'medium', 'med', 'high', 'auto', 'top'].map((fan) => becomes('SystemFAN', fan)[0]);
  assert.deepEqual(fans, [
    { SysFan: 1 },
    { SysFan: 2 },
    { SysFan: 2 },
    { SysFan: 3 },
    { SysFan: 4 },
    { SysFan: 5 },
  ]);
  assert.deepEqual(becomes('UnitSetpoint', '23.5'), [{ SysSetpoint: 2350 }]);
  assert.deepEqual(becomes('UnitSetpoint', '23'), [{ SysSetpoint: 2300 }]);
  assert.deepEqual(becomes('SleepTimer', 30), [{ SysSleepTimer: 30 }]);
  assert.deepEqual(becomes('FreeAir', 'on'), [{ iSave: 1 }]);
});

test('words of the original interface are case sensitive', () => {
  assert.equal(refused('SystemON', 'On'), '{ERROR: SystemON: "On" is not one of off, on.}');
  assert.equal(
    refused('SystemMODE', 'Cool'),
    '{ERROR: SystemMODE: "Cool" is not one of cool, heat, vent, dry, auto.}',
  );
  assert.equal(v1Commands.get('SystemOn'), undefined);
});

test('the limits of the current interface apply, and refusals quote the received value', () => {
  assert.equal(
    refused('UnitSetpoint', '31'),
    '{ERROR: UnitSetpoint: 31.00 °C is above the maximum of 30.00 °C.}',
  );
  assert.equal(refused('UnitSetpoint', 23.5), '{ERROR: UnitSetpoint: 23.5 is not text.}');
  assert.equal(
    refused('UnitSetpoint', '1e1'),
    '{ERROR: UnitSetpoint: "1e1" is not degrees as text, such as "23.5".}',
  );
  assert.equal(
    refused('SleepTimer', 1441),
    '{ERROR: SleepTimer: 1441 min is above the maximum of 1440 min.}',
  );
  assert.equal(refused('SleepTimer', '30'), '{ERROR: SleepTimer: "30" is not a number.}');
});

test('the original interface opens and closes a zone, sets auto, and auto with a setpoint', () => {
  const command = (zoneNo: string, wanted: string) =>
    becomes('ZoneCommand', { ZoneNo: zoneNo, Command: wanted });
  assert.deepEqual(command('1', 'open'), [{ ZoneMode: { Index: 0, Mode: 1 } }]);
  assert.deepEqual(command('14', 'close'), [{ ZoneMode: { Index: 13, Mode: 2 } }]);
  assert.deepEqual(command('2', 'auto'), [{ ZoneMode: { Index: 1, Mode: 3 } }]);
  assert.deepEqual(command('2', '22.5'), [
    { ZoneMode: { Index: 1, Mode: 3 } },
    { ZoneSetpoint: { Index: 1, Setpoint: 2250 } },
  ]);
  assert.deepEqual(command('1', '22.5'), [{ ZoneSetpoint: { Index: 0, Setpoint: 2250 } }]);
});

test('a malformed zone command is refused with the reason', () => {
  const command = (zoneNo: unknown, wanted: unknown) =>
    refused('ZoneCommand', { ZoneNo: zoneNo, Command: wanted });
  assert.equal(
    command('15', 'open'),
    '{ERROR: ZoneCommand.ZoneNo: "15" is not one of 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14.}',
  );
  assert.match(command(1, 'open'), /ZoneCommand\.ZoneNo: 1 is not one of/);
  assert.equal(
    command('1', '22.6'),
    '{ERROR: ZoneCommand.Command: 22.60 °C is not a multiple of 0.5 °C. Use 22.50 or 23.00.}',
  );
  assert.equal(
    command('1', 'Open'),
    '{ERROR: ZoneCommand.Command: "Open" is not open, close, auto or degrees as text, such as "22.5".}',
  );
});

test('the minimum opening of a damper must stay below its maximum', () => {
  const air = (name: string, percent: string) => [name, { ZoneNo: '1', Command: percent }] as const;
  assert.deepEqual(becomes(...air('AirMinCommand', '55')), [{ ZoneMinAir: { Index: 0, MinAir: 55 } }]);
  assert.deepEqual(becomes(...air('AirMaxCommand', '15')), [{ ZoneMaxAir: { Index: 0, MaxAir: 15 } }]);
  assert.equal(
    refused(...air('AirMinCommand', '60')),
    '{ERROR: AirMinCommand.Command: The lowest opening, 60 %, is not below the highest opening, 60 %.}',
  );
  assert.equal(
    refused(...air('AirMaxCommand', '10')),
    '{ERROR: AirMaxCommand.Command: The lowest opening, 10 %, is not below the highest opening, 10 %.}',
  );
  assert.equal(
    refused(...air('AirMinCommand', '52')),
    '{ERROR: AirMinCommand.Command: 52 % is not a multiple of 5 %. Use 50 or 55.}',
  );
  assert.equal(
    refused(...air('AirMaxCommand', '105')),
    '{ERROR: AirMaxCommand.Command: 105 % is above the maximum of 100 %.}',
  );
  assert.equal(
    refused(...air('AirMinCommand', '105')),
    '{ERROR: AirMinCommand.Command: 105 % is above the maximum of 100 %.}',
  );
});

test('the original interface counts favourites from 1', () => {
  assert.deepEqual(becomes('FavouriteSet', '9'), [{ FavouriteSet: 9 }]);
  assert.deepEqual(becomes('ScheduleCommand', { SchedNo: '1', Command: 'on' }), [
    { SchedEnable: { Index: 0, Enabled: 1 } },
  ]);
  assert.match(refused('FavouriteSet', '0'), /"0" is not one of 1, 2, 3, 4, 5, 6, 7, 8, 9/);
  assert.match(refused('FavouriteSet', '10'), /"10" is not one of/);
});

test('a command body has the name of its path as its only key', () => {
  const command = v1Commands.get('SystemON')!;
  const sentence = (body: unknown) => {
    const sent = checkV1Command(command, body, house);
    return sent.ok ? 'accepted' : toErrorText(sent.refusal);
  };
  const none = '{ERROR: The body is not a JSON object with the key SystemON.}';
  for (const body of [null, [], 'on', {}, { SysOn: 1 }]) assert.equal(sentence(body), none);
  assert.match(sentence({ SystemON: 'on', SystemMODE: 'cool' }), /exactly one command; this one has 2 keys/);
});

test('translates a command of the current interface to the original one if it has it', () => {
  const back = (name: string, body: unknown) => toV1Command({ name, body } as AnyCommand);
  assert.deepEqual(back('SysOn', 1), { name: 'SystemON', value: 'on' });
  assert.deepEqual(back('SysMode', 5), { name: 'SystemMODE', value: 'auto' });
  assert.deepEqual(back('SysFan', 2), { name: 'SystemFAN', value: 'medium' });
  assert.deepEqual(back('SysSetpoint', 2350), { name: 'UnitSetpoint', value: '23.5' });
  assert.deepEqual(back('SysSetpoint', 2155), { name: 'UnitSetpoint', value: '21.55' });
  assert.deepEqual(back('iSave', 0), { name: 'FreeAir', value: 'off' });
  assert.deepEqual(back('SysSleepTimer', 60), { name: 'SleepTimer', value: 60 });
  assert.deepEqual(back('ZoneMode', { Index: 13, Mode: 2 }), {
    name: 'ZoneCommand',
    value: { ZoneNo: '14', Command: 'close' },
  });
  assert.deepEqual(back('ZoneSetpoint', { Index: 0, Setpoint: 2250 }), {
    name: 'ZoneCommand',
    value: { ZoneNo: '1', Command: '22.5' },
  });
  assert.deepEqual(back('ZoneMaxAir', { Index: 0, MaxAir: 80 }), {
    name: 'AirMaxCommand',
    value: { ZoneNo: '1', Command: '80' },
  });
  assert.deepEqual(back('ZoneMinAir', { Index: 0, MinAir: 5 }), {
    name: 'AirMinCommand',
    value: { ZoneNo: '1', Command: '5' },
  });
  assert.deepEqual(back('SchedEnable', { Index: 8, Enabled: 0 }), {
    name: 'ScheduleCommand',
    value: { SchedNo: '9', Command: 'off' },
  });
  assert.deepEqual(back('FavouriteSet', 9), { name: 'FavouriteSet', value: '9' });
});

test('a command that the original interface cannot express has no translation', () => {
  const back = (name: string, body: unknown) => toV1Command({ name, body } as AnyCommand);
  for (const mode of [0, 6, 7]) assert.equal(back('SysMode', mode), undefined);
  for (const fan of [0, 99]) assert.equal(back('SysFan', fan), undefined);
  for (const mode of [4, 5]) assert.equal(back('ZoneMode', { Index: 0, Mode: mode }), undefined);
  assert.equal(back('ZoneName', { Index: 0, Name: 'x' }), undefined);
  assert.equal(back('RetEnable', 1), undefined);
});

test('a command translated to the original interface and back is the same', () => {
  const commands: AnyCommand[] = [
    { name: 'SysOn', body: 0 },
    { name: 'SysFan', body: 5 },
    { name: 'SysSetpoint', body: 1505 },
    { name: 'iSave', body: 1 },
    { name: 'ZoneMode', body: { Index: 2, Mode: 1 } },
    { name: 'ZoneSetpoint', body: { Index: 0, Setpoint: 3000 } },
    { name: 'ZoneMinAir', body: { Index: 0, MinAir: 0 } },
    { name: 'SchedEnable', body: { Index: 4, Enabled: 1 } },
    { name: 'FavouriteSet', body: 1 },
  ];
  for (const command of commands) {
    const { name, value } = toV1Command(command)!;
    assert.deepEqual(send(name, value), { ok: true, value: [command] });
  }
});
