import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { BEDROOM, createDucted, HALL, KITCHEN, LIVING, zoneMode } from '../unit/ducted.fixture.ts';

const commands = (Index: number) => [
  { ZoneMode: { Index, Mode: zoneMode.open } },
  { ZoneSetpoint: { Index, Setpoint: 2100 } },
  { ZoneMaxAir: { Index, MaxAir: 90 } },
  { ZoneMinAir: { Index, MinAir: 10 } },
  { ZoneName: { Index, Name: 'Den' } },
];

suite('commands to a zone', () => {
  test('changes the addressed zone and nothing else', () => {
    for (const command of commands(LIVING))
      assert.deepEqual(createDucted().changes(command), ['zone 0'], JSON.stringify(command));
  });

  test('refuses every zone command in a house without a ducted air conditioner', () => {
    const house = createDucted({ without: true });
    for (const command of commands(0)) {
      const [name] = Object.keys(command);
      assert.equal(house.command(command), `${name}.Index: This house has no ducted air conditioner.`);
    }
  });

  test('refuses a zone that is not installed', () => {
    const house = createDucted();
    assert.equal(house.unit().NoOfZones, 4);
    for (const command of commands(4)) {
      const [name] = Object.keys(command);
      assert.equal(
        house.command(command),
        `${name}.Index: There is no zone 4 in this house; its zones are 0, 1, 2 and 3.`,
      );
    }
    assert.equal(house.command({ ZoneName: { Index: 3, Name: 'Den' } }), 'OK');
  });

  test('refuses every zone in a house without zones, and indexes beyond the maximum of 14', () => {
    const house = createDucted({ zones: [] });
    assert.equal(
      house.command({ ZoneMode: { Index: 0, Mode: 1 } }),
      'ZoneMode.Index: This house has no zone.',
    );
    assert.equal(
      house.command({ ZoneMode: { Index: 14, Mode: 1 } }),
      'ZoneMode.Index: There is no zone 14. Use 0 to 13.',
    );
  });

  test('accepts zone commands in a system that controls only zones', () => {
    const house = createDucted({ unit: { control: 'zones' } });
    for (const command of commands(LIVING)) assert.equal(house.command(command), 'OK');
  });

  test('a command without effect leaves every datagram the same object', () => {
    const house = createDucted();
    const { Mode, Setpoint, MaxAir, MinAir, Name } = house.zone(LIVING);
    for (const same of [
      { ZoneMode: { Index: LIVING, Mode } },
      { ZoneSetpoint: { Index: LIVING, Setpoint } },
      { ZoneMaxAir: { Index: LIVING, MaxAir } },
      { ZoneMinAir: { Index: LIVING, MinAir } },
      { ZoneName: { Index: LIVING, Name } },
    ])
      assert.deepEqual(house.changes(same), [], JSON.stringify(same));
  });
});

suite('ZoneMode', () => {
  const answers = (house: ReturnType<typeof createDucted>, Index: number) =>
    Object.entries(zoneMode).map(([name, Mode]) => `${name} ${house.command({ ZoneMode: { Index, Mode } })}`);
  const refusal = (name: string, zone: string, has: string) =>
    `${name} ZoneMode.Mode: Mode ${name} is not available: ${zone}, has ${has}.`;

  test('accepts open, close, auto and override for an automatic zone', () => {
    const has = 'open, close, auto, override';
    assert.deepEqual(answers(createDucted(), LIVING), [
      'open OK',
      'close OK',
      'auto OK',
      'override OK',
      refusal('constant', 'zone 0, of type auto', has),
    ]);
  });

  test('accepts open and close for an open/close zone', () => {
    const zone = 'zone 2, of type open/close';
    assert.deepEqual(answers(createDucted(), KITCHEN), [
      'open OK',
      'close OK',
      refusal('auto', zone, 'open, close'),
      refusal('override', zone, 'open, close'),
      refusal('constant', zone, 'open, close'),
    ]);
  });

  test('accepts open, close and constant for a constant zone, and auto if it has a sensor', () => {
    const zone = 'zone 3, of type constant and without a sensor';
    assert.deepEqual(answers(createDucted(), HALL), [
      'open OK',
      'close OK',
      refusal('auto', zone, 'open, close, constant'),
      refusal('override', zone, 'open, close, constant'),
      'constant OK',
    ]);
    const sensed = createDucted({
      zones: [{ name: 'Hall', room: 'Hall', type: 'constant', sensor: 'wired' }],
    });
    assert.deepEqual(answers(sensed, 0), [
      'open OK',
      'close OK',
      'auto OK',
      refusal('override', 'zone 0, of type constant', 'open, close, auto, constant'),
      'constant OK',
    ]);
  });

  test('refuses auto for an automatic zone without a sensor', () => {
    const house = createDucted({ zones: [{ name: 'Den', room: 'Hall', type: 'auto', sensor: 'none' }] });
    const zone = 'zone 0, of type auto and without a sensor';
    assert.equal(house.zone(0).Mode, zoneMode.open);
    assert.deepEqual(answers(house, 0).slice(2, 4), [
      refusal('auto', zone, 'open, close'),
      refusal('override', zone, 'open, close'),
    ]);
  });

  test('refuses zone modes above 5', () => {
    assert.match(createDucted().command({ ZoneMode: { Index: 0, Mode: 6 } }), /6 is not one of/);
    assert.match(createDucted().command({ ZoneMode: { Index: 0, Mode: 0 } }), /0 is not one of/);
  });
});

suite('ZoneSetpoint', () => {
  test('accepts setpoints of 15 to 30 degrees in steps of half a degree', () => {
    const house = createDucted();
    for (const Setpoint of [1500, 3000, 2150]) {
      assert.equal(house.command({ ZoneSetpoint: { Index: BEDROOM, Setpoint } }), 'OK');
      assert.equal(house.zone(BEDROOM).Setpoint, Setpoint);
    }
    const answer = (Setpoint: number) => house.command({ ZoneSetpoint: { Index: BEDROOM, Setpoint } });
    assert.match(answer(1450), /14\.50 °C is below the minimum of 15\.00 °C/);
    assert.match(answer(3050), /30\.50 °C is above the maximum of 30\.00 °C/);
    assert.match(answer(2155), /21\.55 °C is not a multiple of 0\.5 °C. Use 21\.50 or 22\.00/);
  });

  test('refuses setpoints outside the economy limits while they are locked', () => {
    const house = createDucted({ unit: { ecoLock: true, ecoMin: 20, ecoMax: 24 } });
    const answer = (Setpoint: number) => house.command({ ZoneSetpoint: { Index: LIVING, Setpoint } });
    assert.deepEqual([answer(2000), answer(2400)], ['OK', 'OK']);
    const limits = 'is outside the economy limits 20.00 to 24.00 °C.';
    assert.equal(answer(1950), `ZoneSetpoint.Setpoint: 19.50 °C ${limits}`);
    assert.equal(answer(2450), `ZoneSetpoint.Setpoint: 24.50 °C ${limits}`);
  });

  test('refuses a setpoint for a zone without a sensor', () => {
    const why = (zone: number) => `zone ${zone} has no temperature sensor (SensType 255)`;
    for (const Index of [KITCHEN, HALL])
      assert.equal(
        createDucted().command({ ZoneSetpoint: { Index, Setpoint: 2200 } }),
        `ZoneSetpoint.Setpoint: Changing the setpoint is not available: ${why(Index)}.`,
      );
  });

  test('stores the setpoint of an open or closed zone, which stays open or closed', () => {
    for (const Mode of [zoneMode.open, zoneMode.close]) {
      const house = createDucted();
      house.command({ ZoneMode: { Index: LIVING, Mode } });
      assert.equal(house.command({ ZoneSetpoint: { Index: LIVING, Setpoint: 1900 } }), 'OK');
      assert.deepEqual([house.zone(LIVING).Mode, house.zone(LIVING).Setpoint], [Mode, 1900]);
    }
  });
});

suite('ZoneMaxAir and ZoneMinAir', () => {
  const answer = (house: ReturnType<typeof createDucted>, key: 'Max' | 'Min', percent: number) =>
    house.command({ [`Zone${key}Air`]: { Index: LIVING, [`${key}Air`]: percent } });

  test('accepts airflow limits of 0 to 100 % in steps of 5', () => {
    const house = createDucted();
    assert.deepEqual([answer(house, 'Max', 0), answer(house, 'Max', 100)], ['OK', 'OK']);
    assert.deepEqual([answer(house, 'Min', 100), answer(house, 'Min', 0)], ['OK', 'OK']);
    for (const key of ['Max', 'Min'] as const) {
      assert.match(answer(house, key, -5), /below the minimum of 0 %/);
      assert.match(answer(house, key, 105), /above the maximum of 100 %/);
      assert.match(answer(house, key, 42), /42 % is not a multiple of 5 %. Use 40 or 45/);
    }
  });

  test('accepts equal airflow limits, and refuses a minimum above the maximum', () => {
    const house = createDucted();
    assert.deepEqual([answer(house, 'Max', 60), answer(house, 'Min', 60)], ['OK', 'OK']);
    assert.equal(
      answer(house, 'Min', 65),
      'ZoneMinAir.MinAir: The lowest opening, 65 %, would be above the highest opening, 60 %.',
    );
    assert.equal(
      answer(house, 'Max', 55),
      'ZoneMaxAir.MaxAir: The lowest opening, 60 %, would be above the highest opening, 55 %.',
    );
    assert.deepEqual([house.zone(LIVING).MinAir, house.zone(LIVING).MaxAir], [60, 60]);
  });
});

suite('ZoneName', () => {
  test('accepts zone names of up to 15 bytes of UTF-8', () => {
    const house = createDucted();
    const answer = (Name: string) => house.command({ ZoneName: { Index: LIVING, Name } });
    assert.deepEqual([answer('Fifteen letters'), answer('Küche')], ['OK', 'OK']);
    assert.equal(house.zone(LIVING).Name, 'Küche');
    assert.match(answer('Sixteen letters!'), /The name is 16 bytes long; it may have at most 15/);
    assert.match(answer('üüüüüüüü'), /The name is 16 bytes long; it may have at most 15/);
    assert.match(answer('a\u0000b'), /control characters/);
  });
});
