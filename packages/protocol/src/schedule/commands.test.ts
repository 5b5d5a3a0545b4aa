import { test } from 'node:test';
import { accepts, refuses } from '../command/wire.fixture.ts';

test('every schedule command accepts the favourites 0 to 8', () => {
  accepts('{"SchedEnable":{"Index":0,"Enabled":1}}', '{"SchedEnable":{"Index":8,"Enabled":0}}');
  refuses(
    '{"SchedEnable":{"Index":9,"Enabled":1}}',
    'SchedEnable.Index: There is no favourite 9. Use 0 to 8.',
  );
  refuses('{"SchedEnable":{"Index":0,"Enabled":2}}', 'SchedEnable.Enabled: 2 is not one of 0, 1.');
});

test('SchedAcMode, SchedAcFan and SchedName each accept the favourite and one value', () => {
  accepts(
    '{"SchedAcMode":{"Index":4,"Mode":7}}',
    '{"SchedAcFan":{"Index":4,"Fan":99}}',
    '{"SchedName":{"Index":4,"Name":"Sunday evening"}}',
  );
  refuses(
    '{"SchedAcMode":{"Index":4,"Mode":8}}',
    'SchedAcMode.Mode: 8 is not one of 0 = not available (not accepted by any unit), 1 = cool, 2 = heat, 3 = vent, 4 = dry, 5 = auto, 6 = exhaust (only for evaporative coolers), 7 = pump only (only for evaporative coolers).',
  );
  refuses(
    '{"SchedAcFan":{"Index":4,"Fan":6}}',
    'SchedAcFan.Fan: 6 is not one of 0 = not available (not accepted by any unit), 1 = low, 2 = medium, 3 = high, 4 = auto, 5 = top, 99 = non-gas heat.',
  );
  refuses(
    '{"SchedName":{"Index":4,"Name":"Sunday evenings!"}}',
    'SchedName.Name: The name is 16 bytes long; it may have at most 15.',
  );
});

const zones = (count: number, entry = '{"Mode":3,"Setpoint":2200}') =>
  `{"SchedZones":{"Index":0,"Zones":[${Array(count).fill(entry).join(',')}]}}`;

test('SchedZones accepts 1 to 14 zones, each a mode and a setpoint', () => {
  accepts(
    zones(14),
    zones(1),
    zones(14, '{"Mode":5,"Setpoint":1500}'),
    zones(14, '{"Mode":1,"Setpoint":3000}'),
  );
  refuses(zones(0), 'SchedZones.Zones: There are 0 entries. Send at least 1.');
  refuses(zones(15), 'SchedZones.Zones: There are 15 entries. Send at most 14.');
  refuses(
    '{"SchedZones":{"Index":0,"Zones":[{"Mode":3,"Setpoint":2200},{"Mode":3,"Setpoint":2210}]}}',
    'SchedZones.Zones.1.Setpoint: 22.10 °C is not a multiple of 0.5 °C. Use 22.00 or 22.50.',
  );
  refuses('{"SchedZones":{"Index":0,"Zones":{}}}', 'SchedZones.Zones: {} is not a list.');
});

const settings = (times: string, days = ',"DaysEnabled":{"M":1,"Tu":0,"W":1,"Th":0,"F":1,"Sa":0,"Su":1}') =>
  `{"SchedSettings":{"Index":2,${times}${days}}}`;

test('SchedSettings accepts 0:00 to 23:59, and 31 and 63 to switch the start or stop off', () => {
  accepts(
    settings('"StartH":0,"StartM":0,"StopH":23,"StopM":59'),
    settings('"StartH":31,"StartM":63,"StopH":31,"StopM":63'),
  );
  for (const hour of [24, 30, 32])
    refuses(
      settings(`"StartH":${hour},"StartM":0,"StopH":0,"StopM":0`),
      `SchedSettings.StartH: ${hour} is not a time. Send 0 to 23, or 31 for none.`,
    );
  for (const minute of [60, 62, 64])
    refuses(
      settings(`"StartH":0,"StartM":0,"StopH":0,"StopM":${minute}`),
      `SchedSettings.StopM: ${minute} is not a time. Send 0 to 59, or 63 for none.`,
    );
});

test('SchedSettings may omit all days together, but not individual days', () => {
  accepts(settings('"StartH":7,"StartM":30,"StopH":22,"StopM":0', ''));
  refuses(
    settings('"StartH":7,"StartM":30,"StopH":22,"StopM":0', ',"DaysEnabled":{"M":1}'),
    'SchedSettings.DaysEnabled: The key Tu is missing.',
  );
  refuses(settings('"StartH":7,"StartM":30,"StopH":22'), 'SchedSettings: The key StopM is missing.');
});

test('FavouriteSet counts favourites from 1 to 9', () => {
  accepts('{"FavouriteSet":1}', '{"FavouriteSet":9}');
  refuses('{"FavouriteSet":0}', 'FavouriteSet: There is no favourite 0. Use 1 to 9.');
  refuses('{"FavouriteSet":10}', 'FavouriteSet: There is no favourite 10. Use 1 to 9.');
});
