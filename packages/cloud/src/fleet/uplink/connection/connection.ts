import type { Clock } from '@plenum/platform';
import { type CloseReason, type CloudFrame, closeReasons } from '@plenum/protocol/uplink';
import type { AdmittedBridge } from '../../bridge/connection-record.ts';
import type { ComponentUpdate, IngestResult } from '../../component/ingest.ts';
import type { BridgeReply } from '../../controls/bridge-reply.ts';
import type { BridgeRead, BridgeWrite } from '../../controls/control-sender.ts';
import { type ControlChannel, createControlChannel } from './control-channel.ts';
import { FrameReader } from './frame-reader.ts';
import { type FrameTarget, handleFrame } from './handle-frame.ts';
import { ingestPatiently } from './patient-ingest.ts';
import { createReadChannel, type ReadChannel } from './read-channel.ts';
import { type ReceivedMessage, ReceivedMessages } from './received-messages.ts';

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

export interface ConnectionDeps {
  readonly bridge: AdmittedBridge;
  readonly clock: Clock;
  /** Monotonic time, ms. */
  elapsed(): number;
  send(text: string): void;
  closeSocket(): void;
  ingest(update: ComponentUpdate): Promise<IngestResult>;
  /** Called when the first snapshot is stored, after which the bridge accepts commands. */
  onReady(): Promise<void>;
  /** Called after each message, stored or not. */
  onProcessed(): void;
  /** Called when either side has ended the connection. It then accepts no more messages. */
  onEnd(): void;
  onError(error: unknown): void;
}

const absent: BridgeReply = { answer: 'absent' };

/**
 * A class, because a node holds tens of thousands of connections, which then share their functions. For the same
 * reason, a connection only creates the channels that are used.
 */
class Connection implements BridgeConnection, FrameTarget {
  readonly systemId: string;
  readonly accountId: string;
  readonly epoch: number;
  readonly isHosted: boolean;
  session: string | undefined;
  controls: ControlChannel | undefined;
  reads: ReadChannel | undefined;
  readonly #deps: ConnectionDeps;
  readonly #frames: FrameReader;
  readonly #messages: ReceivedMessages;
  #lastReceivedAt: number;
  #isOpen = true;
  #ended: AbortController | undefined;

  constructor(deps: ConnectionDeps) {
    const { systemId, accountId, epoch, isHosted = false } = deps.bridge;
    this.systemId = systemId;
    this.accountId = accountId;
    this.epoch = epoch;
    this.isHosted = isHosted;
    this.#deps = deps;
    this.#lastReceivedAt = deps.elapsed();
    this.#frames = new FrameReader(this.#lastReceivedAt);
    this.#messages = new ReceivedMessages((message) => this.#process(message));
  }

  receive(text: string): void {
    if (!this.#isOpen) return;
    this.#lastReceivedAt = this.#deps.elapsed();
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
    this.controls?.cancel(token);
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

  ingest(update: ComponentUpdate): Promise<IngestResult> {
    const { clock } = this.#deps;
    return ingestPatiently(update, {
      ingest: (one) => this.#deps.ingest(one),
      clock,
      signal: () => this.#endSignal(),
    });
  }

  onReady(): Promise<void> {
    return this.#deps.onReady();
  }

  close(reason: CloseReason, detail: string = closeReasons[reason]): void {
    if (!this.#isOpen) return;
    this.#sendFrame({ type: 'close', reason, detail });
    this.socketClosed();
    this.#deps.closeSocket();
  }

  socketClosed(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#ended?.abort();
    this.#deps.onEnd();
    this.#messages.clear();
    this.controls?.close();
    this.reads?.close();
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
    this.#deps.send(JSON.stringify(frame));
  }

  /** Returns undefined before the first snapshot and after the end: the bridge then accepts no commands. */
  #openControls(): ControlChannel | undefined {
    const { session } = this;
    if (!this.#isOpen || session === undefined) return undefined;
    const { clock } = this.#deps;
    this.controls ??= createControlChannel({
      ...{ session, clock },
      elapsed: () => this.#deps.elapsed(),
      sendFrame: (frame) => this.#sendFrame(frame),
      lastFrame: () => this.#frames.last(),
    });
    return this.controls;
  }

  #openReads(): ReadChannel | undefined {
    if (!this.#isOpen) return undefined;
    const { clock } = this.#deps;
    this.reads ??= createReadChannel({ sendFrame: (frame) => this.#sendFrame(frame), clock });
    return this.reads;
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
      else if (await handleFrame(this, frame)) this.#sendFrame({ type: 'ack', n: frame.n });
      this.#deps.onProcessed();
    } catch (error) {
      this.#deps.onError(error);
      this.close('failed');
    }
  }
}

export const createConnection = (deps: ConnectionDeps): BridgeConnection => new Connection(deps);
