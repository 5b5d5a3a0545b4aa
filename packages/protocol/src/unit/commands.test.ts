import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkCommand } from '../command/check-command.ts';
import { accepts, refuses } from '../command/wire.fixture.ts';

test('SysOn accepts 0 and 1', () => {
  accepts('{"SysOn":0}', '{"SysOn":1}');
  refuses('{"SysOn":2}', 'SysOn: 2 is not one of 0, 1.');
  refuses('{"SysOn":-1}', 'SysOn: -1 is not one of 0, 1.');
  refuses('{"SysOn":true}', 'SysOn: true is not a number.');
  refuses('{"SysOn":"1"}', 'SysOn: "1" is not a number.');
  refuses('{"SysOn":null}', 'SysOn: null is not a number.');
});

test('SysMode accepts the eight modes of SysMode_e', () => {
  accepts(...[0, 1, 2, 3, 4, 5, 6, 7].map((mode) => `{"SysMode":${mode}}`));
  refuses(
    '{"SysMode":8}',
    'SysMode: 8 is not one of 0 = not available (not accepted by any unit), 1 = cool, 2 = heat, 3 = vent, 4 = dry, 5 = auto, 6 = exhaust (only for evaporative coolers), 7 = pump only (only for evaporative coolers).',
  );
});

test('SysFan accepts the speeds of SysFan_e, including the gap before 99', () => {
  accepts(...[0, 1, 2, 3, 4, 5, 99].map((fan) => `{"SysFan":${fan}}`));
  for (const fan of [-1, 6, 7, 98, 100])
    refuses(
      `{"SysFan":${fan}}`,
      `SysFan: ${fan} is not one of 0 = not available (not accepted by any unit), 1 = low, 2 = medium, 3 = high, 4 = auto, 5 = top, 99 = non-gas heat.`,
    );
});

test('SysSetpoint accepts 15.00 to 30.00 °C in hundredths, without a step', () => {
  accepts('{"SysSetpoint":1500}', '{"SysSetpoint":2155}', '{"SysSetpoint":3000}');
  refuses('{"SysSetpoint":1499}', 'SysSetpoint: 14.99 °C is below the minimum of 15.00 °C.');
  refuses('{"SysSetpoint":3001}', 'SysSetpoint: 30.01 °C is above the maximum of 30.00 °C.');
  refuses('{"SysSetpoint":21.5}', 'SysSetpoint: 21.5 is not a whole number. Send °C multiplied by 100.');
});

test('iSave accepts 0 and 1, and may be spelled iSaveOn', () => {
  accepts('{"iSave":0}', '{"iSave":1}');
  assert.deepEqual(checkCommand({ iSaveOn: 1 }), { ok: true, value: { name: 'iSave', body: 1 } });
  refuses('{"iSave":2}', 'iSave: 2 is not one of 0, 1.');
  refuses('{"iSaveOn":2}', 'iSave: 2 is not one of 0, 1.');
});

test('SysSleepTimer accepts minutes up to a day, and 0 for off', () => {
  accepts('{"SysSleepTimer":0}', '{"SysSleepTimer":30}', '{"SysSleepTimer":1440}');
  refuses('{"SysSleepTimer":-1}', 'SysSleepTimer: -1 min is below the minimum of 0 min.');
  refuses('{"SysSleepTimer":1441}', 'SysSleepTimer: 1441 min is above the maximum of 1440 min.');
});
