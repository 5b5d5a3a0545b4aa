import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { times } from '@plenum/protocol/full-run';
import { postgresMissing } from '../../packages/cloud/src/fixture/postgres.fixture.ts';
import { startWorld, type World } from './world.fixture.ts';

/** Long beyond any wait of this test's pace: what is not the same by then never will be. */
const never = 20_000;

/** Commands through the cloud and changes on the local network until it is enough, several at once. */
const live = async (world: World, isEnough: () => boolean) => {
  const end = Date.now() + never;
  const repeat = async (act: () => Promise<unknown>) => {
    while (!isEnough() && Date.now() < end) {
      await act();
      await pause(world.random() * 10);
    }
  };
  const control = () => world.control(20 + world.random() * 980);
  await Promise.all([...Array.from({ length: 4 }, () => repeat(control)), repeat(world.touch)]);
};

/** Lets the storm rest and time stand still, and finds the cloud with the house as it is. */
const expectSame = async (world: World, when: string) => {
  world.proxy.hostile = false;
  await world.stopTime(true);
  assert.deepEqual(await world.becomeSame(never), [], `${when}: components that differ when quiet`);
  await world.touch();
  assert.deepEqual(
    await world.becomeSame(never),
    [],
    `${when}: components that differ after one more change`,
  );
  await world.stopTime(false);
};

/** Holds what the cloud said of each command against what the bridge wrote down that it did. */
const expectAtMostOnce = async (world: World) => {
  const done = await world.readJournal();
  for (const [name, count] of done) assert.equal(count, 1, `${name} was done ${count} times`);
  for (const { name, answer } of world.told) {
    if (answer === 'done') assert.ok(done.has(name), `${name} was said to be done and was not`);
    if (answer === 'refused' || answer === 'absent')
      assert.ok(!done.has(name), `${name} was said not to be done (${answer}) and was`);
  }
  const counts = Map.groupBy(world.told, ({ answer }) => answer);
  return Object.fromEntries([...counts].map(([answer, all]) => [answer, all.length]));
};

const given = process.env.PLENUM_SEED;
const engines = [
  { engine: 'SQLite', skip: false, seeds: [1, 2] },
  { engine: 'PostgreSQL', skip: postgresMissing, seeds: [3] },
] as const;

for (const { engine, skip, seeds } of engines) {
  for (const seed of given === undefined ? seeds : [Number(given)])
    test(`whatever happens to frames between them, the cloud has the house as it is (${engine}, seed ${seed})`, {
      skip,
    }, async (t) => {
      await using world = await startWorld(seed, engine);
      assert.deepEqual(await world.becomeSame(never), []);
      for (let round = 1; round <= 3; round++) {
        world.proxy.hostile = true;
        const isEnough = () =>
          world.proxy.mischief.passed >= 150 * round &&
          Object.values(world.proxy.mischief).every((count) => count >= round) &&
          world.told.filter(({ answer }) => answer === 'done').length >= 5 * round;
        await live(world, isEnough);
        assert.ok(isEnough(), 'the storm was one');
        await expectSame(world, `round ${round}`);
      }
      const answers = await expectAtMostOnce(world);
      t.diagnostic(JSON.stringify({ ...world.proxy.mischief, answers }));
    });

  test(`bridge and cloud are killed again and again, and nothing is lost or done twice (${engine})`, {
    skip,
  }, async (t) => {
    await using world = await startWorld(7, engine);
    assert.deepEqual(await world.becomeSame(never), []);
    const kills = times({ usual: 4, full: 50 });
    for (let kill = 1; kill <= kills; kill++) {
      world.proxy.hostile = true;
      let isKilled = false;
      const living = live(world, () => isKilled);
      await pause(world.random() * 600);
      await (kill % 2 === 1 ? world.killCloud() : world.killBridge());
      isKilled = true;
      await living;
      await expectSame(world, `kill ${kill}`);
    }
    const answers = await expectAtMostOnce(world);
    t.diagnostic(JSON.stringify({ kills, ...world.proxy.mischief, answers }));
  });
}
