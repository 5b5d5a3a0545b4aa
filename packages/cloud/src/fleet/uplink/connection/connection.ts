import type { Runtime } from '@plenum/platform';
import type { ComponentRef } from '@plenum/protocol/component';
import {
  type BridgeFrame,
  type BridgeFrameOf,
  type CloseReason,
  type CloudFrame,
  closeReasons,
  maxBridgeLength,
  maxComponents,
} from '@plenum/protocol/uplink';
import type { AdmittedBridge } from '../../bridge/connection-record.ts';
import type { BridgeReply } from '../../controls/bridge-reply.ts';
import type { BridgeRead, BridgeWrite } from '../../controls/bridge-requests.ts';
import type { Ingest } from '../ingest/ingest.ts';
import { type ControlChannel, createControlChannel } from './control-channel.ts';
import { FrameReader } from './frame-reader.ts';
import { createReadChannel, type ReadChannel } from './read-channel.ts';
import { type ReceivedMessage, ReceivedMessages } from './received-messages.ts';
import { toControlReply, toReadReply } from './reply-of-frame.ts';

/** One connection of a bridge to this node. */
export interface BridgeConnection
  extends AdmittedBridge,
    Pick<ControlChannel, 'control' | 'cancel' | 'drain'>,
    Pick<ReadChannel, 'read' | 'write'> {
  readonly isHosted: boolean;
  /** Accepts a message. Messages are processed one after another. */
  receive(text: string): void;
  /** Asks the bridge for another snapshot, unless the bridge has not sent its first one yet. */
  requestSnapshot(): void;
  /** Sends the reason to the bridge, with the sentence `detail` if given, and then closes the connection. */
  close(reason: CloseReason, detail?: string): void;
  /** Must be called when the socket has closed. */
  socketClosed(): void;
  /** True until either side has ended the connection. */
  isOpen(): boolean;
  /** Time at which the last message arrived, by `elapsed`. */
  lastReceivedAt(): number;
  /** True while the socket must not be read because too many messages are waiting. */
  isBacklogged(): boolean;
}

/** The parts of a node that all its connections use. */
export interface ConnectionNode extends Pick<Runtime, 'clock' | 'elapsed'> {
  readonly ingest: Ingest;
  /** Called with the error that ends a connection. */
  readonly onError: (error: unknown) => void;
}

/** The socket of a connection. */
export interface ConnectionSocket {
  readonly bridge: AdmittedBridge;
  send(text: string): void;
  closeSocket(): void;
  /** Called when the first snapshot is stored, after which the bridge accepts commands. */
  onReady(): Promise<void>;
  /** Called after each message, stored or not. */
  onProcessed(): void;
  /** Called when either side has ended the connection. It then accepts no more messages. */
  onEnd(): void;
}

const overfull = `A cloud stores at most ${maxComponents} components of a bridge, with at most ${maxBridgeLength} characters in all.`;

const absent: BridgeReply = { answer: 'absent' };

/**
 * A class, because a node holds tens of thousands of connections, which then share their functions. For the same
 * reason, a connection only creates the channels that are used.
 */
class Connection implements BridgeConnection {
  readonly systemId: string;
  readonly accountId: string;
  readonly epoch: number;
  readonly isHosted: boolean;
  readonly #node: ConnectionNode;
  readonly #socket: ConnectionSocket;
  /** The session that the bridge named in its first snapshot. */
  #session: string | undefined;
  /** Undefined if nothing was sent that the bridge could answer. */
  #controls: ControlChannel | undefined;
  #reads: ReadChannel | undefined;
  readonly #frames: FrameReader;
  readonly #messages: ReceivedMessages;
  #lastReceivedAt: number;
  #isOpen = true;
  #ended: AbortController | undefined;

  constructor(node: ConnectionNode, socket: ConnectionSocket) {
    const { systemId, accountId, epoch, isHosted = false } = socket.bridge;
    this.systemId = systemId;
    this.accountId = accountId;
    this.epoch = epoch;
    this.isHosted = isHosted;
    this.#node = node;
    this.#socket = socket;
    this.#lastReceivedAt = node.elapsed();
    this.#frames = new FrameReader(this.#lastReceivedAt);
    this.#messages = new ReceivedMessages((message) => this.#process(message));
  }

  receive(text: string): void {
    if (!this.#isOpen) return;
    this.#lastReceivedAt = this.#node.elapsed();
    if (!this.#messages.add({ text, receivedAt: this.#lastReceivedAt })) this.close('malformed');
  }

  requestSnapshot(): void {
    if (!this.#isOpen || this.#frames.last().n === 0) return;
    this.#frames.expectSnapshot();
    this.#sendFrame({ type: 'resend' });
  }

  control(request: Parameters<ControlChannel['control']>[0]): Promise<BridgeReply> {
    return this.#openControls()?.control(request) ?? Promise.resolve(absent);
  }

  cancel(token: string): void {
    this.#controls?.cancel(token);
  }

  async drain(): Promise<void> {
    await this.#openControls()?.drain();
  }

  read(what: BridgeRead, deadline: number): Promise<BridgeReply> {
    return this.#openReads()?.read(what, deadline) ?? Promise.resolve(absent);
  }

  write(what: BridgeWrite, deadline: number): Promise<BridgeReply> {
    return this.#openReads()?.write(what, deadline) ?? Promise.resolve(absent);
  }

  close(reason: CloseReason, detail: string = closeReasons[reason]): void {
    if (!this.#isOpen) return;
    this.#sendFrame({ type: 'close', reason, detail });
    this.socketClosed();
    this.#socket.closeSocket();
  }

  socketClosed(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#ended?.abort();
    this.#socket.onEnd();
    this.#messages.clear();
    this.#controls?.close();
    this.#reads?.close();
  }

  isOpen(): boolean {
    return this.#isOpen;
  }

  lastReceivedAt(): number {
    return this.#lastReceivedAt;
  }

  isBacklogged(): boolean {
    return this.#messages.isBacklogged();
  }

  #sendFrame(frame: CloudFrame): void {
    this.#socket.send(JSON.stringify(frame));
  }

  /** Returns undefined before the first snapshot and after the end: the bridge then accepts no commands. */
  #openControls(): ControlChannel | undefined {
    const session = this.#session;
    if (!this.#isOpen || session === undefined) return undefined;
    const { clock, elapsed } = this.#node;
    this.#controls ??= createControlChannel({
      session,
      clock,
      elapsed,
      sendFrame: (frame) => this.#sendFrame(frame),
      lastFrame: () => this.#frames.last(),
    });
    return this.#controls;
  }

  #openReads(): ReadChannel | undefined {
    if (!this.#isOpen) return undefined;
    const { clock } = this.#node;
    this.#reads ??= createReadChannel({ sendFrame: (frame) => this.#sendFrame(frame), clock });
    return this.#reads;
  }

  #endSignal(): AbortSignal {
    this.#ended ??= new AbortController();
    if (!this.#isOpen) this.#ended.abort();
    return this.#ended.signal;
  }

  async #process(message: ReceivedMessage): Promise<void> {
    try {
      const frame = this.#frames.read(message);
      if (typeof frame === 'string') this.close(frame);
      else if (await this.#handle(frame)) this.#sendFrame({ type: 'ack', n: frame.n });
      this.#socket.onProcessed();
    } catch (error) {
      this.#node.onError(error);
      this.close('failed');
    }
  }

  /** Handles one frame. Resolves to true if the frame must be acknowledged. */
  async #handle(frame: BridgeFrame): Promise<boolean> {
    switch (frame.type) {
      case 'snapshot':
        return this.#storeSnapshot(frame);
      case 'change':
        return this.#store(frame);
      case 'result':
        this.#controls?.answer(frame.id, toControlReply(frame), frame.dropped);
        return true;
      case 'answer':
        this.#reads?.answer(frame.id, toReadReply(frame));
        return true;
      case 'ping':
        return true;
    }
  }

  async #storeSnapshot(frame: BridgeFrameOf<'snapshot'>): Promise<boolean> {
    const session = this.#session;
    if (frame.identity.uid !== this.systemId || frame.session !== (session ?? frame.session)) {
      this.close('malformed');
      return false;
    }
    if (!(await this.#store(frame))) return false;
    if (session !== undefined) return true;
    this.#session = frame.session;
    await this.#socket.onReady();
    return true;
  }

  async #store(frame: BridgeFrameOf<'snapshot' | 'change'>): Promise<boolean> {
    const { systemId, accountId, epoch } = this;
    const { at, components } = frame;
    const update = {
      systemId,
      epoch,
      at,
      components,
      removed: frame.type === 'change' ? frame.removed : undefined,
      traceOf: (component: ComponentRef) => this.#controls?.traceOf(component),
    };
    const { is } = await this.#node.ingest(accountId, update, () => this.#endSignal());
    if (is === 'fenced') this.close('replaced');
    if (is === 'overfull') this.close('malformed', overfull);
    return is === 'stored';
  }
}

export const createConnection = (node: ConnectionNode, socket: ConnectionSocket): BridgeConnection =>
  new Connection(node, socket);
