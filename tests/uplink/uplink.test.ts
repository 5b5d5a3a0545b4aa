import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { findLost, findRepeated } from '@plenum/testbed/findings';
import { isFullRun, times } from '@plenum/testbed/full-run';
import { type HostileUplink, startHostileUplink } from '@plenum/testbed/hostile-uplink';
import { postgresMissing } from '@plenum/testbed/postgres';
import { givenSeed, type SeededRandom, startRandom } from '@plenum/testbed/seeded-random';

/** Much longer than any wait of these processes, in ms; a state that has not converged by then never will. */
const maxConvergence = 20_000;

/**
 * Results that come immediately because no receiver is connected. Retrying without a pause would only use CPU time.
 */
const away = new Set(['absent', 'cloud gone', 'bridge gone']);
const breakWhileAway = 40;

/** Sends several commands through the cloud and several local changes in parallel, until `isEnough`. */
const makeTraffic = async (uplink: HostileUplink, random: SeededRandom, isEnough: () => boolean) => {
  const end = Date.now() + maxConvergence;
  const repeat = async (choices: SeededRandom, act: () => Promise<string>) => {
    while (!isEnough() && Date.now() < end) {
      const answer = await act();
      await pause(choices.fraction() * 10 + (away.has(answer) ? breakWhileAway : 0));
    }
  };
  const controllers = Array.from({ length: 4 }, (_, index) => {
    const choices = random.fork(`controller ${index}`);
    return repeat(choices, () => uplink.control(20 + choices.fraction() * 980));
  });
  await Promise.all([...controllers, repeat(random.fork('touch'), uplink.touch)]);
};

/** Stops the faults and the clock of the house, and checks that the cloud then has the state of the house. */
const expectConvergence = async (uplink: HostileUplink, when: string) => {
  uplink.proxy.hostile = false;
  await uplink.stopTime(true);
  assert.deepEqual(await uplink.converge(maxConvergence), [], `${when}: components that differ when quiet`);
  await uplink.touch();
  assert.deepEqual(
    await uplink.converge(maxConvergence),
    [],
    `${when}: components that differ after one more change`,
  );
  await uplink.stopTime(false);
};

/** Compares the cloud's response to each command with the number of its executions by the bridge. */
const expectAtMostOnce = async (uplink: HostileUplink) => {
  const executed = await uplink.readJournal();
  assert.deepEqual(findRepeated(executed), []);
  const done = uplink.results.filter(({ answer }) => answer === 'done').map(({ name }) => name);
  assert.deepEqual(findLost(done, executed), []);
  for (const { name, answer } of uplink.results)
    if (answer === 'refused' || answer === 'absent')
      assert.ok(!executed.has(name), `${name} was answered "${answer}" and executed`);
  const counts = Map.groupBy(uplink.results, ({ answer }) => answer);
  return Object.fromEntries([...counts].map(([answer, all]) => [answer, all.length]));
};

/** Rounds of faults, each until every fault has happened once more. */
const rounds = times({ usual: 2, full: 3 });

const engines = [
  { engine: 'SQLite', skip: false, seeds: isFullRun ? [1, 2] : [1] },
  { engine: 'PostgreSQL', skip: postgresMissing, seeds: [3] },
] as const;

for (const { engine, skip, seeds } of engines) {
  for (const seed of givenSeed() === undefined ? seeds : [givenSeed()!])
    test(`the cloud ends up with the house’s state despite lost or damaged frames (${engine}, seed ${seed})`, {
      skip,
    }, async (t) => {
      const random = startRandom(t, { seed });
      await using uplink = await startHostileUplink(random, engine);
      assert.deepEqual(await uplink.converge(maxConvergence), []);
      for (let round = 1; round <= rounds; round++) {
        uplink.proxy.hostile = true;
        const isEnough = () =>
          uplink.proxy.faults.passed >= 150 * round &&
          Object.values(uplink.proxy.faults).every((count) => count >= round) &&
          uplink.results.filter(({ answer }) => answer === 'done').length >= 5 * round;
        await makeTraffic(uplink, random.fork(`round ${round}`), isEnough);
        assert.ok(isEnough(), 'every fault happened');
        await expectConvergence(uplink, `round ${round}`);
      }
      const answers = await expectAtMostOnce(uplink);
      t.diagnostic(JSON.stringify({ ...uplink.proxy.faults, answers }));
    });

  test(`nothing is lost or executed twice while bridge and cloud are repeatedly killed (${engine})`, {
    skip,
  }, async (t) => {
    const random = startRandom(t, { seed: 7 });
    const schedule = random.fork('kills');
    await using uplink = await startHostileUplink(random, engine);
    assert.deepEqual(await uplink.converge(maxConvergence), []);
    const kills = times({ usual: 2, full: 50 });
    for (let kill = 1; kill <= kills; kill++) {
      uplink.proxy.hostile = true;
      let isKilled = false;
      const traffic = makeTraffic(uplink, random.fork(`kill ${kill}`), () => isKilled);
      await pause(schedule.fraction() * 600);
      await (kill % 2 === 1 ? uplink.killCloud() : uplink.killBridge());
      isKilled = true;
      await traffic;
      await expectConvergence(uplink, `kill ${kill}`);
    }
    const answers = await expectAtMostOnce(uplink);
    t.diagnostic(JSON.stringify({ kills, ...uplink.proxy.faults, answers }));
  });
}
