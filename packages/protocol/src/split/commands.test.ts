import { test } from 'node:test';
import { accepts, refuses } from '../command/wire.fixture.ts';

const modes = '1 = cool, 2 = heat, 3 = vent, 4 = dry, 5 = auto';

test('every command to a split accepts the units 0 to 13', () => {
  accepts('{"SplitSystemZoneOn":{"Index":0,"On":1}}', '{"SplitSystemZoneOn":{"Index":13,"On":0}}');
  refuses(
    '{"SplitSystemZoneOn":{"Index":14,"On":1}}',
    'SplitSystemZoneOn.Index: There is no split 14. Use 0 to 13.',
  );
  refuses('{"SplitSystemZoneOn":{"Index":0,"On":2}}', 'SplitSystemZoneOn.On: 2 is not one of 0, 1.');
});

test('SplitSystemZoneMode accepts the five modes of a split', () => {
  accepts(...[1, 2, 3, 4, 5].map((mode) => `{"SplitSystemZoneMode":{"Index":1,"Mode":${mode}}}`));
  for (const mode of [0, 6])
    refuses(
      `{"SplitSystemZoneMode":{"Index":1,"Mode":${mode}}}`,
      `SplitSystemZoneMode.Mode: ${mode} is not one of ${modes}.`,
    );
});

test('SplitSystemZoneFan accepts the plain speeds 1 to 4 and the brand speeds 1 to 7', () => {
  accepts(...[1, 4, 7].map((fan) => `{"SplitSystemZoneFan":{"Index":1,"Fan":${fan}}}`));
  for (const fan of [0, 8])
    refuses(
      `{"SplitSystemZoneFan":{"Index":1,"Fan":${fan}}}`,
      `SplitSystemZoneFan.Fan: ${fan} is not one of 1 = low (brand set: auto), 2 = medium (brand set: quiet), 3 = high (brand set: 1), 4 = auto (brand set: 2), 5 = brand set: 3, 6 = brand set: 4, 7 = brand set: 5.`,
    );
});

test('SplitSystemZoneSetpoint accepts 17.00 to 30.00 °C in steps of half a degree', () => {
  const body = (setpoint: number) => `{"SplitSystemZoneSetpoint":{"Index":1,"Setpoint":${setpoint}}}`;
  const place = 'SplitSystemZoneSetpoint.Setpoint';
  accepts(body(1700), body(2350), body(3000));
  refuses(body(1650), `${place}: 16.50 °C is below the minimum of 17.00 °C.`);
  refuses(body(3050), `${place}: 30.50 °C is above the maximum of 30.00 °C.`);
  refuses(body(2325), `${place}: 23.25 °C is not a multiple of 0.5 °C. Use 23.00 or 23.50.`);
});

test('SplitSystemZoneSwing and SplitSystemZoneSleepTimer accept their enumerations', () => {
  accepts(
    '{"SplitSystemZoneSwing":{"Index":1,"Swing":0}}',
    '{"SplitSystemZoneSwing":{"Index":1,"Swing":3}}',
    '{"SplitSystemZoneSleepTimer":{"Index":1,"Sleep":0}}',
    '{"SplitSystemZoneSleepTimer":{"Index":1,"Sleep":7}}',
  );
  refuses(
    '{"SplitSystemZoneSwing":{"Index":1,"Swing":4}}',
    'SplitSystemZoneSwing.Swing: 4 is not one of 0 = none, 1 = horizontal, 2 = vertical, 3 = both.',
  );
  refuses(
    '{"SplitSystemZoneSleepTimer":{"Index":1,"Sleep":8}}',
    'SplitSystemZoneSleepTimer.Sleep: 8 is not one of 0 = off, 1 = 0.5 h, 2 = 1 h, 3 = 2 h, 4 = 4 h, 5 = 6 h, 6 = 8 h, 7 = 12 h.',
  );
});

test('names of splits and their favourites may have 15 bytes', () => {
  accepts(
    '{"SplitSystemZoneName":{"Index":13,"Name":"Bedroom 1 split"}}',
    '{"SplitSystemFavouriteName":{"Index":8,"Name":"Away for a week"}}',
  );
  refuses(
    '{"SplitSystemZoneName":{"Index":1,"Name":"Bedroom 12 split"}}',
    'SplitSystemZoneName.Name: The name is 16 bytes long; it may have at most 15.',
  );
  refuses(
    '{"SplitSystemFavouriteName":{"Index":9,"Name":"x"}}',
    'SplitSystemFavouriteName.Index: There is no favourite 9. Use 0 to 8.',
  );
});

test('SplitSystemScheduleEnable accepts 0 and 1', () => {
  accepts(
    '{"SplitSystemScheduleEnable":{"Index":0,"En":0}}',
    '{"SplitSystemScheduleEnable":{"Index":8,"En":1}}',
  );
  refuses(
    '{"SplitSystemScheduleEnable":{"Index":0,"En":2}}',
    'SplitSystemScheduleEnable.En: 2 is not one of 0, 1.',
  );
});

test('SplitSystemScheduleSettings treats an hour or minute out of range as off', () => {
  const body = (times: string) =>
    `{"SplitSystemScheduleSettings":{"Index":0,${times},"DaysEnabled":{"M":1,"Tu":1,"W":1,"Th":1,"F":1,"Sa":0,"Su":0}}}`;
  accepts(
    body('"StartH":0,"StartM":0,"StopH":23,"StopM":59'),
    body('"StartH":24,"StartM":60,"StopH":31,"StopM":63'),
    body('"StartH":255,"StartM":255,"StopH":255,"StopM":255'),
    body('"StartH":256,"StartM":999,"StopH":65535,"StopM":2147483647'),
    body('"StartH":-1,"StartM":-1,"StopH":-2147483648,"StopM":0'),
  );
  refuses(
    body('"StartH":2147483648,"StartM":0,"StopH":23,"StopM":59'),
    'SplitSystemScheduleSettings.StartH: 2147483648 is above the maximum of 2147483647.',
  );
  refuses(
    body('"StartH":0,"StartM":-2147483649,"StopH":23,"StopM":59'),
    'SplitSystemScheduleSettings.StartM: -2147483649 is below the minimum of -2147483648.',
  );
});

test('SplitSystemChangeSplitFavourite has nine values', () => {
  const body = (change = {}) =>
    JSON.stringify({
      SplitSystemChangeSplitFavourite: {
        SplitIndex: 0,
        FavouriteIndex: 0,
        Apply: 1,
        On: 1,
        Mode: 1,
        Fan: 2,
        Swing: 0,
        Sleep: 0,
        Setpoint: 2300,
        ...change,
      },
    });
  const place = 'SplitSystemChangeSplitFavourite';
  accepts(body(), body({ SplitIndex: 13, FavouriteIndex: 8, Apply: 0, Sleep: 7, Setpoint: 1700 }));
  refuses(body({ SplitIndex: 14 }), `${place}.SplitIndex: There is no split 14. Use 0 to 13.`);
  refuses(body({ FavouriteIndex: 9 }), `${place}.FavouriteIndex: There is no favourite 9. Use 0 to 8.`);
  refuses(body({ Apply: 2 }), `${place}.Apply: 2 is not one of 0, 1.`);
  refuses(body({ Mode: 0 }), `${place}.Mode: 0 is not one of ${modes}.`);
  refuses(body({ Setpoint: 1650 }), `${place}.Setpoint: 16.50 °C is below the minimum of 17.00 °C.`);
});
