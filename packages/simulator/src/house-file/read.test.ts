import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { readHouse } from './read.ts';
import { read, readChanged, smallHouse } from './small-house.fixture.ts';

test('reads a valid house file without changing it', () => {
  const house = readHouse(smallHouse, 'small.yaml');
  assert.ok(house.ok);
  assert.equal(house.value.rooms[1]!.name, 'Den');
  assert.equal(house.value.ducted!.favourites![0]!.start, '06:30');
  assert.deepEqual(house.value.irrigation!.programs![0]!.runTimes, [5, 5]);
});

test('accepts a house with only a name, a place and a room', () => {
  const place = 'place: { latitude: 0, longitude: 0, timeZone: UTC }';
  assert.equal(read(`name: Hut\n${place}\nrooms: [{ name: All, area: 9 }]\n`), 'right');
});

suite('a value of a house file', () => {
  const cases: Record<string, [from: string, to: string, sentence: string]> = {
    'reports a missing value at the place where it belongs': [
      '    area: 12\n',
      '',
      '<name: Den>: rooms.1: The key area is missing.',
    ],
    'points at an unknown key': [
      'area: 12',
      'aera: 12\n    area: 12',
      '<aera: 12>: rooms.1: There is no key "aera". Use one of name, area, height, walls, roof, ground, overAir, built, layers, glazing, surfaces, leakage, infiltration, ventilation, furniture, mass, occupants, presence, equipment, usage, convective, ideal, neighbours.',
    ],
    'refuses a word in place of a number': [
      'area: 12',
      'area: twelve',
      '<twelve>: rooms.1.area: "twelve" is not a number.',
    ],
    'refuses a value out of range, with its unit': [
      'area: 12',
      'area: 0',
      '<0>: rooms.1.area: 0 m² is below the minimum of 1 m².',
    ],
    'refuses an unknown word and lists the known ones': [
      'facing: N',
      'facing: North',
      '<North>: rooms.0.walls.0.facing: "North" is not one of N, NE, E, SE, S, SW, W, NW.',
    ],
    'refuses a text that is too long': [
      'name: Lounge, room',
      'name: The whole lounge, room',
      '<The whole lounge>: ducted.zones.0.name: The name is 16 bytes long; it may have at most 15.',
    ],
    'refuses an invalid time of day': [
      'start: 06:30',
      'start: 24:00',
      '<24:00>: ducted.favourites.0.start: "24:00" is not a time of day such as 06:30.',
    ],
    'refuses an invalid time of day in a list': [
      "'06:00'",
      "'6'",
      `<'6'>: irrigation.programs.0.starts.0: "6" is not a time of day such as 06:30.`,
    ],
    'refuses a number in place of text': [
      "'000000001'",
      '100000001',
      '<100000001>: systemId: 100000001 is not text.',
    ],
    'refuses an id with a wrong number of digits': [
      "'000000001'",
      "'00000001'",
      `<'00000001'>: systemId: "00000001" is not 9 digits.`,
    ],
    'refuses a number that is not finite': [
      'area: 12',
      'area: .inf',
      '<.inf>: rooms.1.area: Infinity is not a number.',
    ],
    'refuses a key that is named like a prototype': [
      '    area: 12',
      '    area: 12\n    __proto__: { mass: heavy }',
      '<__proto__: { mass: heavy>: rooms.1: There is no key "__proto__". Use one of name, area, height, walls, roof, ground, overAir, built, layers, glazing, surfaces, leakage, infiltration, ventilation, furniture, mass, occupants, presence, equipment, usage, convective, ideal, neighbours.',
    ],
  };
  for (const [title, [from, to, sentence]] of Object.entries(cases))
    test(title, () => assert.equal(readChanged(from, to), sentence));
});

suite('the place of a house file', () => {
  test('refuses a time zone that does not exist', () => {
    assert.equal(
      readChanged('Australia/Sydney', 'Australia/Gotham'),
      '<Australia/Gotham>: place.timeZone: "Australia/Gotham" cannot be a time zone: there is no time zone with that name.',
    );
  });

  test('refuses a weather file outside the folder of the house file', () => {
    const csv = (file: string) => readChanged('rooms:', `climate: { csv: ${file} }\nrooms:`);
    assert.equal(csv('sydney.csv'), 'right');
    assert.equal(
      csv('../sydney.csv'),
      '<../sydney.csv>: climate.csv: "../sydney.csv" cannot be a weather file: it must be in the folder of the house file.',
    );
  });
});

suite('the limits of tests of controllers in a house file', () => {
  const limits = (text: string) => readChanged('rooms:', `testCase: { ${text} }\nrooms:`);
  for (const [low, high] of [
    ['lower', 'upper'],
    ['lowerEmpty', 'upperEmpty'],
  ] as const)
    test(`refuses ${low} above ${high}, not at it`, () => {
      assert.equal(limits(`${low}: 22, ${high}: 22`), 'right');
      assert.equal(limits(`${low}: 22`), 'right');
      assert.equal(
        limits(`${low}: 22.5, ${high}: 22`),
        `<22.5>: testCase.${low}: 22.5 cannot be above ${high}: ${high} is 22 °C.`,
      );
    });

  test('refuses prices of fewer or more than 24 hours', () => {
    const prices = (count: number) =>
      limits(`dynamic: [${Array.from({ length: count }, () => 0.3).join(', ')}]`);
    assert.equal(prices(24), 'right');
    for (const count of [23, 25]) assert.match(prices(count), /testCase\.dynamic: /);
  });
});

suite('a room of a house file', () => {
  test('refuses two rooms with the same name, and an empty name', () => {
    assert.equal(
      readChanged('  - name: Den', '  - name: Lounge'),
      '<Lounge>: rooms.1.name: "Lounge" cannot be the name of a room: it is already in the list.',
    );
    assert.equal(
      readChanged('  - name: Den', "  - name: ''"),
      `<''>: rooms.1.name: "" cannot be the name of a room: it is empty.`,
    );
  });

  test('refuses neighbours that do not exist, are the room itself, or are written twice', () => {
    assert.equal(
      readChanged('room: Den, area: 9', 'room: Attic, area: 9'),
      '<Attic>: rooms.0.neighbours.0.room: "Attic" cannot be a room: this house has Lounge, Den.',
    );
    assert.equal(
      readChanged('room: Den, area: 9', 'room: Lounge, area: 9'),
      '<Lounge>: rooms.0.neighbours.0.room: "Lounge" cannot be a neighbour: it is the room itself.',
    );
    assert.equal(
      readChanged('    area: 12', '    area: 12\n    neighbours: [{ room: Lounge, area: 9 }]'),
      '<Lounge>: rooms.1.neighbours.0.room: "Lounge" cannot be a neighbour: the wall between the two rooms is already in the file.',
    );
  });

  test('refuses more glass than wall', () => {
    assert.equal(readChanged('window: 4', 'window: 10'), 'right');
    assert.equal(
      readChanged('window: 4', 'window: 10.1'),
      '<10.1>: rooms.0.walls.0.window: 10.1 cannot be the glass of this wall: the whole wall has 10 m².',
    );
  });
});

suite('irrigation and power of a house file', () => {
  test('refuses a program with more run times than there are stations', () => {
    assert.equal(
      readChanged('[5, 5]', '[5, 5, 5]'),
      '<[5>: irrigation.programs.0.runTimes: 3 cannot be the number of run times: there are 2 stations.',
    );
  });

  test('refuses a station that starts in manual mode', () => {
    assert.equal(
      readChanged('{ name: Lawn }', '{ name: Lawn, mode: manual }'),
      '<manual>: irrigation.stations.0.mode: "manual" is not one of auto, disabled.',
    );
  });

  test('refuses a channel that measures equipment which the house does not have', () => {
    for (const [measures, noun] of [
      ['solar', 'solar panels'],
      ['irrigation pump', 'irrigation pump'],
    ])
      assert.equal(
        readChanged('everything', measures!),
        `<${measures}>: power.devices.0.channels.0.measures: "${measures}" cannot be what a channel measures: this house has no ${noun}.`,
      );
    const without = (part: string) => smallHouse.replace(new RegExp(`^${part}:\\n( .*\\n)+`, 'm'), '');
    for (const [part, measures] of [
      ['ducted', 'ducted unit'],
      ['ducted', 'ducted fan'],
      ['splits', 'splits'],
      ['vrf', 'VRF units'],
    ]) {
      const text = smallHouse.replace('everything', measures!);
      assert.equal(read(text), 'right');
      assert.match(read(without(part!).replace('everything', measures!)), /measures: this house has no /);
    }
  });
});
