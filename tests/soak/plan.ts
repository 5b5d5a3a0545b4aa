import { createSeededRandom, type SeededRandom } from '@plenum/testbed/seeded-random';

export const nodes = ['node 1', 'node 2', 'node 3'] as const;
export const houses = ['house 1', 'house 2', 'house 3'] as const;
/** The device of house 3, whose bridge is attached to it. The other houses are simulated by their bridges. */
export const device = 'device';
const servers = ['PostgreSQL', 'NATS'] as const;

/** The links, each between two parts of the cloud. */
export const links = [
  ...nodes.flatMap((node) => servers.map((server) => `${node} to ${server}` as const)),
  'bridges of ann to the cloud',
  'bridges of bob to the cloud',
  'house 3 to its device',
] as const;

export type NodeName = (typeof nodes)[number];
export type HouseName = (typeof houses)[number];
export type LinkName = (typeof links)[number];
export type TargetName =
  | NodeName
  | HouseName
  | LinkName
  | (typeof servers)[number]
  | typeof device
  | 'all nodes';

interface FaultDefinition {
  /** Its relative frequency. */
  readonly weight: number;
  readonly targets: readonly TargetName[];
  /** The shortest and the longest duration, in ms. */
  readonly lasts: readonly [number, number];
  /** The behaviour that the checks after the round expect. */
  readonly expected: string;
}

/** Duration for which no other fault hits the nodes while they are restarted one after the other, in ms. */
const restartTime = 20_000;

/**
 * The faults. A process that is killed, and a server that is frozen, comes back at the end of the fault. After every
 * fault all checks have to pass again; `expected` is the part of the system that this fault is meant to test.
 */
export const faults = {
  kill: {
    weight: 5,
    targets: [...nodes, ...houses, device, ...servers],
    lasts: [200, 6_000],
    expected: 'it starts again with everything that it acknowledged, and the others connect to it again',
  },
  freeze: {
    weight: 3,
    targets: [...nodes, ...houses, device, ...servers],
    lasts: [500, 18_000],
    expected:
      'the others do not wait for it forever, and a control whose result is unknown is not done twice',
  },
  cut: {
    weight: 3,
    targets: links,
    lasts: [200, 8_000],
    expected: 'both ends connect again, and nothing that was on its way is lost or done twice',
  },
  'half-open': {
    weight: 3,
    targets: links,
    lasts: [1_000, 18_000],
    expected: 'both ends notice that nothing arrives, and open a new connection',
  },
  slow: {
    weight: 2,
    targets: links,
    lasts: [3_000, 18_000],
    expected: 'everything continues, only later',
  },
  'full disk': {
    weight: 2,
    targets: ['house 1', 'house 2', 'PostgreSQL'],
    lasts: [1_000, 10_000],
    expected: 'what cannot be stored is refused and not acknowledged, and nothing stored is damaged',
  },
  'clock jump': {
    weight: 2,
    targets: nodes,
    lasts: [2_000, 18_000],
    expected: 'nodes whose clocks differ by some seconds agree on everything',
  },
  'hostile traffic': {
    weight: 2,
    targets: [...nodes, ...houses],
    lasts: [2_000, 10_000],
    expected: 'invalid, unfinished and oversized requests end no process and keep no memory or sockets',
  },
  'rolling restart': {
    weight: 1,
    targets: ['all nodes'],
    lasts: [restartTime, restartTime],
    expected: 'each node ends in time with exit code 0, and its bridges move to the others',
  },
} as const satisfies Readonly<Record<string, FaultDefinition>>;

export type FaultName = keyof typeof faults;
export const faultNames = Object.keys(faults) as FaultName[];

/** One fault of a round; times in ms since the beginning of the round. */
export interface PlannedFault {
  readonly at: number;
  readonly fault: FaultName;
  readonly target: TargetName;
  readonly lasts: number;
  /** Seed of the choices that depend on the fault, such as how far a clock jumps. */
  readonly seed: number;
}

/** The faults of a round, in the order in which they begin. All have ended after `stormTime`. */
export type Round = readonly PlannedFault[];

/** Duration of the faults of a round, in ms. The checks that follow take the rest of a minute, or longer. */
export const stormTime = 35_000;

/** Pause between two faults of one target, in ms. */
const restTime = 1_000;

const nodesOf = (target: TargetName): readonly TargetName[] => (target === 'all nodes' ? nodes : [target]);

const hitsSameTarget = (one: TargetName, other: TargetName): boolean =>
  nodesOf(one).some((name) => nodesOf(other).includes(name));

/** True if two faults of one round hit the same target while one of them lasts. */
export const doOverlap = (one: PlannedFault, other: PlannedFault): boolean =>
  hitsSameTarget(one.target, other.target) &&
  one.at < other.at + other.lasts + restTime &&
  other.at < one.at + one.lasts + restTime;

const weighted: readonly FaultName[] = faultNames.flatMap((name) =>
  Array.from({ length: faults[name].weight }, () => name),
);

const planFault = (random: SeededRandom): PlannedFault => {
  const fault = random.pick(weighted);
  const { targets, lasts } = faults[fault];
  const target = random.pick<TargetName>(targets);
  const [shortest, longest] = lasts;
  const duration = random.integer(shortest, longest);
  return {
    at: random.integer(0, stormTime - duration),
    fault,
    target,
    lasts: duration,
    seed: random.integer(0, 2 ** 31),
  };
};

const planRound = (random: SeededRandom): Round => {
  const round: PlannedFault[] = [];
  for (let count = random.integer(6, 12); count > 0; count--) {
    const planned = planFault(random);
    if (!round.some((other) => doOverlap(planned, other))) round.push(planned);
  }
  return round.sort((one, other) => one.at - other.at);
};

/** Plans one round for each minute. The seed alone determines the rounds, and a longer plan begins like a shorter one. */
export function createPlan({
  seed,
  minutes,
}: {
  readonly seed: number;
  readonly minutes: number;
}): readonly Round[] {
  const random = createSeededRandom(seed).fork('plan');
  return Array.from({ length: minutes }, (_, index) => planRound(random.fork(`round ${index}`)));
}

export const toSeconds = (milliseconds: number): string => `${(milliseconds / 1_000).toFixed(1)} s`;

export const describeFault = ({ at, fault, target, lasts }: PlannedFault): string =>
  `${toSeconds(at)}: ${fault}, ${target}, for ${toSeconds(lasts)}`;

/** Describes all faults, and what is expected of the system. */
export const describeFaults = (): string =>
  faultNames
    .map((name) => {
      const { targets, lasts, expected } = faults[name];
      const [shortest, longest] = lasts.map(toSeconds);
      return `${name}, for ${shortest} to ${longest}: ${targets.join(', ')}.\n  Expected: ${expected}.`;
    })
    .join('\n');
