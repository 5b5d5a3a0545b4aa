import type { Clock } from '@plenum/platform';
import { type CloseReason, type CloudFrame, closeReasons } from '@plenum/protocol/uplink';
import type { AdmittedBridge } from '../../bridge/connection-record.ts';
import { type ControlChannel, createControlChannel } from './control-channel.ts';
import { createFrameReader } from './frame-reader.ts';
import { createFrameHandler, type FrameHandlerDeps } from './handle-frame.ts';
import { createPatientIngest } from './patient-ingest.ts';
import { createReadChannel, type ReadChannel } from './read-channel.ts';
import { createReceivedMessages, type ReceivedMessage } from './received-messages.ts';

/** One connection of a bridge to this node. */
export interface BridgeConnection
  extends AdmittedBridge,
    Pick<ControlChannel, 'control' | 'cancel' | 'drain'>,
    Pick<ReadChannel, 'read' | 'write'> {
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

export interface ConnectionDeps extends Pick<FrameHandlerDeps, 'bridge' | 'ingest' | 'onReady'> {
  readonly send: (text: string) => void;
  readonly closeSocket: () => void;
  /** Called after each message, stored or not. */
  readonly onProcessed: () => void;
  /** Called when either side has ended the connection. It then accepts no more messages. */
  readonly onEnd: () => void;
  readonly onError: (error: unknown) => void;
  readonly clock: Clock;
  /** Monotonic time, ms. */
  readonly elapsed: () => number;
}

export const createConnection = (deps: ConnectionDeps): BridgeConnection => {
  const { bridge, send, closeSocket, onProcessed, onEnd, onError, clock, elapsed } = deps;
  let lastReceivedAt = elapsed();
  const ended = new AbortController();
  const hasEnded = () => ended.signal.aborted;

  const sendFrame = (frame: CloudFrame) => send(JSON.stringify(frame));
  const frames = createFrameReader(lastReceivedAt);
  const controls = createControlChannel({ sendFrame, lastFrame: frames.last, clock, elapsed });
  const reads = createReadChannel({ sendFrame, clock });
  const end = () => {
    if (hasEnded()) return;
    ended.abort();
    onEnd();
    messages.clear();
    controls.close();
    reads.close();
  };
  const close = (reason: CloseReason, detail: string = closeReasons[reason]) => {
    if (hasEnded()) return;
    sendFrame({ type: 'close', reason, detail });
    end();
    closeSocket();
  };

  const handleFrame = createFrameHandler({
    ...deps,
    ingest: createPatientIngest(deps.ingest, { clock, signal: ended.signal }),
    controls,
    reads,
    close,
  });
  const handleMessage = async (message: ReceivedMessage) => {
    const frame = frames.read(message);
    if (typeof frame === 'string') return close(frame);
    if (await handleFrame(frame)) sendFrame({ type: 'ack', n: frame.n });
  };
  const messages = createReceivedMessages(async (message) => {
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
      if (hasEnded()) return;
      lastReceivedAt = elapsed();
      if (!messages.add({ text, receivedAt: lastReceivedAt })) close('malformed');
    },
    requestSnapshot: () => {
      if (hasEnded() || frames.last().n === 0) return;
      frames.expectSnapshot();
      sendFrame({ type: 'resend' });
    },
    control: controls.control,
    cancel: controls.cancel,
    read: reads.read,
    write: reads.write,
    drain: controls.drain,
    close,
    socketClosed: end,
    isOpen: () => !hasEnded(),
    lastReceivedAt: () => lastReceivedAt,
    isBacklogged: messages.isBacklogged,
  };
};
