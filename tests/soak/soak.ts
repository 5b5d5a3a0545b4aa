import { natsMissing } from '@plenum/testbed/nats';
import { postgresMissing } from '@plenum/testbed/postgres';
import { createSeededRandom, type SeededRandom } from '@plenum/testbed/seeded-random';
import { check } from './checks.ts';
import { runFaults } from './faults.ts';
import { createSent, startLoad } from './load.ts';
import { createPlan, describeFault, type Round, toSeconds } from './plan.ts';
import {
  countAcknowledged,
  describeGrowth,
  findGrowth,
  summarize,
  type Tally,
  takeReadings,
} from './report.ts';
import { startWorld, type World } from './world.ts';

/** The reason why a soak cannot run on this machine; `false` if it can. */
export const soakMissing: string | false =
  process.platform === 'linux'
    ? postgresMissing || natsMissing
    : 'the soak reads /proc and limits files with prlimit, which only Linux has';

export interface SoakOptions {
  readonly minutes: number;
  readonly seed: number;
  /** Called with each line for the reader. */
  readonly print: (line: string) => void;
}

interface RoundDeps {
  readonly world: World;
  readonly tally: Tally;
  readonly title: string;
  readonly random: SeededRandom;
  readonly isLast: boolean;
  readonly print: SoakOptions['print'];
}

/** Runs a round: faults under load, then the checks. Returns what was not in order. */
const runRound = async (round: Round, deps: RoundDeps): Promise<readonly string[]> => {
  const { world, tally, title, random, isLast, print } = deps;
  {
    await using _ = startLoad(world, tally.sent, random);
    await runFaults(world, round, (fault) => {
      tally.faults.set(fault.fault, (tally.faults.get(fault.fault) ?? 0) + 1);
      print(`${title}, ${describeFault(fault)}`);
    });
  }
  const begun = performance.now();
  const findings = await check(world, tally.sent, { isLast });
  if (findings.length > 0) return findings;
  const time = performance.now() - begun;
  tally.slowest = Math.max(tally.slowest, time);
  tally.readings.push(await takeReadings(world));
  print(`${title}: everything in order after ${toSeconds(time)}; ${countAcknowledged(tally.sent)}`);
  return [];
};

/**
 * Runs a whole cloud for some minutes while the faults of a plan break it, and checks everything after each round.
 * Returns what was not in order; stops after the first round with findings.
 */
export async function soak({ minutes, seed, print }: SoakOptions): Promise<readonly string[]> {
  const random = createSeededRandom(seed);
  const plan = createPlan({ seed, minutes });
  print(`seed ${seed}, ${minutes} rounds of faults, ${new Date().toISOString()}`);
  await using world = await startWorld(random.fork('world'));
  if (world.disk.missing !== undefined)
    print(`The disk of PostgreSQL is never full, because ${world.disk.missing}.`);
  const tally: Tally = {
    sent: createSent(),
    faults: new Map(),
    readings: [],
    startedAt: Date.now(),
    slowest: 0,
  };
  let findings: readonly string[] = [];
  for (const [index, round] of plan.entries()) {
    const title = `round ${index + 1}`;
    const isLast = index === plan.length - 1;
    const deps = { world, tally, title, random: random.fork(title), isLast, print };
    findings = await runRound(round, deps).catch((error: Error) => [error.message]);
    if (findings.length > 0) {
      print(`${title} failed`);
      break;
    }
  }
  const growth = findGrowth(tally.readings);
  for (const line of summarize(tally, world)) print(line);
  print(describeGrowth(tally.readings, growth));
  return findings.length > 0 ? findings : growth;
}
