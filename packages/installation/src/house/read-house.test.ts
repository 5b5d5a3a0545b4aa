import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { toSentence } from '@plenum/protocol';
import { readHouse } from './read-house.ts';
import { mostCharacters } from './read-house-text.ts';

const right = `name: Small
systemId: '000000001'
place: { latitude: -33.8, longitude: 151.1, timeZone: Australia/Sydney }
rooms:
  - name: Lounge
    area: 20
    walls: [{ facing: N, area: 10, window: 4 }]
    neighbours: [{ room: Den, area: 9 }]
  - name: Den
    area: 12
ducted:
  unit: { cooling: 8, airflow: 400, ecoMin: 18, ecoMax: 26, mode: cool, setpoint: 22 }
  zones:
    - { name: Lounge, room: Lounge, type: auto, setpoint: 22, minAir: 10, maxAir: 90 }
    - { name: Den, room: Den, type: constant }
  favourites:
    - name: Day
      start: 06:30
      mode: heat
      fan: low
      zones: [{ mode: auto, setpoint: 21 }]
splits:
  maxZones: 5
  maxFavourites: 4
  units:
    - { index: 0, name: A, room: Lounge, cooling: 3, setpoint: 22, fan: 'auto (brand set: 2)' }
    - { index: 4, name: B, room: Den, cooling: 3, brandFans: true, fan: 'brand set: 5' }
  favourites:
    - { name: Eve, units: [{ unit: 4, on: true, setpoint: 20 }] }
vrf:
  units:
    - { number: 1, name: C, room: Den, cooling: 3, setpoint: 22, swings: vertical, swing: vertical, master: true }
    - { number: 9, name: D, room: Den, cooling: 3 }
  favourites:
    - { name: Eve, units: [{ unit: 1, on: true, swing: none }] }
irrigation:
  stations: [{ name: Lawn }, { name: Beds }]
  programs: [{ name: All, starts: ['06:00'], runTimes: [5, 5] }]
power:
  devices:
    - { name: Box, channels: [{ name: All, measures: everything }] }
`;

/** What is said of a house file; `right` when nothing is. */
const read = (text: string): string => {
  const house = readHouse(text, 'small.yaml');
  return house.ok ? 'right' : toSentence(house.refusal);
};
/** What is said when one thing in a right file is written otherwise, with the words it points at for its position. */
const otherwise = (from: string, to: string): string => {
  assert.ok(right.includes(from), from);
  const text = right.replace(from, to);
  const said = read(text);
  const [, line, column] = /^small\.yaml:(\d+):(\d+): /.exec(said) ?? [];
  if (line === undefined) return said;
  const words = text.split('\n')[Number(line) - 1]!.slice(Number(column) - 1);
  return said.replace(/^small\.yaml:\d+:\d+/, `<${/^.[^,}\]]*/.exec(words)![0].trimEnd()}>`);
};

test('a right file is read as it is written', () => {
  const house = readHouse(right, 'small.yaml');
  assert.ok(house.ok);
  assert.equal(house.value.rooms[1]!.name, 'Den');
  assert.equal(house.value.ducted!.favourites![0]!.start, '06:30');
  assert.deepEqual(house.value.irrigation!.programs![0]!.runTimes, [5, 5]);
});

test('a house needs no more than a name, a place and a room', () => {
  const place = 'place: { latitude: 0, longitude: 0, timeZone: UTC }';
  assert.equal(read(`name: Hut\n${place}\nrooms: [{ name: All, area: 9 }]\n`), 'right');
});

suite('a file that is no YAML', () => {
  test('says where it goes wrong', () => {
    assert.match(read('name: "Small\nplace: {}\n'), /^small\.yaml:3:1: Missing closing "quote\.$/);
    assert.match(otherwise('rooms:', 'rooms: ]'), /^<\]>: Unexpected flow-seq-end token/);
    const tab = right.replace('    area: 20', '\tarea: 20');
    assert.match(read(tab), /^small\.yaml:6:1: Tabs are not allowed as indentation/);
  });

  test('has each key once', () => {
    assert.equal(
      otherwise('    area: 12', '    area: 12\n    area: 13'),
      '<area: 13>: Map keys must be unique.',
    );
  });

  test('has no tags of its own and one document', () => {
    assert.equal(otherwise('name: Small', 'name: !house Small'), '<!house Small>: Unresolved tag: !house.');
    assert.match(read(`${right}---\n${right}`), /^small\.yaml:42:1: Source contains multiple documents/);
  });

  test('is no bomb', () => {
    const layers = Array.from({ length: 9 }, (_, n) => `l${n + 1}: &l${n + 1} [${`*l${n}, `.repeat(9)}]`);
    assert.equal(
      read(`l0: &l0 [1]\n${layers.join('\n')}\n`),
      'small.yaml:1:1: The file uses anchors more than 100 times.',
    );
    assert.match(read('['.repeat(100_000)), /^small\.yaml:1:\d+: The file is nested too deep\.$/);
    assert.equal(read('#'.repeat(mostCharacters)), 'small.yaml:1:1: null is not an object.');
    assert.equal(
      read('#'.repeat(mostCharacters + 1)),
      'small.yaml:1:1: The file is longer than 262144 characters.',
    );
  });
});

test('an anchor may stand for what it names, and is blamed for it', () => {
  const text = right
    .replace('window: 4', 'window: &glass 4')
    .replace('    area: 12', '    area: 12\n    roof: *glass');
  assert.equal(read(text), 'right');
  assert.equal(
    read(text.replace('roof: *glass', 'height: *glass').replace('&glass 4', '&glass 1')),
    'small.yaml:11:13: rooms.1.height: 1 m is below the lowest, 1.5 m.',
  );
  const same = right
    .replace('neighbours: [', 'neighbours: &all [')
    .replace('    area: 12', '    area: 12\n    neighbours: *all');
  assert.equal(
    read(same),
    'small.yaml:11:17: rooms.1.neighbours.0.room: "Den" cannot be a neighbour: it is the room itself.',
  );
});

suite('a value', () => {
  const cases: Record<string, [from: string, to: string, sentence: string]> = {
    'that is missing is missed where it should stand': [
      '    area: 12\n',
      '',
      '<name: Den>: rooms.1: The key area is missing.',
    ],
    'that nobody knows is pointed at': [
      'area: 12',
      'aera: 12\n    area: 12',
      '<aera: 12>: rooms.1: There is no key "aera"; keys are name, area, height, walls, roof, ground, insulation, leakage, mass, occupants, presence, equipment, usage, neighbours.',
    ],
    'has its kind': ['area: 12', 'area: twelve', '<twelve>: rooms.1.area: "twelve" is not a number.'],
    'has its range, in its unit': [
      'area: 12',
      'area: 0',
      '<0>: rooms.1.area: 0 m² is below the lowest, 1 m².',
    ],
    'is one of its words': [
      'facing: N',
      'facing: North',
      '<North>: rooms.0.walls.0.facing: "North" is not one of N, NE, E, SE, S, SW, W, NW.',
    ],
    'has its length': [
      'name: Lounge, room',
      'name: The whole lounge, room',
      '<The whole lounge>: ducted.zones.0.name: The name is 16 bytes long; at most 15.',
    ],
    'is a time of day': [
      'start: 06:30',
      'start: 24:00',
      '<24:00>: ducted.favourites.0.start: "24:00" is not a time of day such as 06:30.',
    ],
    'is a time of day in lists too': [
      "'06:00'",
      "'6'",
      `<'6'>: irrigation.programs.0.starts.0: "6" is not a time of day such as 06:30.`,
    ],
    'may be a number where text is meant, and is refused': [
      "'000000001'",
      '100000001',
      '<100000001>: systemId: 100000001 is not text.',
    ],
    'has as many digits as an id': [
      "'000000001'",
      "'00000001'",
      `<'00000001'>: systemId: "00000001" is not 9 digits.`,
    ],
    'that is not finite is no number': [
      'area: 12',
      'area: .inf',
      '<.inf>: rooms.1.area: Infinity is not a number.',
    ],
    'may be named like a prototype': [
      '    area: 12',
      '    area: 12\n    __proto__: { mass: heavy }',
      '<__proto__: { mass: heavy>: rooms.1: There is no key "__proto__"; keys are name, area, height, walls, roof, ground, insulation, leakage, mass, occupants, presence, equipment, usage, neighbours.',
    ],
  };
  for (const [title, [from, to, sentence]] of Object.entries(cases))
    test(title, () => assert.equal(otherwise(from, to), sentence));
});

suite('a place', () => {
  test('has a time zone that there is', () => {
    assert.equal(
      otherwise('Australia/Sydney', 'Australia/Gotham'),
      '<Australia/Gotham>: place.timeZone: "Australia/Gotham" cannot be a time zone: no zone has that name.',
    );
  });

  test('has its weather beside it', () => {
    const csv = (file: string) => otherwise('rooms:', `climate: { csv: ${file} }\nrooms:`);
    assert.equal(csv('sydney.csv'), 'right');
    assert.equal(
      csv('../sydney.csv'),
      '<../sydney.csv>: climate.csv: "../sydney.csv" cannot be a weather file: it stands beside the house file.',
    );
  });
});

suite('a room', () => {
  test('has a name of its own', () => {
    assert.equal(
      otherwise('  - name: Den', '  - name: Lounge'),
      '<Lounge>: rooms.1.name: "Lounge" cannot be the name of a room: it is there twice.',
    );
    assert.equal(
      otherwise('  - name: Den', "  - name: ''"),
      `<''>: rooms.1.name: "" cannot be the name of a room: it is empty.`,
    );
  });

  test('has neighbours that are there, are not itself, and are written once', () => {
    assert.equal(
      otherwise('room: Den, area: 9', 'room: Attic, area: 9'),
      '<Attic>: rooms.0.neighbours.0.room: "Attic" cannot be a room: this house has Lounge, Den.',
    );
    assert.equal(
      otherwise('room: Den, area: 9', 'room: Lounge, area: 9'),
      '<Lounge>: rooms.0.neighbours.0.room: "Lounge" cannot be a neighbour: it is the room itself.',
    );
    assert.equal(
      otherwise('    area: 12', '    area: 12\n    neighbours: [{ room: Lounge, area: 9 }]'),
      '<Lounge>: rooms.1.neighbours.0.room: "Lounge" cannot be a neighbour: the wall between the two is written already.',
    );
  });

  test('has no more glass than wall', () => {
    assert.equal(otherwise('window: 4', 'window: 10'), 'right');
    assert.equal(
      otherwise('window: 4', 'window: 10.1'),
      '<10.1>: rooms.0.walls.0.window: 10.1 cannot be the glass of this wall: the whole wall has 10 m².',
    );
  });
});

suite('the ducted unit', () => {
  test('is in a mode and at a fan it has', () => {
    assert.equal(
      otherwise('mode: cool', 'mode: exhaust'),
      '<exhaust>: ducted.unit.mode: "exhaust" cannot be the mode of this unit: it is one of cool, heat, vent, dry, auto.',
    );
    assert.equal(
      otherwise('mode: cool', 'fans: [low], fan: high'),
      '<high>: ducted.unit.fan: "high" cannot be the fan of this unit: it is one of low.',
    );
    assert.equal(
      otherwise('mode: cool', 'modes: [cool, not available]'),
      '<not available>: ducted.unit.modes.1: "not available" cannot be something the unit has: leave it out.',
    );
  });

  test('has economy limits that leave room between them', () => {
    assert.equal(otherwise('ecoMin: 18', 'ecoMin: 26'), 'right');
    assert.equal(
      otherwise('ecoMin: 18', 'ecoMin: 26.5'),
      '<26.5>: ducted.unit.ecoMin: 26.5 cannot be the lowest setpoint: the highest is 26 °C.',
    );
  });

  test('is controlled by a zone there is, or by its own setpoint', () => {
    assert.equal(otherwise('mode: cool', 'controlZone: 1'), 'right');
    assert.equal(otherwise('mode: cool', 'controlZone: 15'), 'right');
    assert.equal(
      otherwise('mode: cool', 'controlZone: 2'),
      '<2>: ducted.unit.controlZone: 2 cannot be the zone that controls the unit: zones are 0 to 1.',
    );
    assert.equal(
      otherwise('mode: cool', 'masterZone: 2'),
      '<2>: ducted.unit.masterZone: 2 cannot be the master zone: zones are 0 to 1.',
    );
  });

  test('is controlled by no zone where it follows the return air', () => {
    assert.equal(otherwise('mode: cool', 'returnAir: return air, controlZone: 15'), 'right');
    assert.equal(
      otherwise('mode: cool', 'returnAir: return air, controlZone: 1'),
      '<1>: ducted.unit.controlZone: 1 cannot be the zone that controls: by return air none does.',
    );
  });

  test('is set by its installer in the names and values of the interface', () => {
    const settings = (written: string) => otherwise('mode: cool', `settings: ${written}`);
    assert.equal(
      settings('{ StaticP: 4, GasHeat: { Type: 9 }, Ventilation: { RhSetpoint: 5 }, Evap: { Inverter: 0 } }'),
      'right',
    );
    assert.equal(settings('{ StaticP: 5 }'), '<5>: ducted.unit.settings.StaticP: 5 is above the highest, 4.');
    assert.equal(
      settings('{ Ventilation: { RhSetpoint: 4 } }'),
      '<4>: ducted.unit.settings.Ventilation.RhSetpoint: 4 % is below the lowest, 5 %.',
    );
    assert.match(settings('{ Temp: 2200 }'), /^<Temp: 2200>: .*"Temp"/, 'what is measured is no setting');
  });

  test('is not commanded by an installer whose system controls zones only', () => {
    const zonesOnly = (written: string) => otherwise('mode: cool', `control: zones, settings: ${written}`);
    assert.equal(zonesOnly('{ HvacMode: 0 }'), 'right');
    assert.equal(
      zonesOnly('{ HvacMode: 1 }'),
      '<1>: ducted.unit.settings.HvacMode: 1 cannot be a setting here: the system controls zones only.',
    );
  });
});

suite('a zone', () => {
  test('blows into a room there is', () => {
    assert.equal(
      otherwise('room: Lounge, type', 'room: Attic, type'),
      '<Attic>: ducted.zones.0.room: "Attic" cannot be a room: this house has Lounge, Den.',
    );
  });

  test('is in a mode its type has', () => {
    assert.equal(
      otherwise('type: constant', 'type: constant, mode: auto'),
      '<auto>: ducted.zones.1.mode: "auto" cannot be the mode of this zone: it is one of open, close, constant.',
    );
    assert.equal(otherwise('type: constant', 'type: constant, sensor: wired, mode: auto'), 'right');
  });

  test('opens at least as far as it closes', () => {
    assert.equal(otherwise('minAir: 10', 'minAir: 90'), 'right');
    assert.equal(
      otherwise('minAir: 10', 'minAir: 95'),
      '<95>: ducted.zones.0.minAir: Lowest opening 95 % would be above highest opening 90 %.',
    );
  });

  test('has balance limits that do not cross', () => {
    const balance = (min: number) =>
      otherwise('minAir: 10', `settings: { BalanceMin: ${min}, BalanceMax: 80 }, minAir: 10`);
    assert.equal(balance(80), 'right');
    assert.equal(
      balance(85),
      '<85>: ducted.zones.0.settings.BalanceMin: Lowest opening 85 % would be above highest opening 80 %.',
    );
  });

  test('has a setpoint on the steps of the wire', () => {
    assert.equal(otherwise('setpoint: 22, minAir', 'setpoint: 22.5, minAir'), 'right');
    assert.equal(
      otherwise('setpoint: 22, minAir', 'setpoint: 22.3, minAir'),
      '<22.3>: ducted.zones.0.setpoint: 22.30 °C is not a step of 0.5 °C; nearest 22.00 or 22.50.',
    );
  });
});

suite('a ducted favourite', () => {
  test('has a mode and a fan of the unit', () => {
    assert.equal(
      otherwise('mode: heat', 'mode: pump only'),
      '<pump only>: ducted.favourites.0.mode: "pump only" cannot be the mode of this unit: it is one of cool, heat, vent, dry, auto.',
    );
    assert.equal(
      otherwise('fan: low', 'fan: top'),
      '<top>: ducted.favourites.0.fan: "top" cannot be the fan of this unit: it is one of low, medium, high, auto.',
    );
  });

  test('says no more than there are zones, each in a mode it has', () => {
    const zones = (list: string) => otherwise('[{ mode: auto, setpoint: 21 }]', list);
    assert.equal(zones('[{ mode: auto }, { mode: open }]'), 'right');
    assert.equal(
      zones('[{ mode: auto }, { mode: open }, { mode: open }]'),
      '<[{ mode: auto>: ducted.favourites.0.zones: 3 cannot be a count of zones: there are 2 in this house.',
    );
    assert.equal(
      zones('[{ mode: auto }, { mode: auto }]'),
      '<auto>: ducted.favourites.0.zones.1.mode: "auto" cannot be the mode of zone 1: it is one of open, close, constant.',
    );
    assert.equal(
      zones('[{ mode: auto, setpoint: 21.2 }]'),
      '<21.2>: ducted.favourites.0.zones.0.setpoint: 21.20 °C is not a step of 0.5 °C; nearest 21.00 or 21.50.',
    );
  });
});

suite('the splits', () => {
  test('are a system of 5 or of 14 units, with 4 or 9 favourites', () => {
    assert.equal(otherwise('maxZones: 5', 'maxZones: 14'), 'right');
    assert.equal(
      otherwise('maxZones: 5', 'maxZones: 6'),
      '<6>: splits.maxZones: 6 cannot be the most units: there are systems of 5 and of 14.',
    );
    assert.equal(
      otherwise('maxFavourites: 4', 'maxFavourites: 5'),
      '<5>: splits.maxFavourites: 5 cannot be the most favourites: there are systems of 4 and of 9.',
    );
    const favourites = (count: number) =>
      otherwise(
        '    - { name: Eve, units: [{ unit: 4',
        `${'    - { name: X }\n'.repeat(count - 1)}    - { name: Eve, units: [{ unit: 4`,
      );
    assert.equal(favourites(4), 'right');
    assert.equal(
      favourites(5),
      '<- { name: X>: splits.favourites: 5 cannot be the number of favourites: this system has at most 4.',
    );
  });

  test('have indices of their own, within the system', () => {
    assert.equal(
      otherwise('index: 4', 'index: 5'),
      '<5>: splits.units.1.index: 5 cannot be a unit index: this system has at most 5 units.',
    );
    assert.equal(
      otherwise('index: 4', 'index: 0'),
      '<0>: splits.units.1.index: 0 cannot be a unit index: it is there twice.',
    );
  });

  test('stand in rooms there are, at setpoints of the wire', () => {
    assert.equal(
      otherwise('name: A, room: Lounge', 'name: A, room: Attic'),
      '<Attic>: splits.units.0.room: "Attic" cannot be a room: this house has Lounge, Den.',
    );
    assert.equal(otherwise('setpoint: 22, fan', 'setpoint: 17, fan'), 'right');
    assert.equal(
      otherwise('setpoint: 22, fan', 'setpoint: 16.5, fan'),
      '<16.5>: splits.units.0.setpoint: 16.50 °C is below the lowest, 17.00 °C.',
    );
  });

  test('have the brand set of fans only where the file says so', () => {
    assert.equal(
      otherwise('auto (brand set: 2)', 'brand set: 3'),
      `<'brand set: 3'>: splits.units.0.fan: "brand set: 3" cannot be the fan of this split: it does not have brandFans.`,
    );
    assert.equal(
      otherwise('[{ unit: 4, on: true', "[{ unit: 0, on: true, fan: 'brand set: 3'"),
      `<'brand set: 3'>: splits.favourites.0.units.0.fan: "brand set: 3" cannot be the fan of this split: it does not have brandFans.`,
    );
  });

  test('are named by favourites once, where they are there', () => {
    assert.equal(
      otherwise('unit: 4, on', 'unit: 1, on'),
      '<1>: splits.favourites.0.units.0.unit: 1 cannot be a unit of this favourite: units are 0, 4.',
    );
    assert.equal(
      otherwise('{ unit: 4, on: true, setpoint: 20 }', '{ unit: 4, on: true }, { unit: 4, on: false }'),
      '<4>: splits.favourites.0.units.1.unit: 4 cannot be a unit of this favourite: it is there twice.',
    );
    assert.equal(
      otherwise('on: true, setpoint: 20', 'on: true, setpoint: 30.5'),
      '<30.5>: splits.favourites.0.units.0.setpoint: 30.5 °C is above the highest, 30 °C.',
    );
  });
});

suite('the VRF units', () => {
  test('have numbers of their own', () => {
    assert.equal(
      otherwise('number: 9', 'number: 1'),
      '<1>: vrf.units.1.number: 1 cannot be a unit number: it is there twice.',
    );
    assert.equal(otherwise('number: 9', 'number: 0'), '<0>: vrf.units.1.number: 0 is below the lowest, 1.');
  });

  test('stand in rooms there are, at whole degrees', () => {
    assert.equal(
      otherwise('name: D, room: Den', 'name: D, room: Attic'),
      '<Attic>: vrf.units.1.room: "Attic" cannot be a room: this house has Lounge, Den.',
    );
    assert.equal(
      otherwise('setpoint: 22, swings', 'setpoint: 22.5, swings'),
      '<22.5>: vrf.units.0.setpoint: 22.50 °C is not a step of 1 °C; nearest 22.00 or 23.00.',
    );
  });

  test('swing as they can', () => {
    assert.equal(
      otherwise('swing: vertical', 'swing: horizontal'),
      '<horizontal>: vrf.units.0.swing: "horizontal" cannot be the swing of this unit: it allows none, vertical.',
    );
    assert.equal(
      otherwise('swing: none', 'swing: both'),
      '<both>: vrf.favourites.0.units.0.swing: "both" cannot be the swing of this unit: it allows none, vertical.',
    );
  });

  test('have one master', () => {
    assert.equal(
      otherwise('name: D,', 'name: D, master: true,'),
      '<true>: vrf.units.1.master: true cannot be a second master: one unit binds the others.',
    );
  });

  test('are named by favourites where they are there', () => {
    assert.equal(
      otherwise('unit: 1, on', 'unit: 0, on'),
      '<0>: vrf.favourites.0.units.0.unit: 0 cannot be a unit of this favourite: units are 1, 9.',
    );
    assert.equal(
      otherwise('unit: 1, on: true', 'unit: 1, on: true, setpoint: 14'),
      '<14>: vrf.favourites.0.units.0.setpoint: 14 °C is below the lowest, 15 °C.',
    );
  });
});

suite('irrigation and power', () => {
  test('a program has no more run times than there are stations', () => {
    assert.equal(
      otherwise('[5, 5]', '[5, 5, 5]'),
      '<[5>: irrigation.programs.0.runTimes: 3 cannot be a count of run times: there are 2 stations.',
    );
  });

  test('a station is not manual at first', () => {
    assert.equal(
      otherwise('{ name: Lawn }', '{ name: Lawn, mode: manual }'),
      '<manual>: irrigation.stations.0.mode: "manual" is not one of auto, disabled.',
    );
  });

  test('a channel measures what the house has', () => {
    for (const [measures, noun] of [
      ['solar', 'solar panels'],
      ['irrigation pump', 'irrigation pump'],
    ])
      assert.equal(
        otherwise('everything', measures!),
        `<${measures}>: power.devices.0.channels.0.measures: "${measures}" cannot be what a channel measures: this house has no ${noun}.`,
      );
    const without = (part: string) => right.replace(new RegExp(`^${part}:\\n( .*\\n)+`, 'm'), '');
    for (const [part, measures] of [
      ['ducted', 'ducted unit'],
      ['ducted', 'ducted fan'],
      ['splits', 'splits'],
      ['vrf', 'VRF units'],
    ]) {
      const text = right.replace('everything', measures!);
      assert.equal(read(text), 'right');
      assert.match(read(without(part!).replace('everything', measures!)), /measures: this house has no /);
    }
  });
});
