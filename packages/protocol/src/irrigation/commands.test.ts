import { test } from 'node:test';
import { accepts, refuses } from '../command/wire.fixture.ts';

test('the irrigation controller accepts each of its settings as a single value', () => {
  accepts(
    '{"RetEnable":0}',
    '{"RetEnable":1}',
    '{"RetRatio":0}',
    '{"RetRatio":200}',
    '{"RetRainWait":0}',
    '{"RetRainWait":7}',
    '{"RetTestMode":1}',
    '{"RetSoakIntervals":0}',
    '{"RetSoakIntervals":15}',
    '{"RetSoakTime":0}',
    '{"RetSoakTime":240}',
    '{"RetSetManRunTime":1}',
    '{"RetSetManRunTime":240}',
  );
  refuses('{"RetEnable":2}', 'RetEnable: 2 is not one of 0, 1.');
  refuses('{"RetEnable":true}', 'RetEnable: true is not a number.');
  refuses('{"RetRatio":201}', 'RetRatio: 201 % is above the maximum of 200 %.');
  refuses('{"RetRatio":-1}', 'RetRatio: -1 % is below the minimum of 0 %.');
  refuses('{"RetRainWait":8}', 'RetRainWait: 8 d is above the maximum of 7 d.');
  refuses('{"RetTestMode":2}', 'RetTestMode: 2 is not one of 0, 1.');
  refuses('{"RetSoakIntervals":16}', 'RetSoakIntervals: 16 is above the maximum of 15.');
  refuses('{"RetSoakTime":241}', 'RetSoakTime: 241 min is above the maximum of 240 min.');
  refuses('{"RetSetManRunTime":0}', 'RetSetManRunTime: 0 min is below the minimum of 1 min.');
  refuses('{"RetSetManRunTime":241}', 'RetSetManRunTime: 241 min is above the maximum of 240 min.');
});

test('RetTag2 accepts 15 bytes under the key Tag', () => {
  accepts('{"RetTag2":{"Tag":"Garden at front"}}');
  refuses(
    '{"RetTag2":{"Tag":"Garden at front."}}',
    'RetTag2.Tag: The name is 16 bytes long; it may have at most 15.',
  );
  refuses('{"RetTag2":"Garden"}', 'RetTag2: "Garden" is not an object.');
});

test('irrigation stations are numbered 0 to 23', () => {
  accepts(
    '{"RetStnMode":{"No":0,"Mode":0}}',
    '{"RetStnMode":{"No":23,"Mode":2}}',
    '{"RetStSoak":{"No":23,"Soak":1}}',
    '{"RetPrRetStNameogName":{"No":23,"Name":"Roses"}}',
  );
  refuses('{"RetStnMode":{"No":24,"Mode":0}}', 'RetStnMode.No: There is no station 24. Use 0 to 23.');
  refuses(
    '{"RetStnMode":{"No":0,"Mode":3}}',
    'RetStnMode.Mode: 3 is not one of 0 = auto, 1 = manual, 2 = disabled.',
  );
  refuses('{"RetStSoak":{"No":0,"Soak":2}}', 'RetStSoak.Soak: 2 is not one of 0, 1.');
  refuses(
    '{"RetPrRetStNameogName":{"No":0,"Name":"Roses at the gate"}}',
    'RetPrRetStNameogName.Name: The name is 17 bytes long; it may have at most 15.',
  );
});

test('RetStRunTime accepts a program, a station and up to 240 minutes', () => {
  const body = (program: number, station: number, minutes: number) =>
    `{"RetStRunTime":{"Program":${program},"No":${station},"RunTime":${minutes}}}`;
  accepts(body(0, 0, 0), body(8, 23, 240));
  refuses(body(9, 0, 1), 'RetStRunTime.Program: There is no program 9. Use 0 to 8.');
  refuses(body(0, 24, 1), 'RetStRunTime.No: There is no station 24. Use 0 to 23.');
  refuses(body(0, 0, 241), 'RetStRunTime.RunTime: 241 min is above the maximum of 240 min.');
});

test('irrigation programs are numbered 0 to 8', () => {
  accepts(
    '{"RetRunProgram":{"No":8,"Run":1}}',
    '{"RetPrEnable":{"No":8,"Enable":0}}',
    '{"RetProgName":{"No":8,"Name":"Lawn"}}',
  );
  refuses('{"RetRunProgram":{"No":9,"Run":1}}', 'RetRunProgram.No: There is no program 9. Use 0 to 8.');
  refuses('{"RetRunProgram":{"No":0,"Run":2}}', 'RetRunProgram.Run: 2 is not one of 0, 1.');
  refuses('{"RetPrEnable":{"No":0,"Enable":2}}', 'RetPrEnable.Enable: 2 is not one of 0, 1.');
  refuses(
    '{"RetProgName":{"No":0,"Name":"Lawn and borders"}}',
    'RetProgName.Name: The name is 16 bytes long; it may have at most 15.',
  );
});

test('RetProgram accepts up to six start times together with the days, with Tuesday spelled Tu', () => {
  const days = '"M":1,"Tu":0,"W":1,"Th":0,"F":1,"Sa":0,"Su":1';
  const body = (times: string) => `{"RetProgram":{"Index":0,"StartTimes":[${times}],${days}}}`;
  const six = Array(6).fill('{"h":23,"m":59}');
  accepts(body(''), body('{"h":0,"m":0}'), body(six.join(',')), body('{"h":31,"m":63}'));
  refuses(body([...six, six[0]].join(',')), 'RetProgram.StartTimes: There are 7 entries. Send at most 6.');
  refuses(
    body('{"h":24,"m":0}'),
    'RetProgram.StartTimes.0.h: 24 is not a time. Send 0 to 23, or 31 for none.',
  );
  refuses(
    '{"RetProgram":{"Index":0,"StartTimes":[],"M":1,"T":0,"W":1,"Th":0,"F":1,"Sa":0,"Su":1}}',
    'RetProgram: The key Tu is missing.',
  );
});
