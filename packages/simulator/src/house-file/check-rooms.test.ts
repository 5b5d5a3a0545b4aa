import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { readChanged } from './small-house.fixture.ts';

suite('the weather of a house file', () => {
  const climate = (files: string) => readChanged('rooms:', `climate: { ${files} }\nrooms:`);

  test('takes one weather file, in either format, from the folder of the house', () => {
    assert.equal(climate('csv: a.csv'), 'right');
    assert.equal(climate('epw: a.epw'), 'right');
    assert.equal(
      climate('epw: sub/a.epw'),
      '<sub/a.epw>: climate.epw: "sub/a.epw" cannot be a weather file: it must be in the folder of the house file.',
    );
    assert.equal(
      climate('csv: a.csv, epw: b.epw'),
      '<b.epw>: climate.epw: "b.epw" cannot be the weather: the house already has a CSV file.',
    );
  });
});

suite('the ideal heater and cooler of a room', () => {
  const ideal = (way: string, points: readonly [at: string, setpoint: number][]) =>
    readChanged(
      '    area: 12',
      `    area: 12\n    ideal: { ${way}: [${points.map(([at, setpoint]) => `{ at: ${at}, setpoint: ${setpoint} }`).join(', ')}] }`,
    );

  test('takes setpoints in the order of their times, two at one time for a jump', () => {
    for (const way of ['heat', 'cool']) {
      const jump: [string, number][] = [
        ['07:30', 20],
        ['07:30', 22],
        ['08:05', 20],
      ];
      assert.equal(ideal(way, jump), 'right');
      for (const early of ['07:29', '06:59'])
        assert.equal(
          ideal(way, [
            ['07:30', 20],
            [early, 22],
          ]),
          `<${early}>: rooms.1.ideal.${way}.1.at: "${early}" cannot be the time of this setpoint: the setpoint before it is later.`,
        );
    }
  });
});

suite('the walls of a room', () => {
  test('are checked one by one, and the first wall with too much glass is named', () => {
    const walls = (text: string) =>
      readChanged('walls: [{ facing: N, area: 10, window: 4 }]', `walls: [${text}]`);
    assert.equal(walls('{ facing: N, area: 10, window: 10 }, { facing: S, area: 5 }'), 'right');
    assert.equal(
      walls('{ facing: N, area: 10, window: 4 }, { facing: S, area: 5, window: 6 }'),
      '<6>: rooms.0.walls.1.window: 6 cannot be the glass of this wall: the whole wall has 5 m².',
    );
  });

  test('are shared by different pairs of rooms, each pair once', () => {
    const third = (text: string) =>
      readChanged('ducted:', `  - { name: Hall, area: 5, neighbours: [${text}] }\nducted:`);
    assert.equal(third('{ room: Lounge, area: 5 }, { room: Den, area: 5 }'), 'right');
    assert.equal(
      third('{ room: Den, area: 5 }, { room: Den, area: 4 }'),
      '<Den>: rooms.2.neighbours.1.room: "Den" cannot be a neighbour: the wall between the two rooms is already in the file.',
    );
  });
});
