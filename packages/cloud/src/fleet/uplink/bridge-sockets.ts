import type { WebSocket } from 'ws';
import { createBatch, inTurn } from '../../kernel/database/batch.ts';
import { logFailure } from '../../kernel/failure/log-failure.ts';
import type { Log } from '../../kernel/log/log.ts';
import { type AdmittedBridge, recordDisconnect } from '../bridge/connection-record.ts';
import { sendBounded } from './connection/bounded-send.ts';
import {
  type BridgeConnection,
  type ConnectionNode,
  type ConnectionSocket,
  createConnection,
} from './connection/connection.ts';
import { createIngest } from './ingest/ingest.ts';
import type { IngestBatchDeps } from './ingest/ingest-batch.ts';
import type { ConnectionRegistry } from './registry/connection-registry.ts';
import type { UplinkQuotas } from './uplink-quotas.ts';
import type { EntrySlot, ServeBridge } from './uplink-server.ts';

/** The parts of a node that all its sockets use. */
interface ServeSocketDeps extends ConnectionNode {
  readonly registry: Pick<ConnectionRegistry, 'add' | 'announce' | 'remove'>;
  readonly quotas: Pick<UplinkQuotas, 'spend'>;
  /** Called when the socket of a bridge has closed. */
  readonly onClosed: (bridge: AdmittedBridge) => void;
}

/** The socket of an admitted bridge. */
interface BridgeSocket {
  readonly socket: WebSocket;
  readonly bridge: AdmittedBridge;
  readonly slot: EntrySlot;
}

/** Bytes a bridge may leave unread, enough for all its pending controls unless they are large. */
const maxUnread = 524_288;
/** Time a bridge has to complete a closing handshake, ms. */
const closeTimeout = 1_000;

/** A socket closes after an error. */
const ignore = () => {};

/**
 * Serves a socket as a connection of this node. Reads only as much as can be processed and as the quotas of the bridge
 * and its account allow. A class for the same reason as the connection.
 */
class ServedSocket implements ConnectionSocket {
  readonly bridge: AdmittedBridge;
  readonly #node: ServeSocketDeps;
  readonly #socket: WebSocket;
  readonly #connection: BridgeConnection;
  /** Undefined once it has ended. */
  #slot: EntrySlot | undefined;
  /** Set while the socket is not read because a quota is exceeded. */
  #cancelPause: (() => void) | undefined;

  constructor(node: ServeSocketDeps, { socket, bridge, slot }: BridgeSocket) {
    this.bridge = bridge;
    this.#node = node;
    this.#socket = socket;
    this.#slot = slot;
    this.#connection = createConnection(node, this);
    socket.on('error', ignore);
    socket.on('message', (data, isBinary) => this.#receive(data as Buffer, isBinary));
    socket.on('close', () => this.#close());
    node.registry.add(this.#connection);
  }

  send(text: string): void {
    sendBounded(this.#socket, maxUnread, text);
  }

  closeSocket(): void {
    this.#socket.close(1000);
    this.#node.clock.after(closeTimeout, () => this.#socket.terminate());
  }

  onReady(): Promise<void> {
    this.#endEntry();
    return this.#node.registry.announce(this.#connection);
  }

  onProcessed(): void {
    if (this.#socket.isPaused && this.#cancelPause === undefined && !this.#connection.isBacklogged())
      this.#socket.resume();
  }

  onEnd(): void {
    this.#endEntry();
    this.#node.registry.remove(this.#connection);
  }

  #endEntry(): void {
    this.#slot?.end();
    this.#slot = undefined;
  }

  #receive(data: Buffer, isBinary: boolean): void {
    this.#slot?.received();
    const wait = this.#node.quotas.spend(this.bridge, data.length);
    if (isBinary) this.#connection.close('malformed');
    else this.#connection.receive(data.toString());
    if (wait > 0) this.#pause(wait);
    else if (this.#connection.isBacklogged()) this.#socket.pause();
  }

  /** Stops reading for `milliseconds`. */
  #pause(milliseconds: number): void {
    this.#socket.pause();
    this.#cancelPause?.();
    this.#cancelPause = this.#node.clock.after(milliseconds, () => {
      this.#cancelPause = undefined;
      this.onProcessed();
    });
  }

  #close(): void {
    this.#cancelPause?.();
    this.#connection.socketClosed();
    this.#node.onClosed(this.bridge);
  }
}

interface BridgeSocketsDeps extends IngestBatchDeps, Pick<ServeSocketDeps, 'clock' | 'elapsed' | 'registry'> {
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
  const node: ServeSocketDeps = {
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
