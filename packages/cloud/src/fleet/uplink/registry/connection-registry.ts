import type { Bus } from '../../../kernel/bus/bus.ts';
import type { BridgeReply } from '../../controls/bridge-reply.ts';
import {
  type BridgeRequest,
  bridgeSubject,
  type CancelledControl,
  cancelledSubject,
  nodeSubject,
  presenceSubject,
  type SupersededConnections,
  supersededSubject,
} from '../bus-subjects.ts';
import type { BridgeConnection } from '../connection/connection.ts';
import { createRequestRouting } from './request-other-nodes.ts';

/** The connections of bridges to this node, and requests to connections at any node. */
export interface ConnectionRegistry extends AsyncDisposable {
  /** Adds a connection, and closes older ones of the same bridge on all nodes. */
  add(connection: BridgeConnection): void;
  /** Allows other nodes to send requests to the connection. */
  announce(connection: BridgeConnection): Promise<void>;
  /** Removes a connection. Resolves when the requests of other nodes that were on their way to it have arrived. */
  remove(connection: BridgeConnection): Promise<void>;
  all(): Iterable<BridgeConnection>;
  size(): number;
  /** Sends a request to the connection of a bridge. Resolves at the latest at the deadline (ms UTC). */
  request(systemId: string, request: BridgeRequest, deadline: number): Promise<BridgeReply>;
  /**
   * Asks a node which of the given bridges are connected to it, and waits for the reply until the deadline (ms UTC).
   * The result is empty if the node does not answer, and undefined if the nodes cannot reach each other.
   */
  requestNode(
    nodeId: string,
    systemIds: readonly string[],
    deadline: number,
  ): Promise<readonly string[] | undefined>;
  /** Cancels a control by the token of its request. Its bridge may be connected to any node. */
  cancel(cancelled: CancelledControl): void;
  /** Closes older connections of a bridge on all nodes. */
  supersede(superseded: SupersededConnections): void;
}

interface ConnectionRegistryDeps {
  readonly bus: Bus;
  readonly now: () => number;
  /** Id of this node. */
  readonly nodeId: string;
}

const answerRequest = (connection: BridgeConnection, request: BridgeRequest): Promise<BridgeReply> => {
  switch (request.ask) {
    case 'presence':
      return Promise.resolve({ answer: 'done' });
    case 'read':
      return connection.read(request, request.deadline);
    case 'write':
      return connection.write(request, request.deadline);
    case 'control':
      return connection.control(request);
  }
};

export async function createConnectionRegistry(deps: ConnectionRegistryDeps): Promise<ConnectionRegistry> {
  const { bus, nodeId: ownId } = deps;
  const otherNodes = createRequestRouting(deps);
  const connections = new Map<string, BridgeConnection>();
  /** Functions that end the subscription of an announced connection. */
  const announced = new Map<BridgeConnection, () => Promise<void>>();

  const findAnnounced = (systemId: string): BridgeConnection | undefined => {
    const connection = connections.get(systemId);
    return connection !== undefined && announced.has(connection) ? connection : undefined;
  };
  const selectAnnounced = (systemIds: readonly string[]) =>
    systemIds.filter((systemId) => findAnnounced(systemId) !== undefined);
  const closeOlder = ({ systemId, epoch, why }: SupersededConnections) => {
    const connection = connections.get(systemId);
    if (connection !== undefined && connection.epoch < epoch) connection.close(why);
  };
  const supersede = (superseded: SupersededConnections) => {
    closeOlder(superseded);
    bus.publish(supersededSubject, superseded);
  };
  const cancelOwn = ({ systemId, token }: CancelledControl) => connections.get(systemId)?.cancel(token);
  const publishPresence = ({ systemId }: BridgeConnection) => bus.publish(presenceSubject(systemId), {});
  const subscriptions = await Promise.all([
    bus.subscribe(supersededSubject, (message) => closeOlder(message as SupersededConnections)),
    bus.subscribe(cancelledSubject, (message) => cancelOwn(message as CancelledControl)),
    bus.subscribe(nodeSubject(ownId), (message) => selectAnnounced(message as readonly string[])),
  ]);

  return {
    add: (connection) => {
      const { systemId, epoch } = connection;
      const superseded = { systemId, epoch, why: 'replaced' } as const;
      closeOlder(superseded);
      const other = connections.get(systemId);
      if (other !== undefined && other.epoch > epoch) return connection.close('replaced');
      connections.set(systemId, connection);
      bus.publish(supersededSubject, superseded);
    },
    announce: async (connection) => {
      const unsubscribe = await bus.subscribe(bridgeSubject(connection.systemId), async (message) => {
        const reply = await answerRequest(connection, message as BridgeRequest);
        // A connection that has ended does not reply: the bridge may now be connected to another node, which may be
        // executing the command. A connection that is only draining still has its bridge.
        return reply.answer === 'absent' && !connection.isOpen() ? undefined : reply;
      });
      if (connections.get(connection.systemId) !== connection) return unsubscribe();
      announced.set(connection, unsubscribe);
      publishPresence(connection);
    },
    remove: async (connection) => {
      if (connections.get(connection.systemId) === connection) connections.delete(connection.systemId);
      const unsubscribe = announced.get(connection);
      if (unsubscribe === undefined) return;
      announced.delete(connection);
      publishPresence(connection);
      await unsubscribe();
    },
    all: () => connections.values(),
    size: () => connections.size,
    request: async (systemId, request, deadline) => {
      const own = findAnnounced(systemId);
      if (own !== undefined) {
        const reply = await answerRequest(own, request);
        if (reply.answer !== 'absent') return reply;
      }
      return otherNodes.requestBridge(systemId, request, deadline);
    },
    requestNode: async (nodeId, systemIds, deadline) =>
      nodeId === ownId ? selectAnnounced(systemIds) : otherNodes.requestNode(nodeId, systemIds, deadline),
    cancel: (cancelled) => {
      cancelOwn(cancelled);
      bus.publish(cancelledSubject, cancelled);
    },
    supersede,
    [Symbol.asyncDispose]: async () => {
      for (const unsubscribe of subscriptions) unsubscribe();
      for (const unsubscribe of announced.values()) unsubscribe();
    },
  };
}
