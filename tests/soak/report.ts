import { connectTo } from '@plenum/testbed/postgres';
import type { Sent } from './load.ts';
import { type FaultName, toSeconds } from './plan.ts';
import { findDescendants, isGrowing, leastValues, readUsage, type Usage } from './resources.ts';
import type { World } from './world.ts';

/** The sizes of processes and tables at the end of a round, by their names. */
export type Readings = ReadonlyMap<string, number>;

/** Growth of a value that is not judged, by its kind. */
const slack = { memory: 40, files: 20, sockets: 20, rows: 500, size: 2_000 };
type Measure = keyof typeof slack;

const tableNames = `SELECT relname FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
  WHERE relkind = 'r' AND nspname = 'public' ORDER BY relname`;

/** Reads the number of rows of each table of the cloud, and its size with its indexes in kB. */
const readTables = async (databaseUrl: string): Promise<[string, number][]> => {
  await using client = await connectTo(databaseUrl);
  const { rows: names } = await client.query<{ relname: string }>(tableNames);
  const counts: [string, number][] = [];
  for (const { relname } of names) {
    const { rows } = await client.query<{ count: string; size: string }>(
      `SELECT count(*), pg_total_relation_size('"${relname}"') / 1024 AS size FROM "${relname}"`,
    );
    counts.push([`rows: ${relname}`, Number(rows[0]!.count)], [`size: ${relname}`, Number(rows[0]!.size)]);
  }
  return counts;
};

/** Reads the resources of every process, and the sizes of the tables. */
export const takeReadings = async ({ members, nats, postgres, databaseUrl }: World): Promise<Readings> => {
  const processes = [
    ...[...members, { name: 'NATS', pid: nats.pid }].map(({ name, pid }) => ({ name, pids: [pid!] })),
    { name: 'PostgreSQL', pids: findDescendants(postgres.pid!) },
    { name: 'the soak itself', pids: [process.pid] },
  ];
  const usages = processes.flatMap(({ name, pids }) =>
    Object.entries(readUsage(pids) satisfies Usage).map(
      ([measure, value]) => [`${measure}: ${name}`, value] as const,
    ),
  );
  return new Map([...usages, ...(await readTables(databaseUrl))]);
};

/** Returns a finding for each value that still grows at the end. */
export const findGrowth = (readings: readonly Readings[]): string[] =>
  [...(readings[0]?.keys() ?? [])].flatMap((name) => {
    const values = readings.map((one) => one.get(name) ?? 0);
    const measure = name.split(':')[0] as Measure;
    return isGrowing(values, slack[measure]) ? [`${name} grows: ${values.join(' ')}`] : [];
  });

/** Describes each value that was ever more than 0, at the beginning, in the middle and at the end. */
const describeReadings = (readings: readonly Readings[]): string[] => {
  if (readings.length === 0) return [];
  const chosen = [0, Math.floor(readings.length / 2), readings.length - 1].map((index) => readings[index]!);
  const lines = [...chosen[0]!.keys()]
    .map((name) => ({ name, values: chosen.map((one) => one.get(name) ?? 0) }))
    .filter(({ values }) => Math.max(...values) > 0)
    .map(({ name, values }) => `  ${name}: ${values.join(', ')}`);
  return ['first, middle and last values (memory in MB, size of tables in kB):', ...lines];
};

const describeCounts = (counts: ReadonlyMap<string, number>): string =>
  [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([name, count]) => `${count} × ${name}`)
    .join('; ');

/** The events of a soak so far. */
export interface Tally {
  readonly sent: Sent;
  readonly faults: Map<FaultName, number>;
  readonly readings: Readings[];
  readonly startedAt: number;
  /** The longest time until everything was in order after a round, in ms. */
  slowest: number;
}

export const countAcknowledged = ({ commands }: Sent): string => {
  const acknowledged = [...commands.values()].filter(({ acknowledgedAt }) => acknowledgedAt !== undefined);
  return `${acknowledged.length} of ${commands.size} commands acknowledged`;
};

/** Describes the judgement of the growth check. */
export const describeGrowth = (readings: readonly Readings[], growth: readonly string[]): string => {
  const count = readings[0]?.size ?? 0;
  return readings.length < leastValues
    ? `growth is judged after ${leastValues} rounds`
    : `growth: ${count - growth.length} of ${count} values have levelled off, over ${readings.length} rounds`;
};

/** Returns the lines at the end of a soak. */
export const summarize = (tally: Tally, world: World): string[] => {
  const { sent, faults, readings, slowest, startedAt } = tally;
  const { opened, acknowledged, controls } = world.fleets.metrics;
  const starts = world.members.reduce((sum, member) => sum + member.starts, 0);
  return [
    `${readings.length} rounds in order in ${Math.round((Date.now() - startedAt) / 60_000)} minutes`,
    `faults: ${describeCounts(faults)}; ${starts} starts of processes`,
    `${countAcknowledged(sent)}; ${sent.reads} reads`,
    `other responses: ${describeCounts(sent.refused)}`,
    `bridges: ${opened} connections, ${acknowledged} changes acknowledged, ${controls} controls`,
    ...world.people.map(({ name, follower }) => `stream of ${name}: ${follower.breaks} breaks`),
    ...[...world.received].map(([name, { messages }]) => `endpoint ${name}: ${messages} messages`),
    `longest time until everything was in order: ${toSeconds(slowest)}`,
    ...describeReadings(readings),
  ];
};
