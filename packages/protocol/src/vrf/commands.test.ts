import { test } from 'node:test';
import { accepts, refuses } from '../command/wire.fixture.ts';

test('every command to a VRF unit accepts the units 0 to 15', () => {
  accepts('{"VrfSystemZoneOn":{"Index":0,"On":1}}', '{"VrfSystemZoneOn":{"Index":15,"On":0}}');
  refuses(
    '{"VrfSystemZoneOn":{"Index":16,"On":1}}',
    'VrfSystemZoneOn.Index: There is no unit 16. Use 0 to 15.',
  );
  refuses('{"VrfSystemZoneOn":{"Index":1,"On":2}}', 'VrfSystemZoneOn.On: 2 is not one of 0, 1.');
});

test('VrfSystemZoneMode and VrfSystemZoneFan accept their enumerations', () => {
  accepts(
    ...[1, 5].map((mode) => `{"VrfSystemZoneMode":{"Index":1,"Mode":${mode}}}`),
    ...[1, 4].map((fan) => `{"VrfSystemZoneFan":{"Index":1,"Fan":${fan}}}`),
  );
  for (const mode of [0, 6])
    refuses(
      `{"VrfSystemZoneMode":{"Index":1,"Mode":${mode}}}`,
      `VrfSystemZoneMode.Mode: ${mode} is not one of 1 = cool, 2 = heat, 3 = vent, 4 = dry, 5 = auto.`,
    );
  for (const fan of [0, 5])
    refuses(
      `{"VrfSystemZoneFan":{"Index":1,"Fan":${fan}}}`,
      `VrfSystemZoneFan.Fan: ${fan} is not one of 1 = low, 2 = medium, 3 = high, 4 = auto.`,
    );
});

test('VrfSystemZoneSetpoint accepts 15 to 30 °C in whole degrees', () => {
  const body = (setpoint: number) => `{"VrfSystemZoneSetpoint":{"Index":1,"Setpoint":${setpoint}}}`;
  const place = 'VrfSystemZoneSetpoint.Setpoint';
  accepts(body(1500), body(2200), body(3000));
  refuses(body(1400), `${place}: 14.00 °C is below the minimum of 15.00 °C.`);
  refuses(body(3100), `${place}: 31.00 °C is above the maximum of 30.00 °C.`);
  refuses(body(2250), `${place}: 22.50 °C is not a multiple of 1 °C. Use 22.00 or 23.00.`);
});

test('VrfSystemZoneSwing and VrfSystemZoneSleepTimer accept their enumerations', () => {
  accepts(
    ...[0, 3].map((swing) => `{"VrfSystemZoneSwing":{"Index":1,"Swing":${swing}}}`),
    ...[0, 7].map((timer) => `{"VrfSystemZoneSleepTimer":{"Index":1,"Timer":${timer}}}`),
  );
  for (const swing of [-1, 4])
    refuses(
      `{"VrfSystemZoneSwing":{"Index":1,"Swing":${swing}}}`,
      `VrfSystemZoneSwing.Swing: ${swing} is not one of 0 = none, 1 = horizontal, 2 = vertical, 3 = both.`,
    );
  refuses(
    '{"VrfSystemZoneSleepTimer":{"Index":1,"Timer":8}}',
    'VrfSystemZoneSleepTimer.Timer: 8 is not one of 0 = off, 1 = 0.5 h, 2 = 1 h, 3 = 2 h, 4 = 4 h, 5 = 6 h, 6 = 8 h, 7 = 12 h.',
  );
});

test('VrfControlVrfName accepts 15 bytes', () => {
  accepts('{"VrfControlVrfName":{"Index":15,"Name":"Meeting room 12"}}');
  refuses(
    '{"VrfControlVrfName":{"Index":15,"Name":"Meeting room 123"}}',
    'VrfControlVrfName.Name: The name is 16 bytes long; it may have at most 15.',
  );
});
