import type { Runtime } from '@plenum/platform';
import type { Bus } from '../../../kernel/bus/bus.ts';
import { type NodeCount, nodeCountSubject } from '../bus-subjects.ts';
import type { BridgeConnection } from '../connection/connection.ts';
import type { ConnectionRegistry } from './connection-registry.ts';
import { excessOf } from './excess.ts';

interface SpreadDeps extends Pick<Runtime, 'log' | 'elapsed'> {
  readonly bus: Pick<Bus, 'publish' | 'subscribe'>;
  readonly registry: Pick<ConnectionRegistry, 'all'>;
  readonly nodeId: string;
  /** False to announce this node's bridges but move none of them. */
  readonly isOn: boolean;
  /** Asks a bridge to reconnect once its pending controls are answered. */
  readonly move: (connection: BridgeConnection) => unknown;
}

/** Spreads the bridges over the nodes: a node with more than its share asks some to reconnect (decisions/044). */
export interface Spread extends Disposable {
  /** Must be called about once a second while the store can admit bridges. */
  step(): void;
  /** Number of bridges that this node asked to reconnect. */
  moved(): number;
  /** Announces that this node is stopping. */
  leave(): void;
}

/** A few bridges that are asked to reconnect, after which the counts are compared. */
interface Round {
  readonly excess: number;
  readonly bridges: BridgeConnection[];
  /** Time at which the counts are compared. */
  endsAt: number;
}

/** Times in ms, and numbers of bridges. */
export const spreadPace = {
  /** A node that has announced nothing for this time does not count. */
  silentAfter: 5_000,
  /** Bridges move only if no node has come or gone for this time, so not during a rolling restart. */
  steadyFor: 30_000,
  perStep: 5,
  perRound: 100,
  /** Time that the last bridges of a round have to reconnect. */
  settleFor: 10_000,
  /** A bridge is asked to reconnect at most once in this time. */
  onceIn: 600_000,
  /** Number of rounds without effect after which a node moves no more bridges. */
  maxUseless: 3,
} as const;

export async function startSpread(deps: SpreadDeps): Promise<Spread> {
  const { bus, registry, nodeId, isOn, elapsed, move, log } = deps;
  const counts = new Map<string, { readonly bridges: number; readonly at: number }>();
  /** Times at which bridges were asked to reconnect, by any node, oldest first. */
  const movedAt = new Map<string, number>();
  let changedAt = elapsed();
  let steppedAt = elapsed();
  let round: Round | undefined;
  let uselessRounds = 0;
  let moved = 0;
  let isLeaving = false;

  const startAgain = () => {
    changedAt = elapsed();
    round = undefined;
    uselessRounds = 0;
  };
  const forget = (other: string) => {
    if (counts.delete(other)) startAgain();
  };
  const remember = (systemId: string) => {
    movedAt.delete(systemId);
    movedAt.set(systemId, elapsed());
  };
  const unsubscribe = await bus.subscribe(nodeCountSubject, (message) => {
    const { nodeId: other, bridges, moved } = message as NodeCount;
    if (other === nodeId) return;
    for (const systemId of moved) remember(systemId);
    if (bridges === undefined) return forget(other);
    if (!counts.has(other)) startAgain();
    counts.set(other, { bridges, at: elapsed() });
  });
  const forgetOld = () => {
    const now = elapsed();
    for (const [other, { at }] of counts) if (now - at >= spreadPace.silentAfter) forget(other);
    for (const [systemId, at] of movedAt) {
      if (now - at < spreadPace.onceIn) break;
      movedAt.delete(systemId);
    }
    // The counts are as old as the pause, and the other nodes have forgotten this one.
    if (now - steppedAt >= spreadPace.silentAfter) startAgain();
    steppedAt = now;
  };

  const ownBridges = () => [...registry.all()].filter((connection) => !connection.isHosted);
  /** Begins the next round, unless the counts are even or bridges cannot be moved. */
  const begin = (): Round | undefined => {
    const own = ownBridges();
    const others = Array.from(counts.values(), ({ bridges }) => bridges);
    const excess = excessOf(own.length, others);
    if (round !== undefined && excess >= round.excess && ++uselessRounds === spreadPace.maxUseless)
      log.warn(
        { bridges: own.length, others },
        'This node has more bridges than its share, and they come back when they are asked to reconnect. It asks no more of them until a node comes or goes. Let the load balancer choose the node with the fewest connections.',
      );
    if (excess === 0) uselessRounds = 0;
    if (excess === 0 || uselessRounds >= spreadPace.maxUseless) return undefined;
    const bridges = own
      .filter(({ systemId }) => !movedAt.has(systemId))
      .slice(0, Math.min(excess, spreadPace.perRound));
    if (bridges.length === 0) return undefined;
    log.info(
      { bridges: own.length, others, asked: bridges.length },
      'this node has more bridges than its share, and asks some to reconnect',
    );
    return { excess, bridges, endsAt: elapsed() + spreadPace.settleFor };
  };
  /** Moves the next bridges of the round. Returns their system ids. */
  const moveSome = (): string[] => {
    if (!isOn || elapsed() - changedAt < spreadPace.steadyFor) return [];
    if (round === undefined || elapsed() >= round.endsAt) round = begin();
    if (round === undefined || round.bridges.length === 0) return [];
    round.endsAt = elapsed() + spreadPace.settleFor;
    const some = round.bridges.splice(0, spreadPace.perStep).filter((connection) => connection.isOpen());
    for (const connection of some) {
      remember(connection.systemId);
      move(connection);
    }
    moved += some.length;
    return some.map(({ systemId }) => systemId);
  };
  const announce = (count: Omit<NodeCount, 'nodeId'>) => bus.publish(nodeCountSubject, { nodeId, ...count });

  return {
    step: () => {
      if (isLeaving) return;
      forgetOld();
      const some = moveSome();
      announce({ bridges: ownBridges().length, moved: some });
    },
    moved: () => moved,
    leave: () => {
      isLeaving = true;
      announce({ moved: [] });
    },
    [Symbol.dispose]: () => void unsubscribe(),
  };
}
