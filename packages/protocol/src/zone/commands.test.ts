import { test } from 'node:test';
import { accepts, refuses } from '../command/wire.fixture.ts';

test('every zone command accepts the zones 0 to 13', () => {
  accepts('{"ZoneMode":{"Index":0,"Mode":1}}', '{"ZoneMode":{"Index":13,"Mode":1}}');
  refuses('{"ZoneMode":{"Index":14,"Mode":1}}', 'ZoneMode.Index: There is no zone 14. Use 0 to 13.');
  refuses('{"ZoneMaxAir":{"Index":-1,"MaxAir":5}}', 'ZoneMaxAir.Index: There is no zone -1. Use 0 to 13.');
  refuses('{"ZoneName":{"Index":"0","Name":"x"}}', 'ZoneName.Index: "0" is not a number.');
});

test('ZoneMode accepts the five modes of ZoneMode_e', () => {
  accepts(...[1, 2, 3, 4, 5].map((mode) => `{"ZoneMode":{"Index":3,"Mode":${mode}}}`));
  for (const mode of [0, 6])
    refuses(
      `{"ZoneMode":{"Index":3,"Mode":${mode}}}`,
      `ZoneMode.Mode: ${mode} is not one of 1 = open, 2 = close, 3 = auto, 4 = override, 5 = constant.`,
    );
});

test('ZoneSetpoint accepts 15.00 to 30.00 °C in steps of half a degree', () => {
  accepts(
    '{"ZoneSetpoint":{"Index":0,"Setpoint":1500}}',
    '{"ZoneSetpoint":{"Index":0,"Setpoint":2150}}',
    '{"ZoneSetpoint":{"Index":0,"Setpoint":3000}}',
  );
  refuses(
    '{"ZoneSetpoint":{"Index":0,"Setpoint":2155}}',
    'ZoneSetpoint.Setpoint: 21.55 °C is not a multiple of 0.5 °C. Use 21.50 or 22.00.',
  );
  refuses(
    '{"ZoneSetpoint":{"Index":0,"Setpoint":1450}}',
    'ZoneSetpoint.Setpoint: 14.50 °C is below the minimum of 15.00 °C.',
  );
  refuses(
    '{"ZoneSetpoint":{"Index":0,"Setpoint":3050}}',
    'ZoneSetpoint.Setpoint: 30.50 °C is above the maximum of 30.00 °C.',
  );
});

test('ZoneMaxAir and ZoneMinAir accept 0 to 100 % in steps of 5', () => {
  for (const key of ['MaxAir', 'MinAir']) {
    const body = (percent: number) => `{"Zone${key}":{"Index":0,"${key}":${percent}}}`;
    accepts(body(0), body(55), body(100));
    refuses(body(-5), `Zone${key}.${key}: -5 % is below the minimum of 0 %.`);
    refuses(body(105), `Zone${key}.${key}: 105 % is above the maximum of 100 %.`);
    refuses(body(52), `Zone${key}.${key}: 52 % is not a multiple of 5 %. Use 50 or 55.`);
  }
});

test('ZoneName accepts 15 bytes of UTF-8', () => {
  accepts('{"ZoneName":{"Index":0,"Name":""}}', '{"ZoneName":{"Index":0,"Name":"123456789012345"}}');
  refuses(
    '{"ZoneName":{"Index":0,"Name":"1234567890123456"}}',
    'ZoneName.Name: The name is 16 bytes long; it may have at most 15.',
  );
});

test('the refusal of a zone command lists every missing or unknown key', () => {
  refuses('{"ZoneSetpoint":{"Index":0}}', 'ZoneSetpoint: The key Setpoint is missing.');
  refuses('{"ZoneSetpoint":{"Setpoint":2150}}', 'ZoneSetpoint: The key Index is missing.');
  refuses(
    '{"ZoneSetpoint":{"Index":0,"Setpoint":2150,"Now":1}}',
    'ZoneSetpoint: There is no key "Now". Use one of Index, Setpoint.',
  );
  refuses('{"ZoneSetpoint":2150}', 'ZoneSetpoint: 2150 is not an object.');
  refuses('{"ZoneSetpoint":[0,2150]}', 'ZoneSetpoint: [0,2150] is not an object.');
});
