import type { CloseReason } from '@plenum/protocol/uplink';
import type { Bus } from '../../kernel/bus/bus.ts';
import type { Connection } from './connection.ts';
import {
  type BridgeRequest,
  bridgeSubject,
  type ControlAnswer,
  nodeSubject,
  presenceSubject,
  type SupersededConnections,
  supersededSubject,
} from './messages.ts';

/** The connections a node has, by bridge, and the questions of other nodes about them. */
export interface ConnectionRegistry extends AsyncDisposable {
  /** Keeps a connection, and ends an older one of the same bridge wherever it is. */
  add(line: Connection): void;
  /** Lets other nodes ask it. */
  announce(line: Connection): Promise<void>;
  remove(line: Connection): void;
  all(): Iterable<Connection>;
  size(): number;
  /** Asks whoever has the bridge, at the latest until an instant (ms UTC). */
  request(systemId: string, question: BridgeRequest, deadline: number): Promise<ControlAnswer>;
  /**
   * Which of some bridges are with a node, as far as it says so until an instant (ms UTC); undefined where the nodes cannot
   * reach each other.
   */
  requestNode(
    nodeId: string,
    systemIds: readonly string[],
    deadline: number,
  ): Promise<readonly string[] | undefined>;
  /** Ends the connections of a bridge up to before an epoch, on all nodes. */
  supersede(moved: SupersededConnections): void;
}

export interface ConnectionRegistryDeps {
  readonly bus: Bus;
  readonly now: () => number;
  /** The node that has them. */
  readonly nodeId: string;
}

const answerOf = (line: Connection, question: BridgeRequest): Promise<ControlAnswer> =>
  question.ask === 'presence'
    ? Promise.resolve({ answer: 'done' })
    : line.control(question.command, question.deadline);

/** Bridges a node is asked after in one message, which is to stay well below the megabyte NATS takes. */
const maxRequested = 20_000;

export const createConnectionRegistry = async ({
  bus,
  now,
  nodeId: own,
}: ConnectionRegistryDeps): Promise<ConnectionRegistry> => {
  const lines = new Map<string, Connection>();
  /** What ends the subscription of a connection; undefined while it is being made. */
  const opened = new Map<Connection, () => void>();

  const endOlder = ({ systemId, epoch, why }: SupersededConnections) => {
    const line = lines.get(systemId);
    if (line !== undefined && line.epoch < epoch) line.close(why satisfies CloseReason);
  };
  const openOf = (systemIds: readonly string[]) =>
    systemIds.filter((systemId) => {
      const line = lines.get(systemId);
      return line !== undefined && opened.has(line);
    });
  const listening = await Promise.all([
    bus.subscribe(supersededSubject, (message) => endOlder(message as SupersededConnections)),
    bus.subscribe(nodeSubject(own), (message) => openOf(message as readonly string[])),
  ]);

  const sayPresence = ({ systemId }: Connection) => bus.publish(presenceSubject(systemId), {});

  const remove = (line: Connection) => {
    if (lines.get(line.systemId) === line) lines.delete(line.systemId);
    const end = opened.get(line);
    if (end === undefined) return;
    end();
    opened.delete(line);
    sayPresence(line);
  };

  return {
    add: (line) => {
      const { systemId, epoch } = line;
      const moved = { systemId, epoch, why: 'replaced' } as const;
      endOlder(moved);
      const other = lines.get(systemId);
      if (other !== undefined && other.epoch > epoch) return line.close('replaced');
      lines.set(systemId, line);
      bus.publish(supersededSubject, moved);
    },
    announce: async (line) => {
      const end = await bus.subscribe(bridgeSubject(line.systemId), async (message) => {
        const { answer, ...rest } = await answerOf(line, message as BridgeRequest);
        // A connection that is over says nothing: another node may have the bridge and be doing it.
        return answer === 'absent' ? undefined : { answer, ...rest };
      });
      if (lines.get(line.systemId) !== line) return end();
      opened.set(line, end);
      sayPresence(line);
    },
    remove,
    all: () => lines.values(),
    size: () => lines.size,
    request: async (systemId, question, deadline) => {
      const own = lines.get(systemId);
      if (own !== undefined && opened.has(own)) {
        const answer = await answerOf(own, question);
        if (answer.answer !== 'absent') return answer;
      }
      const asked = await bus.request(bridgeSubject(systemId), question, deadline - now());
      switch (asked.outcome) {
        case 'reply':
          return asked.message as ControlAnswer;
        case 'no responders':
          return { answer: 'absent' };
        case 'timeout':
          return { answer: 'silent' };
        case 'unreachable':
          return { answer: 'unreachable' };
      }
    },
    requestNode: async (nodeId, systemIds, deadline) => {
      if (nodeId === own) return openOf(systemIds);
      const found: string[] = [];
      for (let from = 0; from < systemIds.length; from += maxRequested) {
        const some = systemIds.slice(from, from + maxRequested);
        const asked = await bus.request(nodeSubject(nodeId), some, deadline - now());
        if (asked.outcome === 'unreachable') return undefined;
        if (asked.outcome === 'reply') found.push(...(asked.message as readonly string[]));
      }
      return found;
    },
    supersede: (moved) => {
      endOlder(moved);
      bus.publish(supersededSubject, moved);
    },
    [Symbol.asyncDispose]: async () => {
      for (const end of listening) end();
      for (const end of opened.values()) end();
      opened.clear();
    },
  };
};
