import { createBatch, inTurn } from '../../kernel/database/batch.ts';
import { logFailure } from '../../kernel/failure/log-failure.ts';
import type { Log } from '../../kernel/log/log.ts';
import { type AdmittedBridge, recordDisconnect } from '../bridge/connection-record.ts';
import { createIngest } from './ingest/ingest.ts';
import type { IngestBatchDeps } from './ingest/ingest-batch.ts';
import { ServedSocket, type SocketNode } from './served-socket.ts';
import type { UplinkQuotas } from './uplink-quotas.ts';
import type { ServeBridge } from './uplink-server.ts';

interface BridgeSocketsDeps extends IngestBatchDeps, Pick<SocketNode, 'clock' | 'elapsed' | 'registry'> {
  readonly quotas: Pick<UplinkQuotas, 'spend' | 'events'>;
  readonly log: Log;
}

/** The admitted bridges of a node, from the time the socket opens until their disconnection is stored. */
interface BridgeSockets {
  readonly serve: ServeBridge;
  /** Stores that the connection of a bridge ended. */
  recordEnd(bridge: AdmittedBridge): Promise<void>;
  /** Resolves when the end of every connection is stored. */
  allEnded(): Promise<void>;
}

export function createBridgeSockets(deps: BridgeSocketsDeps): BridgeSockets {
  const { store, clock, elapsed, registry, quotas, log } = deps;
  const storeEnd = createBatch<AdmittedBridge & { readonly now: number }, void>(store, {
    work: inTurn(({ db }, end) => recordDisconnect(db, end)),
    key: ({ systemId }) => systemId,
  });
  /** Number of connections whose end is not stored yet. */
  let serving = 0;
  const waiting: (() => void)[] = [];
  const recordEnd = (bridge: AdmittedBridge) =>
    storeEnd({ ...bridge, now: clock.now() }).catch((error) =>
      logFailure(log, { error }, 'the end of a connection could not be stored'),
    );
  const onClosed = async (bridge: AdmittedBridge) => {
    await recordEnd(bridge);
    serving--;
    if (serving === 0) for (const resolve of waiting.splice(0)) resolve();
  };
  const node: SocketNode = {
    clock,
    elapsed,
    registry,
    quotas,
    ingest: createIngest({ ...deps, events: quotas.events }),
    onError: (error) => logFailure(log, { error }, 'a message from a bridge could not be stored'),
    onClosed,
  };
  return {
    serve: (socket, bridge, slot) => {
      serving++;
      new ServedSocket(node, { socket, bridge, slot });
    },
    recordEnd,
    allEnded: async () => {
      if (serving > 0) await new Promise<void>((resolve) => waiting.push(resolve));
    },
  };
}
