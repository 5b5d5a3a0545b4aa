import { execFileSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { connectTo } from '@plenum/testbed/postgres';
import { createSeededRandom } from '@plenum/testbed/seeded-random';
import { sendHostileTraffic } from './hostile.ts';
import type { Member } from './member.ts';
import {
  describeFault,
  type FaultName,
  type LinkName,
  type PlannedFault,
  type Round,
  stormTime,
} from './plan.ts';
import { findDescendants } from './resources.ts';
import type { World } from './world.ts';

/** Longest time until PostgreSQL responds after its disk was full, in ms. */
const restartTime = 30_000;

/** Ends a fault. */
type Undo = () => Promise<void>;

/** A process that can be killed, frozen and restarted. */
interface Breakable {
  readonly pid: number | undefined;
  kill(): Promise<void>;
  start(): Promise<void>;
}

const findBreakable = ({ members, postgres, nats }: World, target: string): Breakable => {
  const servers: Readonly<Record<string, Breakable>> = {
    PostgreSQL: postgres,
    NATS: nats,
  };
  return members.find(({ name }) => name === target) ?? servers[target]!;
};

/** Waits until PostgreSQL responds, and starts it again if it ends instead. */
const restartIfEnded = async (postgres: World['postgres']): Promise<void> => {
  for (const end = Date.now() + restartTime; ; await pause(100)) {
    try {
      if (postgres.pid === undefined) await postgres.start();
      await using _ = await connectTo(postgres.url('postgres'));
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
};

const kill = async (world: World, { target }: PlannedFault): Promise<Undo> => {
  const victim = findBreakable(world, target);
  await victim.kill();
  return victim.start;
};

/** Sends a signal to processes that may have ended. */
export function sendSignal(pids: readonly number[], signal: NodeJS.Signals) {
  for (const pid of pids)
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended.
    }
}

/** Stops a process and its children, with their connections open; does nothing if it is not running. */
const freeze = async (world: World, { target }: PlannedFault): Promise<Undo> => {
  const { pid } = findBreakable(world, target);
  if (pid === undefined) return async () => {};
  // Those that start others come first, so that no process is missing from the second list.
  sendSignal([pid, ...findDescendants(pid)], 'SIGSTOP');
  const all = [pid, ...findDescendants(pid)];
  sendSignal(all, 'SIGSTOP');
  return async () => sendSignal(all, 'SIGCONT');
};

/** Sets the maximum size of files that a process writes (`RLIMIT_FSIZE`), to which a full disk is similar. */
const setMaxFile = (pid: number, size: string) =>
  void execFileSync('prlimit', ['--pid', String(pid), `--fsize=${size}:`]);

/** Fills the disk of PostgreSQL, which otherwise has one to itself, or limits the files of a bridge. */
const fillDisk = async (world: World, { target }: PlannedFault): Promise<Undo> => {
  const { disk, postgres, members } = world;
  if (target === 'PostgreSQL') {
    disk.fill();
    return async () => {
      disk.empty();
      // PostgreSQL ends if it cannot write its log. An operator then makes room and starts it again.
      await restartIfEnded(postgres);
    };
  }
  const { pid } = members.find(({ name }) => name === target)!;
  if (pid === undefined) return async () => {};
  setMaxFile(pid, '4096');
  return async () => setMaxFile(pid, 'unlimited');
};

/** Longest jump of the clock of a node in ms. Nodes may differ by some seconds (docs/operating.md, "Sizing"). */
const maxJump = 5_000;

const jump = async ({ nodes }: World, { target, seed }: PlannedFault): Promise<Undo> => {
  const node = nodes.find(({ name }) => name === target)!;
  node.setClock(createSeededRandom(seed).integer(-maxJump, maxJump));
  return async () => node.setClock(0);
};

/** Returns a function that waits for work which has begun. Only this function reports that the work failed. */
const createWait = (work: Promise<unknown>): Undo => {
  work.catch(() => {});
  return async () => void (await work);
};

const attack = async ({ nodes, houses }: World, { target, seed }: PlannedFault): Promise<Undo> => {
  const ports = [...nodes, ...houses].find(({ name }) => name === target)!;
  const end = new AbortController();
  const wait = createWait(sendHostileTraffic(ports, createSeededRandom(seed), end.signal));
  return async () => {
    end.abort();
    await wait();
  };
};

const setLink =
  (state: 'cut' | 'half-open' | 'slow') =>
  async ({ links }: World, { target }: PlannedFault): Promise<Undo> => {
    const link = links.get(target as LinkName)!;
    link.set(state);
    return async () => link.set('open');
  };

const restartAll = async (members: readonly Member[]): Promise<void> => {
  for (const member of members) {
    await member.stop();
    await member.start();
  }
};

const restartNodes = async ({ nodes }: World): Promise<Undo> =>
  createWait(restartAll(nodes.map(({ member }) => member)));

const begin: Readonly<Record<FaultName, (world: World, fault: PlannedFault) => Promise<Undo>>> = {
  kill,
  freeze,
  cut: setLink('cut'),
  'half-open': setLink('half-open'),
  slow: setLink('slow'),
  'full disk': fillDisk,
  'clock jump': jump,
  'hostile traffic': attack,
  'rolling restart': restartNodes,
};

/** Causes the faults of a round at their times, and waits until all have ended; `began` is called with each. */
export async function runFaults(
  world: World,
  round: Round,
  began: (fault: PlannedFault) => void,
): Promise<void> {
  const run = async (planned: PlannedFault) => {
    await pause(planned.at);
    began(planned);
    try {
      const undo = await begin[planned.fault](world, planned);
      await pause(planned.lasts);
      await undo();
    } catch (error) {
      throw new Error(`${describeFault(planned)}: ${(error as Error).message}`, { cause: error });
    }
  };
  const results = await Promise.allSettled([pause(stormTime), ...round.map(run)]);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}
