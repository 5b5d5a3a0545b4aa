import type { Clock } from '@plenum/platform';
import { readRefusal } from '@plenum/protocol/refusal';
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
import type { ComponentUpdate, IngestResult } from '../../component/ingest.ts';
import type { BridgeReply } from '../../controls/bridge-requests.ts';
import { type ControlChannel, createControlChannel } from './control-channel.ts';
import { createFrameReader } from './frame-reader.ts';
import { createInbox, type ReceivedMessage } from './inbox.ts';
import { createReadChannel, type ReadChannel } from './read-channel.ts';

/** One connection of a bridge to this node. */
export interface BridgeConnection
  extends AdmittedBridge,
    Pick<ControlChannel, 'control' | 'cancel' | 'drain'>,
    Pick<ReadChannel, 'read' | 'write'> {
  /** Accepts a message. Messages are processed one after another. */
  receive(text: string): void;
  /** Closes the connection after sending the reason to the bridge, with `detail` as its sentence if given. */
  close(reason: CloseReason, detail?: string): void;
  /** Must be called when the socket has closed. */
  socketClosed(): void;
  /** Time at which the last message arrived, by `elapsed`. */
  lastReceivedAt(): number;
  /** True if so many messages are waiting that the socket should not be read for now. */
  isBacklogged(): boolean;
}

export interface ConnectionDeps {
  readonly bridge: AdmittedBridge;
  readonly send: (text: string) => void;
  readonly closeSocket: () => void;
  readonly ingest: (update: ComponentUpdate) => Promise<IngestResult>;
  /** Called when the snapshot is stored, after which the bridge accepts commands. */
  readonly onReady: () => Promise<void>;
  /** Called after each message, stored or not. */
  readonly onProcessed: () => void;
  /** Called when either side has ended the connection, which then accepts nothing more. */
  readonly onEnd: () => void;
  readonly onError: (error: unknown) => void;
  readonly clock: Clock;
  /** Monotonic time, ms. */
  readonly elapsed: () => number;
}

const overfull = `A cloud stores at most ${maxComponents} components of a bridge, and ${maxBridgeLength} characters in all of them.`;

const toReply = ({ refusal: refused }: BridgeFrameOf<'result'>): BridgeReply => {
  if (refused === undefined) return { answer: 'done' };
  const { status, detail, data } = refused;
  const refusal = readRefusal(data);
  return { answer: 'refused', status, detail, ...(refusal !== undefined && { refusal }) };
};

const toAnswer = ({ status, body, data }: BridgeFrameOf<'answer'>): BridgeReply => {
  const refusal = status === 200 ? undefined : readRefusal(data);
  if (refusal?.code === 'unknown-path') return { answer: 'cannot' };
  return { answer: 'read', status, body, ...(refusal !== undefined && { refusal }) };
};

interface HandlerDeps extends Pick<ConnectionDeps, 'bridge' | 'ingest' | 'onReady'> {
  readonly controls: ControlChannel;
  readonly reads: ReadChannel;
  readonly close: BridgeConnection['close'];
}

/** Creates a function that handles one frame. It resolves to true if the frame must be acknowledged. */
const createFrameHandler = ({ bridge, ingest, onReady, controls, reads, close }: HandlerDeps) => {
  const { systemId, epoch } = bridge;
  const store = async (frame: BridgeFrameOf<'snapshot' | 'change'>): Promise<boolean> => {
    const { at, components } = frame;
    const removed = frame.type === 'change' ? frame.removed : undefined;
    const { outcome } = await ingest({
      ...{ systemId, epoch, at, components, removed },
      traceOf: controls.traceOf,
    });
    if (outcome === 'fenced') close('replaced');
    if (outcome === 'overfull') close('malformed', overfull);
    return outcome === 'stored';
  };
  const begin = async (frame: BridgeFrameOf<'snapshot'>): Promise<boolean> => {
    if (frame.identity.uid !== systemId) close('malformed');
    else if (await store(frame)) {
      controls.open(frame.session);
      await onReady();
      return true;
    }
    return false;
  };
  return async (frame: BridgeFrame): Promise<boolean> => {
    switch (frame.type) {
      case 'snapshot':
        return begin(frame);
      case 'change':
        return store(frame);
      case 'result':
        controls.answer(frame.id, toReply(frame), frame.dropped);
        return true;
      case 'answer':
        reads.answer(frame.id, toAnswer(frame));
        return true;
      case 'ping':
        return true;
    }
  };
};

export const createConnection = (deps: ConnectionDeps): BridgeConnection => {
  const { bridge, send, closeSocket, onProcessed, onEnd, onError, clock, elapsed } = deps;
  let lastReceivedAt = elapsed();
  let hasEnded = false;

  const sendFrame = (frame: CloudFrame) => send(JSON.stringify(frame));
  const frames = createFrameReader(lastReceivedAt);
  const controls = createControlChannel({ sendFrame, lastFrame: frames.last, clock, elapsed });
  const reads = createReadChannel({ sendFrame, clock });
  const end = () => {
    if (hasEnded) return;
    hasEnded = true;
    onEnd();
    inbox.clear();
    controls.close();
    reads.close();
  };
  const close = (reason: CloseReason, detail: string = closeReasons[reason]) => {
    if (hasEnded) return;
    sendFrame({ type: 'close', reason, detail });
    end();
    closeSocket();
  };

  const handleFrame = createFrameHandler({ ...deps, controls, reads, close });
  const handleMessage = async (message: ReceivedMessage) => {
    const frame = frames.read(message);
    if (typeof frame === 'string') return close(frame);
    if (await handleFrame(frame)) sendFrame({ type: 'ack', n: frame.n });
  };
  const inbox = createInbox(async (message) => {
    try {
      await handleMessage(message);
      onProcessed();
    } catch (error) {
      onError(error);
      close('failed');
    }
  });

  return {
    ...bridge,
    receive: (text) => {
      if (hasEnded) return;
      lastReceivedAt = elapsed();
      if (!inbox.add({ text, receivedAt: lastReceivedAt })) close('malformed');
    },
    control: controls.control,
    cancel: controls.cancel,
    read: reads.read,
    write: reads.write,
    drain: controls.drain,
    close,
    socketClosed: end,
    lastReceivedAt: () => lastReceivedAt,
    isBacklogged: inbox.isBacklogged,
  };
};
