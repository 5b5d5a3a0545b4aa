import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { toSaturationPressure } from './brand-status.ts';
import { createDucted, mode } from './ducted.fixture.ts';

const settings = { AcUnitBrand: 22 };
const hot = { air: { temperature: 28 }, weather: { temperature: 36 } };
const icy = { air: { temperature: 12 }, weather: { temperature: 0, relativeHumidity: 90 } };

const statusOf = (house: ReturnType<typeof createDucted>) => house.state.datagrams.brandStatus[0]!;

suite('the status of a unit of brand A', () => {
  test('shows the status only while the unit is of brand A', () => {
    const house = createDucted(hot);
    house.advance(1);
    assert.equal(house.state.datagrams.brandStatus.length, 0);
    house.command({ SetAcUnitBrandSet: 22 });
    assert.equal(statusOf(house).Temps.Ambient, house.unit().Temp, 'the outdoor sensor has no reading yet');
    house.advance(1);
    assert.equal(statusOf(house).Temps.Ambient, 3600);
    house.command({ SetAcUnitBrandSet: 0 });
    assert.equal(house.state.datagrams.brandStatus.length, 0);
  });

  test('shows a circuit that moves heat outdoors, counts the run, and rests when off', () => {
    const house = createDucted({ ...hot, unit: { settings } });
    house.advance(30);
    const { Temps, Outputs, Thermostats, History8, Timers, InputStatus, OutputStatus } = statusOf(house);
    assert.ok(Temps.Evaporating < Temps.IndoorCoil && Temps.IndoorCoil < Thermostats.SupplyAirTemperature);
    assert.ok(Thermostats.SupplyAirTemperature < Thermostats.ReturnAirTemperature);
    assert.ok(Temps.Ambient < Temps.OutdoorCoil && Temps.OutdoorCoil < Temps.Condensing);
    assert.ok(Temps.SuctionLinePressure < Temps.DischargeLinePressure);
    assert.equal(Thermostats.ReturnAirTemperature, house.unit().Temp);
    assert.deepEqual([Outputs.UnitMode, Outputs.IndoorFanSpeed, OutputStatus.Outputs], [1, 100, 7]);
    assert.equal(Outputs.UnitCapacity, Math.round(house.plant().compressor.share * 100));
    assert.deepEqual([History8.TotalCoolingCyclesMade, History8.TotalHeatingCyclesMade], [1, 0]);
    assert.ok(History8.TotalRunningMinutes >= 26 && History8.TotalRunningMinutes <= 30);
    assert.deepEqual([Timers.MinimumOnOffTime, Timers.MinimumOffOnTime], [0, 0]);
    assert.equal(InputStatus.Inputs, 1);

    house.command({ SysOn: 0 });
    house.advance(1);
    const off = statusOf(house);
    assert.deepEqual([off.Outputs.UnitCapacity, off.Outputs.UnitMode, off.OutputStatus.Outputs], [0, 0, 0]);
    assert.equal(off.Temps.SuctionLinePressure, off.Temps.DischargeLinePressure);
    assert.equal(off.Timers.MinimumOffOnTime, off.Timers.MinimumOnOnTime);
    assert.ok(off.Timers.MinimumOffOnTime > 60 && off.Timers.MinimumOffOnTime <= 180);
    assert.equal(off.InputStatus.Inputs, 0);
    house.command({ SysOn: 1 });
    house.advance(60);
    const again = statusOf(house).History8;
    assert.equal(again.TotalCoolingCyclesMade, 2);
    assert.ok(again.TotalRunningHours === 1 && again.TotalRunningMinutes < 60);
  });

  test('counts heating, and a de-icing for every five minutes that frost takes', () => {
    const house = createDucted({
      ...icy,
      unit: { mode: 'heat', setpoint: 30, settings },
    });
    house.command({ SysMode: mode.heat });
    house.advance(39);
    assert.equal(statusOf(house).History8.TotalDeiceCyclesMade, 0);
    house.advance(81);
    const { Temps, Outputs, History8, OutputStatus } = statusOf(house);
    assert.deepEqual([Outputs.UnitMode, OutputStatus.Outputs], [2, 15]);
    assert.deepEqual([History8.TotalHeatingCyclesMade, History8.TotalDeiceCyclesMade], [1, 2]);
    assert.ok(Temps.OutdoorCoil < Temps.Ambient && Temps.IndoorCoil > Temps.Condensing - 500);
  });

  test('shows no running compressor in a unit with a gas burner', () => {
    const house = createDucted({
      ...icy,
      unit: { mode: 'heat', setpoint: 30, settings: { ...settings, GasHeat: { Type: 8 } } },
    });
    house.advance(20);
    assert.ok(house.plant().load > 0, 'the burner is lit');
    assert.equal(statusOf(house).Outputs.UnitCapacity, 0);
    assert.equal(statusOf(house).History8.TotalHeatingCyclesMade, 0);
  });

  test("matches the R32 pressures in manufacturers' tables within one percent", () => {
    for (const [temperature, kilopascal] of [
      [-20, 406],
      [10, 1107],
      [40, 2478],
      [60, 3933],
    ] as const)
      assert.ok(Math.abs((toSaturationPressure(temperature) + 101) / kilopascal - 1) < 0.01);
  });
});
