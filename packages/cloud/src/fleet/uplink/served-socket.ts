import type { WebSocket } from 'ws';
import type { AdmittedBridge } from '../bridge/connection-record.ts';
import { sendBounded } from './connection/bounded-send.ts';
import {
  type BridgeConnection,
  type ConnectionNode,
  type ConnectionSocket,
  createConnection,
} from './connection/connection.ts';
import type { ConnectionRegistry } from './registry/connection-registry.ts';
import type { UplinkQuotas } from './uplink-quotas.ts';
import type { EntrySlot } from './uplink-server.ts';

/** The parts of a node that all its sockets use. */
export interface SocketNode extends ConnectionNode {
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
export class ServedSocket implements ConnectionSocket {
  readonly bridge: AdmittedBridge;
  readonly #node: SocketNode;
  readonly #socket: WebSocket;
  readonly #connection: BridgeConnection;
  /** Undefined once it has ended. */
  #slot: EntrySlot | undefined;
  /** Set while the socket is not read because a quota is exceeded. */
  #cancelPause: (() => void) | undefined;

  constructor(node: SocketNode, { socket, bridge, slot }: BridgeSocket) {
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
