import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AnyCommand, type Effect, effectOf } from '@plenum/protocol/command';
import { connectBridge } from '../bridge/connect.ts';
import { serve, toAnswer, unitAnswer } from '../fixture/serve.fixture.ts';
import { compare, firstDifference, isSame, shows, targetsOf } from './target.ts';

test('reads a favourite’s effect on a split from that split’s entry, wherever it is listed', () => {
  const change = {
    SplitIndex: 4,
    FavouriteIndex: 2,
    On: 1,
    Mode: 1,
    Fan: 2,
    Swing: 3,
    Sleep: 0,
    Setpoint: 2300,
  };
  const differenceIn = (Apply: number, Zones: unknown) => {
    const body = { ...change, Apply };
    const expected = effectOf({ name: 'SplitSystemChangeSplitFavourite', body } as AnyCommand)!;
    assert.deepEqual([expected.kind, expected.index], ['splitFavourite', 2]);
    return firstDifference({ Index: 2, Zones }, expected);
  };
  const [done, other] = [
    [4, 1, 1, 2, 2300, 3],
    [1, 1, 1, 2, 2300, 3],
  ];
  assert.equal(differenceIn(1, [other, done]), undefined);
  assert.deepEqual(differenceIn(1, [other])?.read, null);
  assert.deepEqual(differenceIn(1, [[4, 1, 1, 2, 2350, 3]])?.read, [4, 1, 1, 2, 2350, 3]);
  assert.equal(differenceIn(0, [other]), undefined);
  assert.deepEqual(differenceIn(0, [other, done])?.read, done);
  assert.equal(differenceIn(1, undefined), undefined);
});

test('leaves a command’s result undecided if the device omits the field that it sets', async () => {
  await using server = await serve(({ path, socket }) =>
    socket.write(toAnswer(path === '/HvacCommandV2' ? 'OK' : unitAnswer({ SleepTimer: undefined }))),
  );
  await using bridge = connectBridge({ host: '127.0.0.1', port: server.port, pause: 0 });
  assert.deepEqual(await bridge.command('SysSleepTimer', 30), { verified: false });
  assert.equal(server.requests.filter(({ path }) => path === '/HvacCommandV2').length, 1);
});

test('recognizes a sent value in all representations that devices use', () => {
  for (const [read, sent, expected] of [
    [1, 1, true],
    [1, 2, false],
    [true, 1, true],
    [false, 0, true],
    [true, 0, false],
    [false, 1, false],
    ['Study ', ' Study', true],
    ['Study', 'Den', false],
    ['1', 1, false],
    [[1, 2, 3], [1, 2], true],
    [[1, 2], [1, 2, 3], false],
    [[1, 3], [1, 2], false],
    [{ a: 1, b: 2 }, { a: 1 }, true],
    [{ a: true }, { a: 1 }, true],
    [{ b: 2 }, { a: 1 }, false],
    [undefined, { a: 1 }, false],
    [undefined, 1, false],
    [null, null, true],
    [0, null, false],
  ] as const)
    assert.equal(isSame(read, sent), expected, JSON.stringify([read, sent]));
});

test('recognizes a removed entry only by its absence', () => {
  assert.deepEqual([shows(null, null), shows([1, 2], null), shows(undefined, null)], [true, false, false]);
  assert.deepEqual([shows([1, 2], [1, 2]), shows(null, [1, 2])], [true, false]);
});

test('compares only the fields that the device sends', () => {
  const effect = (value: unknown): Effect => ({
    kind: 'unit',
    index: 0,
    fields: [
      { path: ['Left'], value: 1 },
      { path: ['Evap', 'FanSpeed'], value },
    ],
  });
  const datagram = { Evap: { FanSpeed: 33 } };
  assert.deepEqual(compare(datagram, effect(40)), [
    { path: ['Left'], sent: 1, read: undefined },
    { path: ['Evap', 'FanSpeed'], sent: 40, read: 33 },
  ]);
  assert.deepEqual(firstDifference(datagram, effect(40))?.path, ['Evap', 'FanSpeed']);
  assert.equal(firstDifference(datagram, effect(33)), undefined);
  assert.equal(firstDifference({}, effect(40)), undefined);
  assert.equal(firstDifference(undefined, effect(40)), undefined);
});

test("writes a value in the device's representation and leaves other fields unchanged", () => {
  const write = (datagram: object, path: readonly string[], value: unknown) => {
    const [target] = targetsOf({ kind: 'unit', index: 0, fields: [{ path, value }] });
    return target!.write(datagram, value);
  };
  for (const [datagram, path, value, expected] of [
    [{ On: false, Fan: 2 }, ['On'], 1, { On: true, Fan: 2 }],
    [{ On: true }, ['On'], 0, { On: false }],
    [{ On: 0 }, ['On'], 1, { On: 1 }],
    [{ Fan: 2 }, ['On'], 1, { Fan: 2 }],
    [{ List: [1, 2, 3] }, ['List'], [7], { List: [7, 2, 3] }],
    [{ List: [1] }, ['List'], [7, 8], { List: [7] }],
    [{ List: [{ t: 1 }, { t: 2 }] }, ['List', '1', 't'], 9, { List: [{ t: 1 }, { t: 9 }] }],
    [{ Sub: { a: false, b: 2 } }, ['Sub'], { a: 1 }, { Sub: { a: true, b: 2 } }],
    [{ Sub: 4 }, ['Sub', 'a'], 1, { Sub: 4 }],
  ] as const)
    assert.deepEqual(write(datagram, path, value), expected, JSON.stringify([datagram, path, value]));
});

test('finds, replaces and removes an entry of a list by its first item', () => {
  const [target] = targetsOf({
    kind: 'schedule',
    index: 0,
    fields: [],
    entry: { list: 'Splits', first: 2, value: [2, 5] },
  });
  assert.equal(target!.key, 'Splits[2, ...]');
  const datagram = {
    Splits: [
      [1, 4],
      [2, 4],
    ],
  };
  assert.deepEqual(target!.read(datagram), [2, 4]);
  assert.equal(target!.read({ Splits: [[1, 4]] }), null);
  assert.equal(target!.read({}), undefined);
  assert.deepEqual(target!.write(datagram, [2, 5]), {
    Splits: [
      [1, 4],
      [2, 5],
    ],
  });
  assert.deepEqual(target!.write(datagram, null), { Splits: [[1, 4]] });
  assert.deepEqual(target!.write({}, [2, 5]), { Splits: [[2, 5]] });
});
