import { connectTo } from '@plenum/testbed/postgres';
import type { Sent } from './load.ts';
import { type FaultName, toSeconds } from './plan.ts';
import { findDescendants, isGrowing, leastValues, readUsage, type Usage } from './resources.ts';
import type { World } from './world.ts';

/** The sizes of processes and tables at the end of a round, by their names. */
export type Readings = ReadonlyMap<string, number>;

/**
 * Growth of a value that is not judged, by its kind. Rows that expire are as many as the requests of the last minutes, so
 * of those (`expiring`) only the ones that are `overdue` are judged.
 */
const slack = {
  memory: 40,
  files: 20,
  sockets: 20,
  rows: 500,
  expiring: Number.POSITIVE_INFINITY,
  overdue: 500,
  size: 4_000,
};

const tables = `SELECT relname AS name, EXISTS (SELECT FROM pg_attribute WHERE attrelid = pg_class.oid
    AND attname = 'expires_at') AS expires
  FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
  WHERE relkind = 'r' AND nspname = 'public' ORDER BY relname`;

/** Reads the number of rows of each table of the cloud, and its size with its indexes in kB. */
const readTables = async (databaseUrl: string): Promise<[string, number][]> => {
  await using client = await connectTo(databaseUrl);
  const { rows: all } = await client.query<{ name: string; expires: boolean }>(tables);
  const counts: [string, number][] = [];
  for (const { name, expires } of all) {
    const overdue = expires ? `count(*) FILTER (WHERE expires_at < ${Date.now()})` : '0';
    const { rows } = await client.query<Record<'count' | 'overdue' | 'size', string>>(
      `SELECT count(*), ${overdue} AS overdue, pg_total_relation_size('"${name}"') / 1024 AS size FROM "${name}"`,
    );
    const [{ count, overdue: late, size }] = rows as [(typeof rows)[number]];
    counts.push([`${expires ? 'expiring' : 'rows'}: ${name}`, Number(count)]);
    if (expires) counts.push([`overdue: ${name}`, Number(late)]);
    counts.push([`size: ${name}`, Number(size)]);
  }
  return counts;
};

/** Reads the resources of every process, and the sizes of the tables. */
export async function takeReadings(world: World): Promise<Readings> {
  const { members, nodes, nats, postgres, databaseUrl } = world;
  const processes = [
    ...[...members, { name: 'NATS', pid: nats.pid }].map(({ name, pid }) => ({ name, pids: [pid!] })),
    { name: 'all nodes', pids: nodes.map(({ member }) => member.pid!) },
    { name: 'PostgreSQL', pids: findDescendants(postgres.pid!) },
    { name: 'the soak itself', pids: [process.pid] },
  ];
  const usages = processes.flatMap(({ name, pids }) =>
    Object.entries(readUsage(pids) satisfies Usage).map(
      ([measure, value]) => [`${measure}: ${name}`, value] as const,
    ),
  );
  return new Map([...usages, ...(await readTables(databaseUrl))]);
}

/** The bridges and apps move between the nodes, so the connections of a single node are not judged. */
const isShared = (name: string): boolean => /^(files|sockets): node /.test(name);

const slackOf = (name: string): number =>
  isShared(name) ? Number.POSITIVE_INFINITY : slack[name.split(':')[0] as keyof typeof slack];

/** Returns a finding for each value that still grows at the end. */
export const findGrowth = (readings: readonly Readings[]): string[] =>
  [...(readings[0]?.keys() ?? [])].flatMap((name) => {
    const values = readings.map((one) => one.get(name) ?? 0);
    return isGrowing(values, slackOf(name)) ? [`${name} grows: ${values.join(' ')}`] : [];
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

export function countAcknowledged({ commands }: Sent): string {
  const acknowledged = [...commands.values()].filter(({ acknowledgedAt }) => acknowledgedAt !== undefined);
  return `${acknowledged.length} of ${commands.size} commands acknowledged`;
}

/** Describes the judgement of the growth check. */
export function describeGrowth(readings: readonly Readings[], growth: readonly string[]): string {
  const count = [...(readings[0]?.keys() ?? [])].filter((name) => Number.isFinite(slackOf(name))).length;
  return readings.length < leastValues
    ? `growth is judged after ${leastValues} rounds`
    : `growth: ${count - growth.length} of ${count} values have levelled off, over ${readings.length} rounds`;
}

/** Returns the lines at the end of a soak. */
export function summarize(tally: Tally, world: World): string[] {
  const { sent, faults, readings, slowest, startedAt } = tally;
  const { opened, acknowledged, controls } = world.fleet.metrics;
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
}
