import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { BEDROOM, createDucted, fan, HALL, KITCHEN, LIVING, mode, zoneMode } from '../unit/ducted.fixture.ts';

const favourites = [
  { name: 'Morning', mode: 'heat', fan: 'low', start: '06:30', stop: '08:00', enabled: true },
  {
    name: 'Night',
    mode: 'cool',
    fan: 'auto',
    days: ['M', 'Tu'],
    zones: [{ mode: 'close' }, { mode: 'auto', setpoint: 20 }],
  },
] as const;
const create = (more: Parameters<typeof createDucted>[0] = {}) => createDucted({ favourites, ...more });
const everyDay = { M: 1, Tu: 1, W: 1, Th: 1, F: 1, Sa: 1, Su: 1 };
const times = { StartH: 7, StartM: 15, StopH: 9, StopM: 45 };
const commands = (Index: number) => [
  { SchedAcMode: { Index, Mode: mode.vent } },
  { SchedAcFan: { Index, Fan: fan.high } },
  { SchedName: { Index, Name: 'Noon' } },
  { SchedZones: { Index, Zones: [{ Mode: zoneMode.open, Setpoint: 2300 }] } },
  { SchedSettings: { Index, ...times } },
  { SchedEnable: { Index, Enabled: 1 } },
];

suite('commands to a ducted favourite', () => {
  test('changes the addressed favourite and nothing else', () => {
    for (const command of commands(1))
      assert.deepEqual(create().changes(command), ['schedule 1'], JSON.stringify(command));
  });

  test('refuses every favourite command in a house without a ducted air conditioner', () => {
    const house = createDucted({ without: true });
    for (const command of [...commands(0), { FavouriteSet: 1 }]) {
      const [name] = Object.keys(command);
      assert.equal(house.command(command), `${name}: This house has no ducted air conditioner.`);
    }
  });

  test('accepts commands to each of the nine favourites, and refuses a tenth', () => {
    for (const command of commands(8).slice(0, 5)) assert.equal(create().command(command), 'OK');
    for (const command of commands(9))
      assert.match(create().command(command), /There is no favourite 9. Use 0 to 8\./);
  });

  test('a favourite command without effect leaves every datagram the same object', () => {
    const house = create();
    const { Mode, Fan, Name, Zones, DaysEnabled, Enabled } = house.favourite(0);
    const before = { StartH: 6, StartM: 30, StopH: 8, StopM: 0 };
    for (const same of [
      { SchedAcMode: { Index: 0, Mode } },
      { SchedAcFan: { Index: 0, Fan } },
      { SchedName: { Index: 0, Name } },
      { SchedZones: { Index: 0, Zones: structuredClone(Zones) } },
      { SchedZones: { Index: 0, Zones: structuredClone(Zones.slice(0, 2)) } },
      { SchedSettings: { Index: 0, ...before, DaysEnabled: { ...DaysEnabled } } },
      { SchedSettings: { Index: 0, ...before } },
      { SchedEnable: { Index: 0, Enabled } },
    ])
      assert.deepEqual(house.changes(same), [], JSON.stringify(same));
  });
});

suite('SchedAcMode and SchedAcFan', () => {
  test('accepts for a favourite the modes and fan speeds that the unit has', () => {
    const house = create();
    assert.equal(house.command({ SchedAcMode: { Index: 0, Mode: mode.dry } }), 'OK');
    assert.equal(house.command({ SchedAcFan: { Index: 0, Fan: fan.medium } }), 'OK');
    assert.deepEqual([house.favourite(0).Mode, house.favourite(0).Fan], [mode.dry, fan.medium]);
  });

  test('refuses for a favourite the modes and fan speeds that the unit does not have', () => {
    assert.equal(
      create().command({ SchedAcMode: { Index: 0, Mode: mode.exhaust } }),
      'SchedAcMode.Mode: Mode exhaust is not available: this unit has cool, heat, vent, dry, auto.',
    );
    assert.equal(
      create().command({ SchedAcFan: { Index: 0, Fan: fan.top } }),
      'SchedAcFan.Fan: Fan top is not available: this unit has low, medium, high, auto.',
    );
  });
});

suite('SchedName', () => {
  test('accepts favourite names of up to 15 bytes', () => {
    const house = create();
    assert.equal(house.command({ SchedName: { Index: 4, Name: 'Fifteen letters' } }), 'OK');
    assert.equal(house.favourite(4).Name, 'Fifteen letters');
    assert.match(house.command({ SchedName: { Index: 4, Name: 'Sixteen letters!' } }), /16 bytes long/);
  });

  test('an empty name makes the favourite unused, and it no longer runs by time', () => {
    const house = create();
    assert.equal(house.command({ SchedName: { Index: 0, Name: '' } }), 'OK');
    assert.deepEqual([house.favourite(0).Name, house.favourite(0).Enabled], ['', 0]);
    assert.match(house.command({ FavouriteSet: 1 }), /Favourite 0 is unused/);
  });
});

suite('SchedZones', () => {
  const entry = (Mode: number, Setpoint = 2200) => ({ Mode, Setpoint });

  test('sets all fourteen zones of a favourite, or the given zones', () => {
    const house = create();
    const all = Array.from({ length: 14 }, () => entry(zoneMode.close, 2500));
    assert.equal(house.command({ SchedZones: { Index: 1, Zones: all } }), 'OK');
    assert.deepEqual(house.favourite(1).Zones, all);
    const first = entry(zoneMode.open, 2650);
    assert.equal(house.command({ SchedZones: { Index: 1, Zones: [first] } }), 'OK');
    assert.deepEqual(house.favourite(1).Zones, [first, ...all.slice(1)]);
  });

  test('refuses an empty list of zones, and one of fifteen', () => {
    assert.match(create().command({ SchedZones: { Index: 1, Zones: [] } }), /at least 1/);
    const fifteen = Array.from({ length: 15 }, () => entry(zoneMode.close));
    assert.match(create().command({ SchedZones: { Index: 1, Zones: fifteen } }), /at most 14/);
  });

  test('refuses a mode that the zone does not have, and gives the position of the entry', () => {
    const house = create();
    const Zones = [entry(zoneMode.auto), entry(zoneMode.auto), entry(zoneMode.auto)];
    assert.equal(
      house.command({ SchedZones: { Index: 1, Zones } }),
      'SchedZones.Zones.2.Mode: Mode auto is not available: zone 2, of type open/close, has open, close.',
    );
    assert.equal(house.favourite(1).Zones[0]!.Mode, zoneMode.close);
  });

  test('stores entries of zones that are not installed without checking them', () => {
    const house = create();
    const Zones = [LIVING, BEDROOM, KITCHEN, HALL].map(() => entry(zoneMode.close));
    Zones.push(entry(zoneMode.constant, 3000));
    assert.equal(house.command({ SchedZones: { Index: 1, Zones } }), 'OK');
    assert.deepEqual(house.favourite(1).Zones[4], entry(zoneMode.constant, 3000));
  });

  test('refuses favourite setpoints outside the economy limits while they are locked', () => {
    const house = create({ unit: { ecoLock: true, ecoMin: 20, ecoMax: 24 } });
    const answer = (setpoint: number) =>
      house.command({ SchedZones: { Index: 1, Zones: [entry(zoneMode.auto, setpoint)] } });
    assert.deepEqual([answer(2000), answer(2400)], ['OK', 'OK']);
    assert.equal(
      answer(2450),
      'SchedZones.Zones.0.Setpoint: 24.50 °C is outside the economy limits 20.00 to 24.00 °C.',
    );
    assert.match(answer(1950), /19\.50 °C is outside the economy limits/);
  });

  test('accepts favourite setpoints of 15 to 30 degrees in steps of half a degree', () => {
    const answer = (setpoint: number) =>
      create().command({ SchedZones: { Index: 1, Zones: [entry(zoneMode.auto, setpoint)] } });
    assert.deepEqual([answer(1500), answer(3000)], ['OK', 'OK']);
    assert.match(answer(1450), /below the minimum/);
    assert.match(answer(3050), /above the maximum/);
    assert.match(answer(2210), /not a multiple of 0\.5 °C/);
  });
});

suite('SchedSettings', () => {
  test('sets times and days of a favourite', () => {
    const house = create();
    const DaysEnabled = { ...everyDay, Sa: 0, Su: 0 };
    assert.equal(house.command({ SchedSettings: { Index: 0, ...times, DaysEnabled } }), 'OK');
    const { StartH, StartM, StopH, StopM, DaysEnabled: days } = house.favourite(0);
    assert.deepEqual({ StartH, StartM, StopH, StopM }, times);
    assert.deepEqual(days, DaysEnabled);
  });

  test('keeps the days of a favourite if the command has none', () => {
    const house = create();
    const days = house.favourite(1).DaysEnabled;
    assert.equal(house.command({ SchedSettings: { Index: 1, ...times } }), 'OK');
    assert.equal(house.favourite(1).DaysEnabled, days);
    assert.deepEqual(days, { M: 1, Tu: 1, W: 0, Th: 0, F: 0, Sa: 0, Su: 0 });
  });

  test('accepts hours and minutes to the last of the day and "off" values, and none between', () => {
    const house = create();
    const answer = (change: object) => house.command({ SchedSettings: { Index: 0, ...times, ...change } });
    assert.equal(answer({ StartH: 0, StartM: 0, StopH: 23, StopM: 59 }), 'OK');
    assert.equal(answer({ StartH: 31, StartM: 63, StopH: 31, StopM: 63 }), 'OK');
    assert.match(answer({ StartH: 24 }), /24 is not a time. Send 0 to 23, or 31 for none/);
    assert.match(answer({ StopH: 30 }), /30 is not a time/);
    assert.match(answer({ StopM: 60 }), /60 is not a time. Send 0 to 59, or 63 for none/);
    assert.match(answer({ StartM: 62 }), /62 is not a time/);
  });
});

suite('SchedEnable', () => {
  test('enables and disables a favourite', () => {
    const house = create();
    assert.equal(house.command({ SchedEnable: { Index: 1, Enabled: 1 } }), 'OK');
    assert.equal(house.favourite(1).Enabled, 1);
    assert.equal(house.command({ SchedEnable: { Index: 1, Enabled: 0 } }), 'OK');
    assert.equal(house.favourite(1).Enabled, 0);
  });

  test('refuses to enable an unused favourite, but allows disabling it', () => {
    const house = create();
    assert.equal(
      house.command({ SchedEnable: { Index: 5, Enabled: 1 } }),
      'SchedEnable.Index: Favourite 5 is unused. Give it a name first.',
    );
    assert.deepEqual(house.changes({ SchedEnable: { Index: 5, Enabled: 0 } }), []);
  });
});

suite('FavouriteSet', () => {
  test('starting a favourite switches the unit on with its mode, fan and zones', () => {
    const house = create({ unit: { on: false } });
    assert.deepEqual(house.changes({ FavouriteSet: 2 }), ['unit 0', 'zone 0', 'zone 1']);
    const { SysOn, SysMode, SysFan } = house.unit();
    assert.deepEqual([SysOn, SysMode, SysFan], [1, mode.cool, fan.auto]);
    assert.equal(house.zone(LIVING).Mode, zoneMode.close);
    assert.deepEqual([house.zone(BEDROOM).Mode, house.zone(BEDROOM).Setpoint], [zoneMode.auto, 2000]);
    assert.equal(house.zone(HALL).Mode, zoneMode.close, 'a zone that was never set');
    assert.deepEqual(house.changes({ FavouriteSet: 2 }), [], 'a repetition changes nothing');
  });

  test('refuses to start an unused favourite, and gives the index that clients read', () => {
    const house = create();
    assert.equal(
      house.command({ FavouriteSet: 9 }),
      'FavouriteSet: Favourite 8 is unused. Give it a name first.',
    );
    house.command({ SchedName: { Index: 8, Name: 'Late' } });
    assert.equal(house.command({ FavouriteSet: 9 }), 'OK');
  });

  test('accepts favourite numbers 1 to 9', () => {
    assert.match(create().command({ FavouriteSet: 0 }), /There is no favourite 0. Use 1 to 9/);
    assert.match(create().command({ FavouriteSet: 10 }), /There is no favourite 10. Use 1 to 9/);
  });

  test('starting a favourite changes only the zones if the system controls only zones', () => {
    const house = create({ unit: { control: 'zones', on: false } });
    assert.equal(house.command({ FavouriteSet: 2 }), 'OK');
    assert.deepEqual([house.unit().SysOn, house.unit().SysMode], [0, mode.cool]);
    assert.equal(house.unit().SysFan, fan.high);
    assert.equal(house.zone(LIVING).Mode, zoneMode.close);
  });
});
