import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { House, HouseCommandResult } from '@plenum/client/house';
import { type AnyEntityKind, entitiesOf, lampEntity, zoneEntity } from '@plenum/entities';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { componentKinds, type Datagrams, initialDatagram } from '@plenum/protocol/component';
import { createRequests } from './requests.ts';

/** A house with one zone at 22 °C and a garage door; the test decides when it responds. */
const openHouse = (kind: AnyEntityKind = zoneEntity, { allowGarage = false } = {}) => {
  const clock = createFakeClock();
  const nothing = Object.fromEntries(componentKinds.map((each) => [each, []])) as unknown as Datagrams;
  let datagrams: Datagrams = {
    ...nothing,
    unit: [initialDatagram('unit')],
    zone: [{ ...initialDatagram('zone'), Index: 0, Setpoint: 2200, Mode: 3 }],
    lamp: [{ ...initialDatagram('lamp'), Att: 1, Type: 'CGDO', On: 0, Reed: 1 }],
  };
  const sent: string[] = [];
  const answers: ((result: HouseCommandResult) => void)[] = [];
  let isReachable = true;
  let settled = 0;
  let failure: Error | undefined;
  const warnings: unknown[] = [];
  const house = {
    isReachable: () => isReachable,
    command: (commands: readonly unknown[]) => {
      if (failure !== undefined) return Promise.reject(failure);
      sent.push(JSON.stringify(commands));
      return new Promise<HouseCommandResult>((resolve) => answers.push(resolve));
    },
  } as unknown as House;
  const state = () => ({ datagrams, energy: undefined });
  const requests = createRequests({
    house,
    state,
    clock,
    find: () => entitiesOf([kind], datagrams)[0],
    allowGarage,
    warn: (sentence, facts) => void warnings.push([sentence, facts]),
    onSettled: () => void settled++,
  });
  return {
    ...requests,
    clock,
    sent,
    settled: () => settled,
    warnings,
    failWith: (error: Error) => {
      failure = error;
    },
    answer: async (result: HouseCommandResult = { ok: true }) => {
      answers.shift()!(result);
      await new Promise(setImmediate);
    },
    show: (Setpoint: number) => {
      datagrams = { ...datagrams, zone: [{ ...datagrams.zone[0]!, Setpoint }] };
    },
    showReed: (Reed: number) => {
      datagrams = { ...datagrams, lamp: [{ ...datagrams.lamp[0]!, Reed }] };
    },
    lose: () => {
      isReachable = false;
    },
  };
};

const setpoint = (wire: number) =>
  JSON.stringify([{ name: 'ZoneSetpoint', body: { Index: 0, Setpoint: wire } }]);

it('a Matter request settles with the house’s response, and leaves nothing pending', async () => {
  const { perform, isPending, answer, sent, settled } = openHouse();
  const done = perform({ setpoint: '23' });
  await new Promise(setImmediate);
  assert.deepEqual([sent, isPending()], [[setpoint(2300)], true]);
  const refusal = { ok: false, code: 'eco-lock', sentence: 'No.' } as const;
  await answer(refusal);
  assert.deepEqual([await done, isPending(), settled()], [refusal, false, 1]);
});

it('sends only the newest waiting request to a slow house, and delays for at most 1.5 s', async () => {
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

it('does not revert a value in Matter for 3 s if the house does not show the value yet', async () => {
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

it('sends no request that is futile, unreachable, out of limits or forbidden', async () => {
  const { perform, sent, lose } = openHouse();
  assert.deepEqual(await perform({ setpoint: '22' }), { ok: true });
  const high = await perform({ setpoint: '35' });
  assert.equal(!high.ok && high.code, 'too-high');
  lose();
  const lost = await perform({ setpoint: '24' });
  assert.equal(!lost.ok && lost.code, 'unreachable');
  assert.deepEqual(sent, []);

  const door = openHouse(lampEntity);
  for (const request of [{ on: 'on' }, { cover: 'open' }]) {
    const pressed = await door.perform(request);
    assert.equal(!pressed.ok && pressed.code, 'not-available');
  }
  assert.deepEqual(door.sent, []);
});

it('presses an allowed garage door’s button only if needed, and never while it moves', async () => {
  const { perform, isPending, answer, sent, clock, showReed } = openHouse(lampEntity, { allowGarage: true });
  const press = JSON.stringify([{ name: 'LiOn', body: { No: 0, On: 1 } }]);
  const request = async (cover: string) => {
    const before = sent.length;
    const done = perform({ cover });
    await new Promise(setImmediate);
    if (sent.length > before) await answer();
    const result = await done;
    return result.ok ? sent.length - before : result.code;
  };
  assert.equal(await request('close'), 0, 'the door is shut');
  assert.equal(await request('open'), 1);
  showReed(0);
  assert.equal(isPending(), false);
  assert.equal(await request('open'), 0, 'the door is open');
  clock.advance(14_999);
  assert.equal(await request('close'), 'not-available', 'the door is still opening');
  clock.advance(1);
  assert.equal(await request('close'), 1);
  // The door is closing. A repeated request does not stop it, and its old state is not shown in the meantime.
  clock.advance(10_000);
  assert.deepEqual([await request('close'), isPending()], [0, true]);
  assert.equal(await request('open'), 'not-available', 'the door is still closing');
  showReed(1);
  assert.equal(isPending(), false);
  assert.equal(await request('open'), 1);
  showReed(0);
  clock.advance(15_000);
  // If the door stopped halfway, its actual state is shown and its button may be pressed again.
  assert.equal(await request('close'), 1);
  clock.advance(29_999);
  assert.deepEqual([isPending(), await request('close')], [true, 0]);
  clock.advance(1);
  assert.deepEqual([isPending(), await request('close')], [false, 1]);
  assert.deepEqual(new Set(sent), new Set([press]));
});

it('treats a garage door as unmoved after a refused press, and as perhaps moved if unheard', async () => {
  for (const [code, presses] of [
    ['busy', 2],
    ['timeout', 1],
  ] as const) {
    const { perform, answer, sent } = openHouse(lampEntity, { allowGarage: true });
    for (const _ of [1, 2]) {
      const done = perform({ cover: 'open' });
      await new Promise(setImmediate);
      if (sent.length > 0) await answer({ ok: false, code, sentence: 'No.' }).catch(() => {});
      await done;
    }
    assert.equal(sent.length, presses, code);
  }
});

it('refuses a request that fails unexpectedly, and logs the reason instead of sending it', async () => {
  const { perform, warnings, failWith } = openHouse();
  const error = new Error('the disk is gone');
  failWith(error);
  const result = await perform({ setpoint: '23' });
  assert.ok(!result.ok && result.code === 'internal');
  assert.deepEqual(warnings, [
    ['A request of a Matter controller failed unexpectedly.', { err: error, request: { setpoint: '23' } }],
  ]);
});
