import type { Clock } from '@plenum/machine';
import { refuse, statusOf, toSentence } from '@plenum/protocol/refusal';
import {
  type BridgeFrame,
  type BridgeFrameOf,
  type CloseReason,
  type CloudFrame,
  closeReasons,
  maxControls,
  maxFrameBytes,
  readBridgeFrame,
  toControlId,
} from '@plenum/protocol/uplink';
import type { ComponentUpdate, IngestResult } from '../component/ingest.ts';
import type { ControlAnswer } from './messages.ts';

/** One connection of a bridge, as its node has it. */
export interface Connection {
  readonly systemId: string;
  readonly epoch: number;
  /** Takes a message; messages are dealt with one after another. */
  receive(text: string): void;
  /** Sends a command, and resolves with what came of it at the latest at an instant (ms UTC). */
  control(command: Readonly<Record<string, unknown>>, deadline: number): Promise<ControlAnswer>;
  /** Takes no more commands; resolves when those under way are answered, or their time is over. */
  drain(): Promise<void>;
  /** Ends it, telling the bridge why. */
  close(reason: CloseReason): void;
  /** To be called when the socket is gone. */
  socketClosed(): void;
  /** When something came last, by `elapsed`. */
  lastReceivedAt(): number;
  /** Whether so much waits to be dealt with that nothing more should be read for now. */
  isBacklogged(): boolean;
}

export interface ConnectionDeps {
  readonly systemId: string;
  readonly epoch: number;
  readonly send: (text: string) => void;
  /** Closes the socket. */
  readonly closeSocket: () => void;
  readonly ingest: (intake: ComponentUpdate) => Promise<IngestResult>;
  /** Called when the snapshot is stored: from now on the bridge can be asked. */
  readonly onReady: () => Promise<void>;
  /** Called after each message that was dealt with, stored or not. */
  readonly onProcessed: () => void;
  /** Called when it is over, closed or gone: it takes nothing more. */
  readonly onEnd: () => void;
  readonly onError: (error: unknown) => void;
  readonly clock: Clock;
  readonly elapsed: () => number;
}

/** A bridge that keeps to the protocol has a change, its results and some pings on the way. */
const maxWaiting = 2 * maxControls + 32;
/** It has at most one frame that is large on the way, since a change waits until the one before is acknowledged. */
const maxWaitingLength = 2 * maxFrameBytes.bridge;
/** What may wait before its socket is not read any more. */
const readAhead = { messages: 8, length: 65_536 };

export const createConnection = (parts: ConnectionDeps): Connection => {
  const {
    systemId,
    epoch,
    send,
    closeSocket: end,
    ingest: take,
    onReady: up,
    onEnd: over,
    onError: failed,
    clock,
    elapsed,
  } = parts;
  const inbox: { readonly text: string; readonly at: number }[] = [];
  const controls = new Map<string, (answer: ControlAnswer) => void>();
  let waitingLength = 0;
  let session: string | undefined;
  let n = 0;
  /** When the last frame that was dealt with came, and when anything came. */
  let dealtAt = elapsed();
  let heardAt = dealtAt;
  let lastControl = 0;
  let isBusy = false;
  let isOver = false;
  /** Called when the last command is answered of a connection that takes no more; undefined while it does. */
  let finished: (() => void) | undefined;

  const say = (frame: CloudFrame) => send(JSON.stringify(frame));
  const gone = () => {
    if (isOver) return;
    isOver = true;
    over();
    inbox.length = 0;
    waitingLength = 0;
    for (const settle of controls.values()) settle({ answer: 'silent' });
  };
  const close = (reason: CloseReason) => {
    if (isOver) return;
    say({ type: 'close', reason, detail: closeReasons[reason] });
    gone();
    end();
  };

  const store = async (frame: BridgeFrameOf<'snapshot' | 'change'>): Promise<boolean> => {
    const { at, components } = frame;
    const removed = frame.type === 'change' ? frame.removed : undefined;
    const taken = await take({ systemId, epoch, at, components, removed });
    if (taken.outcome === 'fenced') close('replaced');
    if (taken.outcome === 'overfull') close('malformed');
    return taken.outcome === 'stored';
  };

  const settle = ({ id, refusal }: BridgeFrameOf<'result'>) =>
    controls.get(id)?.(refusal === undefined ? { answer: 'done' } : { answer: 'refused', ...refusal });

  /** Whether a frame was dealt with, so that it is acknowledged. */
  const deal = async (frame: BridgeFrame): Promise<boolean> => {
    switch (frame.type) {
      case 'snapshot':
        if (frame.identity.uid !== systemId) close('malformed');
        else if (await store(frame)) {
          session = frame.session;
          await up();
          return true;
        }
        return false;
      case 'change':
        return store(frame);
      case 'result':
        settle(frame);
        return true;
      case 'ping':
        return true;
    }
  };

  const hearOne = async ({ text, at }: { text: string; at: number }) => {
    const read = readBridgeFrame(text);
    if (!read.ok) return close('malformed');
    const frame = read.value;
    const isFirst = n === 0;
    if (frame.n !== n + 1 || isFirst !== (frame.type === 'snapshot')) return close('out-of-order');
    n = frame.n;
    dealtAt = at;
    if (await deal(frame)) say({ type: 'ack', n: frame.n });
  };

  const work = async () => {
    isBusy = true;
    try {
      for (let one = inbox.shift(); one !== undefined && !isOver; one = inbox.shift()) {
        waitingLength -= one.text.length;
        await hearOne(one);
        parts.onProcessed();
      }
    } catch (error) {
      failed(error);
      close('failed');
    }
    isBusy = false;
  };

  const control: Connection['control'] = (command, deadline) => {
    const left = deadline - clock.now();
    if (isOver || finished !== undefined || session === undefined)
      return Promise.resolve({ answer: 'absent' });
    if (left <= 0) return Promise.resolve({ answer: 'silent' });
    if (controls.size >= maxControls) {
      const { refusal } = refuse('too-many-controls', { facts: { most: maxControls } });
      return Promise.resolve({ answer: 'refused', status: statusOf(refusal), detail: toSentence(refusal) });
    }
    lastControl++;
    const id = toControlId({ session, no: lastControl });
    const { promise, resolve } = Promise.withResolvers<ControlAnswer>();
    const cancel = clock.after(left, () => controls.get(id)?.({ answer: 'silent' }));
    controls.set(id, (answer) => {
      cancel();
      controls.delete(id);
      resolve(answer);
      if (controls.size === 0) finished?.();
    });
    const within = Math.min(3_600_000, Math.floor(elapsed() - dealtAt + left));
    say({ type: 'control', id, after: n, within, command });
    return promise;
  };

  return {
    systemId,
    epoch,
    receive: (text) => {
      if (isOver) return;
      heardAt = elapsed();
      inbox.push({ text, at: heardAt });
      waitingLength += text.length;
      if (inbox.length > maxWaiting || waitingLength > maxWaitingLength) close('malformed');
      else if (!isBusy) void work();
    },
    control,
    drain: () =>
      new Promise((resolve) => {
        finished = resolve;
        if (controls.size === 0) resolve();
      }),
    close,
    socketClosed: gone,
    lastReceivedAt: () => heardAt,
    isBacklogged: () => inbox.length >= readAhead.messages || waitingLength >= readAhead.length,
  };
};
