import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Estimate } from '@plenum/insight/estimate';
import type { HouseFit, RoomFit } from './learn/fit-house.ts';
import { known } from './one-room.fixture.ts';
import { drifted, minutesToArrive, type Recovering } from './predict-arrival.ts';

const exactly = (value: number): Estimate => ({ value, low: value, high: value, count: 6 });

/** A house whose room gains 6 K/h at full power, without a dead time, unless it is said otherwise. */
const houseOf = ({
  drift = 0,
  ...change
}: Partial<RoomFit> & { readonly drift?: number } = {}): HouseFit => ({
  ...known,
  units: [
    { way: 'heat', supply: 1_000, sharing: 0, outdoor: 0 },
    { way: 'cool', supply: -1_000, sharing: 0, outdoor: 0 },
  ],
  rooms: [{ ...known.rooms[0]!, dead: undefined, ...change }],
  drifts: [{ room: 0, drift: exactly(drift) }],
});
const fromTo = (temperature: number, setpoint: number): Recovering => ({
  way: temperature < setpoint ? 'heat' : 'cool',
  outdoor: 5,
  sharing: 1,
  rooms: [{ room: 0, temperature, setpoint }],
});

describe('the minutes until a room is comfortable', () => {
  it('counts full power to 2 K, then a throttled unit, then a closing damper', () => {
    // 4 to 2 K at 6 K/h: 20 min. 2 to 1 K at (gap + 0.5) / 2.5 of it: 12.8 min. 1 to 0.5 K, also times
    // (gap + 0.5) / 1.5 of the opening: 12.5 min.
    const minutes = minutesToArrive(houseOf(), fromTo(17, 21))!;
    assert.ok(Math.abs(minutes - 45.3) <= 1, `${minutes}`);
    const half = minutesToArrive(houseOf({ rate: exactly(3) }), fromTo(17, 21))!;
    assert.ok(Math.abs(half - 90.6) <= 1, `${half}`);
  });

  it('cools a room in the time in which it heats one at the same rate', () => {
    const minutes = minutesToArrive(houseOf({ way: 'cool' }), fromTo(25, 21))!;
    assert.ok(Math.abs(minutes - 45.3) <= 1, `${minutes}`);
  });

  it('adds the dead time of the room, in which the unit does not yet move it', () => {
    const without = minutesToArrive(houseOf(), fromTo(17, 21))!;
    assert.equal(minutesToArrive(houseOf({ dead: exactly(600) }), fromTo(17, 21)), without + 10);
  });

  it('takes longer if the room loses heat on the way, and less if it gains some', () => {
    const still = minutesToArrive(houseOf(), fromTo(17, 21))!;
    // 0.05 K/h for each of the 12 to 16 K to outdoors: 0.6 to 0.8 K/h less, of 6 K/h at first and of 1.6 at the end.
    const losing = minutesToArrive(houseOf({ drift: 0.05 }), fromTo(17, 21))!;
    assert.ok(losing > still * 1.15 && losing < still * 1.7, `${losing}`);
    const gaining = minutesToArrive(houseOf({ drift: 0.1 }), { ...fromTo(17, 21), outdoor: 30 })!;
    assert.ok(gaining < still * 0.9, `${gaining}`);
  });

  it('needs no time within half a degree and at most three hours', () => {
    assert.equal(minutesToArrive(houseOf(), fromTo(20.5, 21)), 0);
    assert.ok(minutesToArrive(houseOf(), fromTo(20.4, 21))! > 0);
    assert.equal(minutesToArrive(houseOf({ rate: exactly(0.1) }), fromTo(17, 21)), 180);
  });

  it('waits for the slowest known room, and leaves out rooms that are not known', () => {
    const [room] = houseOf().rooms;
    const fit = {
      ...houseOf(),
      rooms: [room!, { ...room!, room: 1, rate: exactly(3) }],
      drifts: [0, 1].map((index) => ({ room: index, drift: exactly(0) })),
    };
    const rooms = [0, 1, 2].map((index) => ({ room: index, temperature: 17, setpoint: 21 }));
    const slowest = minutesToArrive(fit, { ...fromTo(17, 21), rooms: [rooms[1]!] });
    assert.equal(minutesToArrive(fit, { ...fromTo(17, 21), rooms }), slowest);
    assert.equal(minutesToArrive(fit, { ...fromTo(17, 21), rooms: [rooms[2]!] }), undefined);
    assert.equal(minutesToArrive({ ...fit, drifts: [] }, { ...fromTo(17, 21), rooms }), undefined);
    // The way counts: nothing is known of cooling.
    assert.equal(minutesToArrive(fit, fromTo(25, 21)), undefined);
  });
});

it('rooms drift towards the outdoor temperature, and rooms of which nothing is known stay', () => {
  const rooms = [0, 1].map((room) => ({ room, temperature: 17, setpoint: 21 }));
  const after = drifted(houseOf({ drift: 0.1 }), { rooms, outdoor: 5 }, 60);
  assert.deepEqual(
    after.map(({ temperature }) => temperature.toFixed(2)),
    ['15.86', '17.00'],
  );
  assert.deepEqual(after[1], rooms[1]);
});
