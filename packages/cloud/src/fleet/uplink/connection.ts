import type { Clock } from '@plenum/machine';
import { refuse, statusOf, toSentence } from '@plenum/protocol/refusal';
import {
  type BridgeFrame,
  type BridgeFrameOf,
  type CloseReason,
  type CloudFrame,
  closeReasons,
  maxControls,
  readBridgeFrame,
  toControlId,
} from '@plenum/protocol/uplink';
import type { ComponentUpdate, IngestResult } from '../component/ingest.ts';
import type { BridgeReply } from '../controls/control-sender.ts';
import { createInbox, type ReceivedMessage } from './inbox.ts';
import { createPendingControls } from './pending-controls.ts';

/** One connection of a bridge to this node. */
export interface Connection {
  readonly systemId: string;
  /** The number of the connection among all of the bridge. */
  readonly epoch: number;
  /** Accepts a message; messages are processed one after another. */
  receive(text: string): void;
  /** Sends a command; resolves to the answer, at the latest at an instant (ms UTC). */
  control(command: Readonly<Record<string, unknown>>, deadline: number): Promise<BridgeReply>;
  /** Accepts no more commands; resolves when those under way are answered or have timed out. */
  drain(): Promise<void>;
  /** Sends the reason to the bridge and closes the connection. */
  close(reason: CloseReason): void;
  /** To be called when the socket has closed. */
  socketClosed(): void;
  /** When the last message came, by `elapsed`. */
  lastReceivedAt(): number;
  /** Whether so much waits to be processed that the socket should not be read for now. */
  isBacklogged(): boolean;
}

export interface ConnectionDeps {
  readonly systemId: string;
  readonly epoch: number;
  readonly send: (text: string) => void;
  readonly closeSocket: () => void;
  readonly ingest: (update: ComponentUpdate) => Promise<IngestResult>;
  /** Called when the snapshot is stored: from now on the bridge accepts commands. */
  readonly onReady: () => Promise<void>;
  /** Called after each message, stored or not. */
  readonly onProcessed: () => void;
  /** Called when it has ended, by either side: it accepts nothing more. */
  readonly onEnd: () => void;
  readonly onError: (error: unknown) => void;
  readonly clock: Clock;
  /** Monotonic time, ms. */
  readonly elapsed: () => number;
}

const maxWithin = 3_600_000;

const tooManyControls = (): BridgeReply => {
  const { refusal } = refuse('too-many-controls', { facts: { most: maxControls } });
  return { answer: 'refused', status: statusOf(refusal), detail: toSentence(refusal) };
};

const toReply = ({ refusal }: BridgeFrameOf<'result'>): BridgeReply =>
  refusal === undefined ? { answer: 'done' } : { answer: 'refused', ...refusal };

export const createConnection = (deps: ConnectionDeps): Connection => {
  const { systemId, epoch, send, closeSocket, ingest, onReady, onEnd, clock, elapsed } = deps;
  const controls = createPendingControls(clock);
  /** Known from the snapshot on. */
  let session: string | undefined;
  /** The number of the last frame, and when it was received. */
  let n = 0;
  let frameReceivedAt = elapsed();
  let lastReceivedAt = frameReceivedAt;
  let lastControl = 0;
  let hasEnded = false;

  const sendFrame = (frame: CloudFrame) => send(JSON.stringify(frame));
  const end = () => {
    if (hasEnded) return;
    hasEnded = true;
    onEnd();
    inbox.clear();
    controls.answerAll({ answer: 'silent' });
  };
  const close = (reason: CloseReason) => {
    if (hasEnded) return;
    sendFrame({ type: 'close', reason, detail: closeReasons[reason] });
    end();
    closeSocket();
  };

  const store = async (frame: BridgeFrameOf<'snapshot' | 'change'>): Promise<boolean> => {
    const { at, components } = frame;
    const removed = frame.type === 'change' ? frame.removed : undefined;
    const { outcome } = await ingest({ systemId, epoch, at, components, removed });
    if (outcome === 'fenced') close('replaced');
    if (outcome === 'overfull') close('malformed');
    return outcome === 'stored';
  };

  /** Resolves to whether the frame is to be acknowledged. */
  const handleFrame = async (frame: BridgeFrame): Promise<boolean> => {
    switch (frame.type) {
      case 'snapshot':
        if (frame.identity.uid !== systemId) close('malformed');
        else if (await store(frame)) {
          session = frame.session;
          await onReady();
          return true;
        }
        return false;
      case 'change':
        return store(frame);
      case 'result':
        controls.answer(frame.id, toReply(frame));
        return true;
      case 'ping':
        return true;
    }
  };

  const handleMessage = async ({ text, receivedAt }: ReceivedMessage) => {
    const read = readBridgeFrame(text);
    if (!read.ok) return close('malformed');
    const frame = read.value;
    const isFirst = n === 0;
    if (frame.n !== n + 1 || isFirst !== (frame.type === 'snapshot')) return close('out-of-order');
    n = frame.n;
    frameReceivedAt = receivedAt;
    if (await handleFrame(frame)) sendFrame({ type: 'ack', n: frame.n });
  };

  const inbox = createInbox(async (message) => {
    try {
      await handleMessage(message);
      deps.onProcessed();
    } catch (error) {
      deps.onError(error);
      close('failed');
    }
  });

  return {
    systemId,
    epoch,
    receive: (text) => {
      if (hasEnded) return;
      lastReceivedAt = elapsed();
      if (!inbox.add({ text, receivedAt: lastReceivedAt })) close('malformed');
    },
    control: async (command, deadline) => {
      const timeout = deadline - clock.now();
      if (hasEnded || controls.isDraining() || session === undefined) return { answer: 'absent' };
      if (timeout <= 0) return { answer: 'silent' };
      if (controls.size() >= maxControls) return tooManyControls();
      lastControl++;
      const id = toControlId({ session, no: lastControl });
      const answered = controls.add(id, timeout);
      const within = Math.min(maxWithin, Math.floor(elapsed() - frameReceivedAt + timeout));
      sendFrame({ type: 'control', id, after: n, within, command });
      return answered;
    },
    drain: controls.drain,
    close,
    socketClosed: end,
    lastReceivedAt: () => lastReceivedAt,
    isBacklogged: inbox.isBacklogged,
  };
};
