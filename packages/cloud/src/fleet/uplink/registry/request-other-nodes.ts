import type { Bus, BusResult } from '../../../kernel/bus/bus.ts';
import type { BridgeReply } from '../../controls/bridge-reply.ts';
import { type BridgeRequest, bridgeSubject, nodeSubject } from '../bus-subjects.ts';

interface RequestRoutingDeps {
  readonly bus: Bus;
  readonly now: () => number;
}

/** Number of system ids in one message, which must stay well below the megabyte that NATS allows. */
const maxRequested = 20_000;

/** Returns the reply of a bridge from the result of a request to the node that has it. */
export function toBridgeReply(result: BusResult): BridgeReply {
  switch (result.is) {
    case 'reply':
      return result.message as BridgeReply;
    case 'no responders':
      return { answer: 'absent' };
    case 'timeout':
      return { answer: 'silent' };
    case 'unreachable':
      return { answer: 'unreachable' };
  }
}

/** Creates the functions that send requests to other nodes over the bus. */
export const createRequestRouting = ({ bus, now }: RequestRoutingDeps) => ({
  requestBridge: async (systemId: string, request: BridgeRequest, deadline: number): Promise<BridgeReply> =>
    toBridgeReply(await bus.request(bridgeSubject(systemId), request, deadline - now())),
  requestNode: async (nodeId: string, systemIds: readonly string[], deadline: number) => {
    const found: string[] = [];
    for (let from = 0; from < systemIds.length; from += maxRequested) {
      const some = systemIds.slice(from, from + maxRequested);
      const reply = await bus.request(nodeSubject(nodeId), some, deadline - now());
      if (reply.is === 'unreachable') return undefined;
      if (reply.is === 'reply') found.push(...(reply.message as readonly string[]));
    }
    return found;
  },
});
