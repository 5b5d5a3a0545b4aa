import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRoomUnitHouse } from '../room-unit/room-unit-house.fixture.ts';

const [COOL, HEAT, VENT, DRY, AUTO] = [1, 2, 3, 4, 5];
const ducted = {
  unit: { cooling: 14, airflow: 800 },
  zones: [],
};

test('VrfSystemZoneOn switches a unit on and off', () => {
  const house = createRoomUnitHouse();
  assert.equal(house.command({ VrfSystemZoneOn: { Index: 4, On: 1 } }), 'OK');
  assert.equal(house.vrf(4).On, 1);
  assert.equal(house.command({ VrfSystemZoneOn: { Index: 4, On: 0 } }), 'OK');
  assert.equal(house.vrf(4).On, 0);
});

test('each VRF command sets only its own member, and only in the addressed unit', () => {
  const house = createRoomUnitHouse();
  const before = house.vrf(2);
  for (const [body, member, value] of [
    [{ VrfSystemZoneMode: { Index: 7, Mode: DRY } }, 'Mode', DRY],
    [{ VrfSystemZoneFan: { Index: 7, Fan: 3 } }, 'Fan', 3],
    [{ VrfSystemZoneSetpoint: { Index: 7, Setpoint: 1500 } }, 'Sp', 1500],
    [{ VrfSystemZoneSetpoint: { Index: 7, Setpoint: 3000 } }, 'Sp', 3000],
    [{ VrfSystemZoneSwing: { Index: 7, Swing: 2 } }, 'Sw', 2],
    [{ VrfSystemZoneSleepTimer: { Index: 7, Timer: 2 } }, 'Tmr', 2],
    [{ VrfControlVrfName: { Index: 7, Name: 'Under the roof' } }, 'Name', 'Under the roof'],
  ] as const) {
    assert.equal(house.command(body), 'OK');
    assert.equal(house.vrf(7)[member], value);
  }
  assert.equal(house.vrf(7).TmrL, 60);
  assert.equal(house.vrf(2), before);
});

test('unit 0 is reserved for the ducted system, even in a house without one', () => {
  for (const house of [createRoomUnitHouse(), createRoomUnitHouse({ change: { ducted } })]) {
    const before = house.state().datagrams.vrf;
    for (const [name, rest] of [
      ['VrfSystemZoneOn', { On: 1 }],
      ['VrfSystemZoneMode', { Mode: COOL }],
      ['VrfSystemZoneFan', { Fan: 1 }],
      ['VrfSystemZoneSetpoint', { Setpoint: 2200 }],
      ['VrfSystemZoneSwing', { Swing: 0 }],
      ['VrfSystemZoneSleepTimer', { Timer: 0 }],
      ['VrfControlVrfName', { Name: 'Ducts' }],
    ] as const) {
      const sentence = `${name}.Index: VRF unit 0 is reserved for the ducted system.`;
      assert.equal(house.command({ [name]: { Index: 0, ...rest } }), sentence);
    }
    assert.equal(house.state().datagrams.vrf, before);
  }
});

test('refuses an unreachable VRF unit, and lists the installed ones if one is missing', () => {
  const house = createRoomUnitHouse({ change: { ducted } });
  assert.equal(
    house.command({ VrfSystemZoneFan: { Index: 1, Fan: 1 } }),
    'VrfSystemZoneFan.Index: There is no VRF unit 1 in this house; its VRF units are 2, 4 and 7.',
  );
  house.override(({ plant }) => {
    plant.vrfs[2]!.silent = true;
  });
  house.advance(30_000);
  assert.equal(
    house.command({ VrfSystemZoneFan: { Index: 4, Fan: 1 } }),
    'VrfSystemZoneFan.Index: VRF unit 4 does not respond: its module cannot reach it.',
  );
  assert.equal(house.command({ VrfSystemZoneFan: { Index: 7, Fan: 1 } }), 'OK');
});

test('a house without a VRF system refuses every VRF command, including those to unit 0', () => {
  const house = createRoomUnitHouse({ without: ['vrf'] });
  for (const Index of [0, 3]) {
    const answer = house.command({ VrfSystemZoneOn: { Index, On: 1 } });
    assert.equal(answer, 'VrfSystemZoneOn.Index: This house has no VRF system.');
  }
});

test('a VRF unit accepts the value for no swing and the swings that it allows (SwAl)', () => {
  const house = createRoomUnitHouse();
  const swing = (Index: number, Swing: number) => house.command({ VrfSystemZoneSwing: { Index, Swing } });
  const refusal = (word: string, unit: string) =>
    `VrfSystemZoneSwing.Swing: The swing ${word} is not available: VRF unit ${unit}.`;
  assert.deepEqual([house.vrf(2).SwAl, house.vrf(4).SwAl, house.vrf(7).SwAl], [2, 0, 3]);
  assert.deepEqual(
    [0, 1, 2, 3].map((each) => swing(2, each)),
    ['OK', refusal('horizontal', '2 has none, vertical'), 'OK', refusal('both', '2 has none, vertical')],
  );
  assert.deepEqual(
    [0, 1, 2, 3].map((each) => swing(4, each)),
    ['OK', ...['horizontal', 'vertical', 'both'].map((word) => refusal(word, '4 has none'))],
  );
  assert.deepEqual(
    [0, 1, 2, 3].map((each) => swing(7, each)),
    ['OK', 'OK', 'OK', 'OK'],
  );
});

test('lets another unit heat, ventilate and be in auto while the master heats, but not cool', () => {
  const house = createRoomUnitHouse();
  house.command({ VrfSystemZoneMode: { Index: 2, Mode: HEAT } });
  house.command({ VrfSystemZoneOn: { Index: 2, On: 1 } });
  const why = 'VRF unit 2, the master, heats, and one outdoor unit serves both';
  const mode = (Mode: number) => house.command({ VrfSystemZoneMode: { Index: 4, Mode } });
  assert.equal(
    house.command({ VrfSystemZoneOn: { Index: 4, On: 1 } }),
    `VrfSystemZoneOn.On: Cooling is not available: ${why}.`,
  );
  assert.equal(mode(HEAT), 'OK');
  assert.equal(house.command({ VrfSystemZoneOn: { Index: 4, On: 1 } }), 'OK');
  assert.equal(mode(COOL), `VrfSystemZoneMode.Mode: Cooling is not available: ${why}.`);
  assert.equal(mode(DRY), `VrfSystemZoneMode.Mode: Cooling is not available: ${why}.`);
  assert.deepEqual([mode(HEAT), mode(VENT), mode(AUTO)], ['OK', 'OK', 'OK']);
});

test('lets no other unit heat while the master cools', () => {
  const house = createRoomUnitHouse();
  house.command({ VrfSystemZoneOn: { Index: 2, On: 1 } });
  assert.equal(house.command({ VrfSystemZoneOn: { Index: 4, On: 1 } }), 'OK');
  assert.equal(
    house.command({ VrfSystemZoneMode: { Index: 4, Mode: HEAT } }),
    'VrfSystemZoneMode.Mode: Heating is not available: VRF unit 2, the master, cools, and one outdoor unit serves both.',
  );
});

test('a unit that is off accepts any mode, but cannot start in one that conflicts', () => {
  const house = createRoomUnitHouse();
  house.command({ VrfSystemZoneOn: { Index: 2, On: 1 } });
  assert.equal(house.command({ VrfSystemZoneMode: { Index: 4, Mode: HEAT } }), 'OK');
  assert.deepEqual([house.vrf(4).Mode, house.vrf(4).On], [HEAT, 0]);
  assert.match(
    house.command({ VrfSystemZoneOn: { Index: 4, On: 1 } }),
    /^VrfSystemZoneOn.On: Heating is not/,
  );
  assert.equal(house.command({ VrfSystemZoneMode: { Index: 2, Mode: HEAT } }), 'OK');
  assert.equal(house.command({ VrfSystemZoneOn: { Index: 4, On: 1 } }), 'OK');
});

test('a master that is off or in vent binds no unit; a running unit binds all but the master', () => {
  const house = createRoomUnitHouse();
  house.command({ VrfSystemZoneMode: { Index: 2, Mode: VENT } });
  house.command({ VrfSystemZoneOn: { Index: 2, On: 1 } });
  assert.equal(house.command({ VrfSystemZoneMode: { Index: 7, Mode: HEAT } }), 'OK');
  assert.equal(house.command({ VrfSystemZoneOn: { Index: 7, On: 1 } }), 'OK');
  assert.equal(
    house.command({ VrfSystemZoneOn: { Index: 4, On: 1 } }),
    'VrfSystemZoneOn.On: Cooling is not available: VRF unit 7 heats, and one outdoor unit serves both.',
  );
  assert.equal(house.command({ VrfSystemZoneMode: { Index: 7, Mode: COOL } }), 'OK');
  assert.equal(house.command({ VrfSystemZoneOn: { Index: 4, On: 1 } }), 'OK');
  assert.equal(house.command({ VrfSystemZoneMode: { Index: 2, Mode: HEAT } }), 'OK');
});

const bossLast = {
  units: [
    { number: 1, name: 'A', room: 'Studio', cooling: 3, on: true, mode: 'cool' },
    { number: 2, name: 'B', room: 'Den', cooling: 3, mode: 'heat' },
    { number: 9, name: 'C', room: 'Attic', cooling: 3, on: true, mode: 'auto', setpoint: 22, master: true },
  ],
} as const;

test('the master takes precedence over a running unit with a lower number', () => {
  const house = createRoomUnitHouse({ change: { vrf: bossLast } });
  assert.equal(house.command({ VrfSystemZoneMode: { Index: 9, Mode: HEAT } }), 'OK');
  assert.equal(house.command({ VrfSystemZoneOn: { Index: 2, On: 1 } }), 'OK');
});

test('a master in auto binds the others to its current direction', () => {
  for (const [indoors, heating] of [
    [15, 'OK'],
    [
      30,
      'VrfSystemZoneOn.On: Heating is not available: VRF unit 9, the master, cools, and one outdoor unit serves both.',
    ],
  ] as const) {
    const house = createRoomUnitHouse({ change: { vrf: bossLast }, indoors });
    house.advance(60_000);
    assert.equal(house.command({ VrfSystemZoneOn: { Index: 2, On: 1 } }), heating);
  }
});

test('each unit of a house without a master heats or cools freely, by heat recovery', () => {
  const house = createRoomUnitHouse({
    change: {
      vrf: {
        units: [
          { number: 1, name: 'A', room: 'Studio', cooling: 3, on: true, mode: 'heat' },
          { number: 2, name: 'B', room: 'Den', cooling: 3, mode: 'cool' },
        ],
      },
    },
  });
  assert.equal(house.command({ VrfSystemZoneOn: { Index: 2, On: 1 } }), 'OK');
});

test('a VRF command without effect leaves every datagram the same object', () => {
  const house = createRoomUnitHouse();
  const before = house.state().datagrams.vrf;
  for (const body of [
    { VrfSystemZoneOn: { Index: 4, On: 0 } },
    { VrfSystemZoneMode: { Index: 4, Mode: COOL } },
    { VrfSystemZoneFan: { Index: 4, Fan: 4 } },
    { VrfSystemZoneSetpoint: { Index: 4, Setpoint: 2300 } },
    { VrfSystemZoneSwing: { Index: 4, Swing: 0 } },
    { VrfSystemZoneSleepTimer: { Index: 4, Timer: 0 } },
    { VrfControlVrfName: { Index: 4, Name: 'Den' } },
  ]) {
    assert.equal(house.command(body), 'OK', JSON.stringify(body));
    assert.equal(house.state().datagrams.vrf, before, JSON.stringify(body));
  }
});
