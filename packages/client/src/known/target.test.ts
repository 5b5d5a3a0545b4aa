import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AnyCommand, effectOf } from '@plenum/protocol/command';
import { connectBridge } from '../bridge/connect.ts';
import { serve, toAnswer, unitAnswer } from '../fixture/serve.fixture.ts';
import { firstDifference } from './target.ts';

test('the effect of a favourite on a split is read from the entry of that split, wherever it is in the list', () => {
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

test('a device that leaves out the field a command sets has neither done it nor not', async () => {
  await using server = await serve(({ path, socket }) =>
    socket.write(toAnswer(path === '/HvacCommandV2' ? 'OK' : unitAnswer({ SleepTimer: undefined }))),
  );
  await using bridge = connectBridge({ host: '127.0.0.1', port: server.port, pause: 0 });
  assert.deepEqual(await bridge.command('SysSleepTimer', 30), { verified: false });
  assert.equal(server.requests.filter(({ path }) => path === '/HvacCommandV2').length, 1);
});
