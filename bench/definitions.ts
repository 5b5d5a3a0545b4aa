/** A value that a row should reach: as a ratio to its limit, or as a figure in its unit. */
export type Wanted = { readonly ratio: number } | { readonly figure: number };

export type Unit = 'requests/s' | 'refreshes/s' | 'changes/s' | 'µs' | 'ms' | 's' | 'kB' | 'MB';

/** A row that is measured beside its limit. */
export interface RowDefinition {
  readonly name: string;
  readonly unit: Unit;
  /** The side that the ratio refers to: a program that does the least that the row needs. */
  readonly limit: string;
  /** Spread of the ratio, as a share of it, beyond which the row is not believed; default 0.2. */
  readonly maxSpread?: number;
  /** No change may take the row below this value. */
  readonly floor?: Wanted;
  readonly goal?: Wanted;
  /** One sentence: the work that bounds the row. */
  readonly bound: string;
}

export const isMoreBetter = (unit: Unit): boolean => unit.endsWith('/s');

const raw = 'raw node:http';
const commit = 'raw node:http, one commit each';
const relay = 'raw node:http, one commit and bare ws';
const outbox = 'hand-written outbox';
const loop = 'fixed loop';

/** The slowest of a hundred differ more from turn to turn than their median. */
const slowestSpread = 0.6;
/** V8 keeps more freed pages in some turns than in others. */
const freedPagesSpread = 0.6;
/** PostgreSQL writes its checkpoints in some rounds and not in others. */
const postgresSpread = 0.6;

const local: readonly RowDefinition[] = [
  {
    name: 'local query',
    unit: 'requests/s',
    limit: raw,
    bound: 'Half of it is the system call that writes the answer; our own code is a few percent.',
  },
  {
    name: 'CPU time of a local query',
    unit: 'µs',
    limit: raw,
    floor: { ratio: 0.72 },
    goal: { ratio: 0.8 },
    bound:
      'Parsing HTTP and writing to the socket, as for the limit; routing and the check of `Host` are the rest.',
  },
  {
    name: 'v1 read',
    unit: 'requests/s',
    limit: raw,
    bound: 'As a local query, without a body to parse.',
  },
  {
    name: 'CPU time of a v1 read',
    unit: 'µs',
    limit: raw,
    floor: { ratio: 0.89 },
    goal: { ratio: 0.92 },
    bound: 'As a local query, without a body to parse.',
  },
  {
    name: 'durable control',
    unit: 'requests/s',
    limit: commit,
    floor: { ratio: 2 },
    bound: 'The `fsync` of the disk, which commands that arrive together share.',
  },
];

const cloud: readonly RowDefinition[] = [
  {
    name: 'cloud query with a token',
    unit: 'requests/s',
    limit: raw,
    bound: 'Writing to the socket is a quarter of it, then SQLite and Fastify.',
  },
  {
    name: 'CPU time of a cloud query',
    unit: 'µs',
    limit: raw,
    floor: { ratio: 0.38 },
    goal: { ratio: 0.5 },
    bound: 'Writing to the socket is a quarter of it, then SQLite and Fastify.',
  },
  {
    name: 'token refresh, durable',
    unit: 'refreshes/s',
    limit: 'oidc-provider in memory',
    floor: { ratio: 0.45 },
    goal: { ratio: 0.75 },
    bound: 'oidc-provider, which the limit also runs, and the commits of the rotated token.',
  },
  {
    name: 'control through the cloud, SQLite, p50',
    unit: 'ms',
    limit: relay,
    floor: { figure: 4 },
    goal: { figure: 1.3 },
    bound: 'The commits on its way, one after the other.',
  },
  {
    name: 'control through the cloud, SQLite, p99',
    unit: 'ms',
    limit: relay,
    maxSpread: slowestSpread,
    goal: { figure: 10 },
    bound: 'The slowest `fsync` of a hundred.',
  },
  {
    name: 'control through the cloud, PostgreSQL, p50',
    unit: 'ms',
    limit: relay,
    goal: { ratio: 0.24 },
    bound: 'Round trips to PostgreSQL and the syncs of its log.',
  },
  {
    name: 'control through the cloud, PostgreSQL, p99',
    unit: 'ms',
    limit: relay,
    maxSpread: slowestSpread,
    goal: { figure: 10 },
    bound: 'The slowest sync of a hundred.',
  },
  {
    name: 'LAN change to webhook, p50',
    unit: 'ms',
    limit: commit,
    floor: { figure: 10 },
    bound: 'The commits of the bridge and of the cloud, one after the other, and three hops.',
  },
  {
    name: 'LAN change to webhook, p99',
    unit: 'ms',
    limit: commit,
    maxSpread: slowestSpread,
    floor: { figure: 50 },
    bound: 'The slowest commits of a hundred.',
  },
];

const fleet: readonly RowDefinition[] = [
  {
    name: 'changes stored, SQLite',
    unit: 'changes/s',
    limit: outbox,
    floor: { figure: 4_000 },
    goal: { ratio: 0.14 },
    bound: 'The CPU of one node: frames, comparison and the statements of a batch.',
  },
  {
    name: 'changes delivered, SQLite',
    unit: 'changes/s',
    limit: outbox,
    floor: { figure: 2_800 },
    goal: { ratio: 0.14 },
    bound: 'The CPU of one node, which it shares with storing.',
  },
  {
    name: 'changes stored, PostgreSQL',
    unit: 'changes/s',
    limit: outbox,
    maxSpread: postgresSpread,
    floor: { figure: 3_000 },
    goal: { ratio: 0.32 },
    bound: 'Round trips to PostgreSQL, which shares the two cores.',
  },
  {
    name: 'changes delivered, PostgreSQL',
    unit: 'changes/s',
    limit: outbox,
    maxSpread: postgresSpread,
    floor: { figure: 1_300 },
    goal: { ratio: 0.45 },
    bound: 'Round trips to PostgreSQL for each message.',
  },
];

const connections: readonly RowDefinition[] = [
  {
    name: 'resident memory of a bridge',
    unit: 'kB',
    limit: 'bare ws',
    maxSpread: freedPagesSpread,
    floor: { figure: 12 },
    goal: { figure: 8 },
    bound:
      'The system shows the memory in use, and the freed pages that V8 keeps after all bridges connected.',
  },
  {
    name: 'memory in use of a bridge',
    unit: 'kB',
    limit: 'bare ws',
    floor: { figure: 7 },
    goal: { figure: 8 },
    bound: 'The socket and its WebSocket, which the limit also has, and the state of its uplink.',
  },
  {
    name: 'heap of a bridge',
    unit: 'kB',
    limit: 'bare ws',
    floor: { figure: 6 },
    goal: { figure: 4 },
    bound: 'The part of the memory in use that is objects of JavaScript; the rest is sockets.',
  },
  {
    name: '10,000 bridges back after a kill',
    unit: 's',
    limit: 'bare ws',
    floor: { figure: 10 },
    goal: { ratio: 0.5 },
    bound:
      'A signature to check and a snapshot to store for each bridge; the simulated bridges use the other core.',
  },
];

const house: readonly RowDefinition[] = [
  {
    name: 'a year of the largest house',
    unit: 's',
    limit: loop,
    floor: { figure: 10 },
    goal: { figure: 6 },
    bound:
      'A fifth is 1,142 nodes of its walls, every 360 s; the air of 43 rooms and its machines take the rest, in each of 525,600 steps.',
  },
  {
    name: 'a year of the demo house',
    unit: 's',
    limit: loop,
    goal: { figure: 5 },
    bound:
      'A quarter is the heat of its rooms; the ducted unit and its ducts take a fifth, and lamps, meters and sensors the rest, in each of 1,051,200 steps.',
  },
];

const start: readonly RowDefinition[] = [
  {
    name: 'bridge from source, first answer',
    unit: 's',
    limit: raw,
    floor: { figure: 0.8 },
    bound: 'Stripping types and reading a file for each module.',
  },
  {
    name: 'bridge from source, resident memory',
    unit: 'MB',
    limit: raw,
    floor: { figure: 120 },
    bound: 'Node itself, then the code that V8 has compiled.',
  },
  {
    name: 'bridge from source, resident memory of a first start',
    unit: 'MB',
    limit: raw,
    floor: { figure: 187 },
    bound:
      'The young generation of V8, which grows to its 16 MB half-spaces during the two simulated days of a first start; Node cannot shrink it afterwards.',
  },
  {
    name: 'installed bridge, first answer',
    unit: 's',
    limit: raw,
    floor: { figure: 0.3 },
    goal: { figure: 0.15 },
    bound: 'The start of Node, then reading and compiling the modules.',
  },
  {
    name: 'installed bridge, resident memory',
    unit: 'MB',
    limit: raw,
    floor: { figure: 95 },
    bound: 'Node itself, then the code that V8 has compiled.',
  },
  {
    name: 'installed bridge, private memory',
    unit: 'MB',
    limit: raw,
    goal: { figure: 30 },
    bound: 'The heap and the code that V8 has compiled.',
  },
  {
    name: 'installed cloud, first answer',
    unit: 's',
    limit: raw,
    goal: { figure: 0.3 },
    bound: 'Reading and compiling its modules, then opening the store.',
  },
  {
    name: 'installed cloud, private memory',
    unit: 'MB',
    limit: raw,
    goal: { figure: 50 },
    bound: 'The heap and the code that V8 has compiled.',
  },
];

/** The rows by the name with which they are measured. */
export const rowGroups = { local, cloud, fleet, connections, house, start };

/** A quantity that is measured at several sizes. */
export interface GrowthDefinition {
  readonly name: string;
  /** The things that are counted by its sizes. */
  readonly of: string;
  readonly unit: Unit;
  /** One sentence: why it grows as it does. */
  readonly why: string;
}

/** The growth curves by the part of the program that they measure. */
export const growthCurves: readonly GrowthDefinition[] = [
  {
    name: 'memory of a node by bridges',
    of: 'bridges',
    unit: 'MB',
    why: 'Each connection has a socket, a WebSocket and the state of its uplink.',
  },
  {
    name: 'cloud query by bridges',
    of: 'bridges',
    unit: 'ms',
    why: 'A query reads one component by its key.',
  },
  {
    name: 'one change to all endpoints by endpoints',
    of: 'endpoints',
    unit: 'ms',
    why: 'Each endpoint gets its own message, with its own signature.',
  },
  {
    name: 'cloud query by accounts',
    of: 'accounts',
    unit: 'ms',
    why: 'A token leads to its account by a key.',
  },
  {
    name: 'a simulated month by zones',
    of: 'zones',
    unit: 'ms',
    why: 'Each zone is a room with a damper.',
  },
  {
    name: 'a simulated month by lamps',
    of: 'lamps',
    unit: 'ms',
    why: 'The lamps of a room are added up once a step.',
  },
  {
    name: 'history of the last day by days kept',
    of: 'days',
    unit: 'ms',
    why: 'Only the rows of the day are read.',
  },
  {
    name: 'history of everything by days kept',
    of: 'days',
    unit: 'ms',
    why: 'Days beyond the second are kept in quarters of an hour, beyond the sixtieth in two hours.',
  },
];
