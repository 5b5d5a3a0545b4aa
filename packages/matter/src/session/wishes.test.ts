import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { House, Outcome } from '@plenum/client/house';
import { createFakeClock } from '@plenum/machine/fake-clock';
import { componentKinds, type Datagrams, initialDatagram } from '@plenum/protocol/component';
import { type AnyThingKind, lampThing, thingsOf, zoneThing } from '@plenum/things';
import { createWishes } from './wishes.ts';

/** A house with one zone at 22 °C and a garage door, which answers when the test says so. */
const openHouse = (kind: AnyThingKind = zoneThing) => {
  const clock = createFakeClock();
  const nothing = Object.fromEntries(componentKinds.map((each) => [each, []])) as unknown as Datagrams;
  let datagrams: Datagrams = {
    ...nothing,
    unit: [initialDatagram('unit')],
    zone: [{ ...initialDatagram('zone'), Index: 0, Setpoint: 2200, Mode: 3 }],
    lamp: [{ ...initialDatagram('lamp'), Att: 1, Type: 'CGDO', On: 0, Reed: 1 }],
  };
  const sent: string[] = [];
  const answers: ((outcome: Outcome) => void)[] = [];
  let isReachable = true;
  let settled = 0;
  const house = {
    isReachable: () => isReachable,
    command: (commands: readonly unknown[]) => {
      sent.push(JSON.stringify(commands));
      return new Promise<Outcome>((resolve) => answers.push(resolve));
    },
  } as unknown as House;
  const state = () => ({ datagrams, energy: undefined });
  const wishes = createWishes({
    house,
    state,
    clock,
    find: () => thingsOf([kind], datagrams)[0],
    onSettled: () => void settled++,
  });
  return {
    ...wishes,
    clock,
    sent,
    settled: () => settled,
    answer: async (outcome: Outcome = { ok: true }) => {
      answers.shift()!(outcome);
      await new Promise(setImmediate);
    },
    show: (Setpoint: number) => {
      datagrams = { ...datagrams, zone: [{ ...datagrams.zone[0]!, Setpoint }] };
    },
    lose: () => {
      isReachable = false;
    },
  };
};

const setpoint = (wire: number) =>
  JSON.stringify([{ name: 'ZoneSetpoint', body: { Index: 0, Setpoint: wire } }]);

it('a wish is answered with what the house says, and a refusal leaves nothing to wait for', async () => {
  const { perform, isPending, answer, sent, settled } = openHouse();
  const done = perform({ setpoint: '23' });
  await new Promise(setImmediate);
  assert.deepEqual([sent, isPending()], [[setpoint(2300)], true]);
  const refusal = { ok: false, code: 'eco-lock', sentence: 'No.' } as const;
  await answer(refusal);
  assert.deepEqual([await done, isPending(), settled()], [refusal, false, 1]);
});

it('of what waits for a slow house the newest is sent, and a controller waits for 1.5 s', async () => {
  const { perform, answer, sent, clock } = openHouse();
  const first = perform({ setpoint: '23' });
  await new Promise(setImmediate);
  for (const typed of ['23.5', '24', '24.5'])
    assert.deepEqual(await perform({ setpoint: typed }), { ok: true });
  let isAnswered = false;
  void first.then(() => {
    isAnswered = true;
  });
  clock.advance(1_499);
  await new Promise(setImmediate);
  assert.equal(isAnswered, false);
  clock.advance(1);
  await new Promise(setImmediate);
  assert.equal(isAnswered, true);
  await answer();
  assert.deepEqual(sent, [setpoint(2300), setpoint(2450)]);
});

it('a value that the house does not show yet is not taken back, for 3 s', async () => {
  const { perform, isPending, answer, show, clock, settled } = openHouse();
  void perform({ setpoint: '23' });
  await new Promise(setImmediate);
  await answer();
  assert.equal(isPending(), true);
  show(2300);
  assert.equal(isPending(), false);

  void perform({ setpoint: '25' });
  await new Promise(setImmediate);
  await answer();
  const before = settled();
  clock.advance(2_999);
  assert.deepEqual([isPending(), settled()], [true, before]);
  clock.advance(1);
  assert.deepEqual([isPending(), settled()], [false, before + 1]);
});

it('nothing is sent for what is so, out of the limits, a garage door, or a bridge that does not answer', async () => {
  const { perform, sent, lose } = openHouse();
  assert.deepEqual(await perform({ setpoint: '22' }), { ok: true });
  const high = await perform({ setpoint: '35' });
  assert.equal(!high.ok && high.code, 'too-high');
  lose();
  const lost = await perform({ setpoint: '24' });
  assert.equal(!lost.ok && lost.code, 'unreachable');
  assert.deepEqual(sent, []);

  const door = openHouse(lampThing);
  for (const wish of [{ on: 'on' }, { cover: 'open' }]) {
    const pressed = await door.perform(wish);
    assert.equal(!pressed.ok && pressed.code, 'not-available');
  }
  assert.deepEqual(door.sent, []);
});
