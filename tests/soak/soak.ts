import { connectTo } from '@plenum/testbed/postgres';
import { createSeededRandom } from '@plenum/testbed/seeded-random';
import { check } from './checks.ts';
import { runFaults } from './faults.ts';
import { createSent, startLoad } from './load.ts';
import { createPlan, describeFault, type FaultName, type Round } from './plan.ts';
import { isGrowing, readUsage, type Usage } from './resources.ts';
import { startWorld, type World } from './world.ts';

export interface SoakOptions {
  readonly minutes: number;
  readonly seed: number;
  /** Called with each line for the reader. */
  readonly print: (line: string) => void;
}

/** The values of a process or table at the end of each round, by their names. */
type Readings = ReadonlyMap<string, number>;

/** Growth of a value that is not judged, by its kind. */
const slack = { memory: 40, files: 20, sockets: 20, rows: 500 };
type Measure = keyof typeof slack;

const tables = `SELECT relname FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
  WHERE relkind = 'r' AND nspname = 'public' ORDER BY relname`;

/** Reads the number of rows of each table of the cloud. */
const readTables = async (databaseUrl: string): Promise<[string, number][]> => {
  await using client = await connectTo(databaseUrl);
  const { rows: names } = await client.query<{ relname: string }>(tables);
  const counts: [string, number][] = [];
  for (const { relname } of names) {
    const { rows } = await client.query<{ count: string }>(`SELECT count(*) FROM "${relname}"`);
    counts.push([`rows: ${relname}`, Number(rows[0]!.count)]);
  }
  return counts;
};

/** Reads the resources of every process, and the sizes of the tables. */
const readAll = async ({ members, nats, databaseUrl }: World): Promise<Readings> => {
  const processes = [...members, { name: 'NATS', pid: nats.pid }];
  const usages = processes.flatMap(({ name, pid }) =>
    Object.entries(readUsage(pid!) satisfies Usage).map(
      ([measure, value]) => [`${measure}: ${name}`, value] as const,
    ),
  );
  return new Map([...usages, ...(await readTables(databaseUrl))]);
};

/** Returns a finding for each value that still grows at the end. */
const findGrowth = (readings: readonly Readings[]): string[] =>
  [...(readings[0]?.keys() ?? [])].flatMap((name) => {
    const values = readings.map((one) => one.get(name) ?? 0);
    const measure = name.split(':')[0] as Measure;
    return isGrowing(values, slack[measure]) ? [`${name} grows: ${values.join(' ')}`] : [];
  });

const describeReadings = (readings: readonly Readings[]): string[] => {
  const chosen = [0, Math.floor(readings.length / 2), readings.length - 1].map((index) => readings[index]!);
  return [...chosen[0]!.keys()].map(
    (name) => `  ${name}: ${chosen.map((one) => one.get(name) ?? 0).join(', ')}`,
  );
};

const describeCounts = (counts: ReadonlyMap<string, number>): string =>
  [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([name, count]) => `${count} × ${name}`)
    .join('; ');

/**
 * Runs a whole cloud for some minutes while the faults of a plan break it, and checks everything after each round.
 * Returns what was not in order, which is nothing if all is well; stops at the first round with findings.
 */
export const soak = async ({ minutes, seed, print }: SoakOptions): Promise<readonly string[]> => {
  const random = createSeededRandom(seed);
  const plan = createPlan({ seed, minutes });
  const sent = createSent();
  const faults = new Map<FaultName, number>();
  const readings: Readings[] = [];
  let findings: readonly string[] = [];
  let slowest = 0;
  print(`seed ${seed}, ${minutes} rounds of faults, ${new Date().toISOString()}`);
  await using world = await startWorld(random.fork('world'));
  const breakAll = async (round: Round, title: string) => {
    await using _ = startLoad(world, sent, random.fork(title));
    await runFaults(world, round, (fault) => {
      faults.set(fault.fault, (faults.get(fault.fault) ?? 0) + 1);
      print(`${title}, ${describeFault(fault)}`);
    });
  };
  for (const [index, round] of plan.entries()) {
    const title = `round ${index + 1}`;
    let begun = 0;
    try {
      await breakAll(round, title);
      begun = performance.now();
      findings = await check(world, sent, { isLast: index === plan.length - 1 });
    } catch (error) {
      findings = [(error as Error).message];
    }
    if (findings.length > 0) {
      print(`${title} failed`);
      break;
    }
    const recovery = performance.now() - begun;
    slowest = Math.max(slowest, recovery);
    readings.push(await readAll(world));
    print(
      `${title}: everything in order after ${(recovery / 1_000).toFixed(1)} s; ${sent.acknowledged.size} of ${sent.sent.size} commands acknowledged`,
    );
  }
  if (findings.length === 0) findings = findGrowth(readings);
  const { metrics } = world.fleets;
  print(`faults: ${describeCounts(faults)}`);
  print(`commands: ${sent.sent.size} sent, ${sent.acknowledged.size} acknowledged, ${sent.reads} reads`);
  print(`other responses: ${describeCounts(sent.refused)}`);
  print(
    `bridges: ${metrics.opened} connections, ${metrics.acknowledged} changes acknowledged, ${metrics.controls} controls`,
  );
  for (const [name, { messages }] of world.received) print(`endpoint ${name}: ${messages} messages`);
  print(`longest time until everything was in order: ${(slowest / 1_000).toFixed(1)} s`);
  if (readings.length > 0)
    for (const line of ['first, middle and last values (memory in MB):', ...describeReadings(readings)])
      print(line);
  return findings;
};
