import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { readChanged } from './small-house.fixture.ts';

suite('the lighting of a house file', () => {
  const lighting = (text: string) =>
    readChanged(
      'power:\n',
      `lighting:\n  lamps: [{ name: A, room: Lounge }, { name: B, room: Den }]\n${text}power:\n`,
    );

  test('refuses a lamp or a switch in a room that the house does not have', () => {
    assert.equal(lighting(''), 'right');
    const known = 'this house has Lounge, Den';
    assert.equal(
      readChanged(
        'power:\n',
        'lighting: { lamps: [{ name: A, room: Den }, { name: B, room: Attic }] }\npower:\n',
      ),
      `<Attic>: lighting.lamps.1.room: "Attic" cannot be a room: ${known}.`,
    );
    assert.equal(lighting('  switches: [{ buttons: [{ does: none }], room: Den }]\n'), 'right');
    assert.equal(
      lighting('  switches: [{ buttons: [{ does: none }] }, { buttons: [{ does: none }], room: Attic }]\n'),
      `<Attic>: lighting.switches.1.room: "Attic" cannot be a room: ${known}.`,
    );
  });

  test('refuses a favourite that sets a lamp beyond the last one', () => {
    const favourite = (lamp: number) =>
      lighting(
        `  favourites: [{ name: F, settings: [{ lamp: 0, on: true }, { lamp: ${lamp}, on: true }] }]\n`,
      );
    assert.equal(favourite(1), 'right');
    assert.equal(
      favourite(2),
      '<2>: lighting.favourites.0.settings.1.lamp: 2 cannot be a lamp: there are 2 lamps.',
    );
  });
});

suite('the power of a house file', () => {
  const power = (text: string) => readChanged('power:\n', `power:\n  ${text}\n`);
  const tank = (room: string) =>
    `hotWater: { room: ${room}, volume: 300, power: 3.6, setpoint: 65, people: 4 }`;

  test('has a hot water tank only in a room of the house and with solar panels', () => {
    assert.equal(power(`solar: 5\n  ${tank('Den')}`), 'right');
    assert.equal(
      power(`solar: 5\n  ${tank('Attic')}`),
      '<Attic>: power.hotWater.room: "Attic" cannot be a room: this house has Lounge, Den.',
    );
    assert.equal(
      power(tank('Den')),
      '<{ room: Den>: power.hotWater: 300 cannot be a tank that surplus power heats: this house has no solar panels.',
    );
  });

  test('measures lights, hot water and a pump only if the house has them', () => {
    for (const [measures, noun, added] of [
      ['lights', 'lighting', ['power:\n', 'lighting: { lamps: [{ name: A, room: Den }] }\npower:\n']],
      ['hot water', 'hot water tank', ['power:\n', `power:\n  solar: 5\n  ${tank('Den')}\n`]],
      ['solar', 'solar panels', ['power:\n', 'power:\n  solar: 5\n']],
    ] as const) {
      assert.equal(
        readChanged('everything', measures),
        `<${measures}>: power.devices.0.channels.0.measures: "${measures}" cannot be what a channel measures: this house has no ${noun}.`,
      );
      const [before, after] = added;
      const channel = '    - { name: Box, channels: [{ name: All, measures: everything }] }\n';
      const from = `${before}  devices:\n${channel}`;
      assert.equal(
        readChanged(from, `${after}  devices:\n${channel.replace('everything', measures)}`),
        'right',
        measures,
      );
    }
  });

  test('names the channel and the device that measure what is missing', () => {
    assert.equal(
      readChanged(
        'channels: [{ name: All, measures: everything }] }',
        'channels: [{ name: All, measures: everything }] }\n    - { name: Two, channels: [{ name: A, measures: splits }, { name: B, measures: lights }] }',
      ),
      '<lights>: power.devices.1.channels.1.measures: "lights" cannot be what a channel measures: this house has no lighting.',
    );
  });
});

test('irrigation names the program with too many run times, and takes one without any', () => {
  const programs = (text: string) =>
    readChanged(`programs: [{ name: All, starts: ['06:00'], runTimes: [5, 5] }]`, `programs: [${text}]`);
  assert.equal(programs('{ name: A }, { name: B, runTimes: [5] }'), 'right');
  assert.equal(
    programs('{ name: A }, { name: B, runTimes: [5, 5, 5] }'),
    '<[5>: irrigation.programs.1.runTimes: 3 cannot be the number of run times: there are 2 stations.',
  );
});
