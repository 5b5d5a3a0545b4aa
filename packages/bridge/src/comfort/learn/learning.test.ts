import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Datagrams, initialDatagram } from '@plenum/protocol/component';
import { rateAt } from './fit-house.ts';
import { learn, midnight } from './learned-house.fixture.ts';
import { observe } from './observe.ts';
import { hasSunrise } from './sunrise.ts';

const isNear = (value: number | undefined, expected: number, share: number): void =>
  assert.ok(
    value !== undefined && Math.abs(value / expected - 1) <= share,
    `${value} is not near ${expected}`,
  );

const sydney = { latitude: -33.8, longitude: 151.1 };

describe('what a house learns about its rooms', () => {
  it('finds the rate at full power, the drift and the time constant of a house', () => {
    const { rooms, drifts, timeConstant } = learn({});
    assert.equal(rooms.length, 1);
    isNear(rooms[0]!.rate.value, 4, 0.05);
    isNear(drifts[0]!.drift.value, 0.08, 0.05);
    isNear(timeConstant?.value, 12.5, 0.05);
    assert.ok(rooms[0]!.dead!.value > 180 && rooms[0]!.dead!.value < 540);
  });

  it('gives the time constant with its interval, and none for rooms that do not lose heat', () => {
    const { low, value, high } = learn({}).timeConstant!;
    assert.ok(low <= value && value <= high, `${low} ${value} ${high}`);
    isNear(low, value, 0.3);
    isNear(high, value, 0.3);
    assert.equal(learn({ drift: -0.02 }).timeConstant, undefined);
  });

  it('knows a room from its sixth recovery on', () => {
    assert.equal(learn({ days: 5 }).rooms.length, 0);
    assert.equal(learn({ days: 6 }).rooms.length, 1);
  });

  it('learns the same from readings every minute and every three minutes', () => {
    const [often, seldom] = [learn({}), learn({ every: 3 })];
    isNear(seldom.rooms[0]!.rate.value, often.rooms[0]!.rate.value, 0.06);
    isNear(seldom.drifts[0]!.drift.value, often.drifts[0]!.drift.value, 0.06);
  });

  it('leaves out spans without an outdoor temperature and learns nothing if it is never known', () => {
    assert.deepEqual(learn({ outdoor: () => undefined }).rooms, []);
    const some = learn({ days: 9, outdoor: (at) => (at < midnight + 3 * 86_400_000 ? undefined : 5) });
    assert.equal(some.rooms[0]!.rate.count, 6);
  });

  it('leaves out recoveries during which the temperature jumps as from an open window', () => {
    const { rooms } = learn({ days: 8, jump: (minute) => (minute === 250 ? -0.8 : 0) });
    assert.equal(rooms.length, 0);
  });

  it('leaves out recoveries at sunrise if the place of the house is known', () => {
    // The sun rises at 7:00 in Sydney in June.
    assert.equal(learn({ startsAt: 6.7, place: sydney }).rooms.length, 0);
    assert.equal(learn({ startsAt: 6.7 }).rooms.length, 1);
    assert.equal(learn({ startsAt: 4, place: sydney }).rooms.length, 1);
  });

  it('replaces what it knows only by a fit that predicts the last three days better', () => {
    const faster = { after: 10, rate: 8 };
    isNear(learn({ days: 12, laterRate: faster }).rooms[0]!.rate.value, 4, 0.05);
    // By then most recoveries before the last three days are at the new rate.
    isNear(learn({ days: 26, laterRate: faster }).rooms[0]!.rate.value, 8, 0.06);
  });

  it('widens the interval of a rate with the distance from its usual conditions', () => {
    const fit = learn({});
    const [room] = fit.rooms;
    const usual = rateAt(room!, room!.usual, fit);
    assert.equal(usual.value, room!.rate.value);
    const colder = rateAt(room!, { ...room!.usual, outdoor: room!.usual.outdoor - 10 }, fit);
    assert.ok(colder.high - colder.low > usual.high - usual.low);
  });
});

describe('what the datagrams of a house show', () => {
  const datagrams = {
    unit: [{ ...initialDatagram('unit'), SysOn: 1, SysMode: 2, Supply: 3500, Temp: 2000 }],
    brandStatus: [],
    zone: [
      {
        ...initialDatagram('zone'),
        Mode: 3,
        Setpoint: 2200,
        Temp: 1950,
        DmpPos: 45,
        MaxAir: 90,
        BalanceMax: 100,
        SensType: 3,
      },
    ],
  } as unknown as Datagrams;

  it('derives direction, demand and opening, and assumes no outdoor temperature', () => {
    const seen = observe(0, datagrams)!;
    assert.equal(seen.way, 'heat');
    assert.equal(seen.demand, 2.5);
    assert.deepEqual(seen.rooms, [{ index: 0, temperature: 19.5, setpoint: 22, opening: 0.5 }]);
    assert.equal(seen.outdoor, undefined);
    assert.equal(observe(0, datagrams, 7)!.outdoor, 7);
    const unit = datagrams.unit.map((one) => ({ ...one, SysOn: 0 }));
    assert.deepEqual([seen.isOn, observe(0, { ...datagrams, unit })!.isOn], [true, false]);
  });

  it('observes nothing in a house without a ducted unit', () => {
    assert.equal(observe(0, { ...datagrams, unit: [] }), undefined);
  });
});

it('finds the sunrise within some minutes of the tables', () => {
  // 7:00 in Sydney on 2025-06-21.
  const rise = Date.UTC(2025, 5, 20, 21);
  const minutes = (count: number) => rise + count * 60_000;
  assert.ok(hasSunrise(minutes(-12), minutes(12), sydney));
  assert.ok(!hasSunrise(minutes(-90), minutes(-12), sydney));
  assert.ok(!hasSunrise(minutes(12), minutes(90), sydney));
});
