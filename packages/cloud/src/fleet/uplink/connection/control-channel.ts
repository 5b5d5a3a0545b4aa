import type { Runtime } from '@plenum/platform';
import type { AnyCommand } from '@plenum/protocol/command';
import type { ComponentRef } from '@plenum/protocol/component';
import { refuse, statusOf, toSentence } from '@plenum/protocol/refusal';
import { createTracedCommands } from '@plenum/protocol/trace';
import { type CloudFrame, maxControls, toControlId } from '@plenum/protocol/uplink';
import type { BridgeReply } from '../../controls/bridge-reply.ts';
import type { BridgeControl } from '../bus-subjects.ts';
import { createPendingRequests, type PendingRequests } from './pending-requests.ts';

/**
 * The controls of one connection. They are numbered, and the number of pending controls never exceeds what the bridge
 * accepts.
 */
export interface ControlChannel extends Pick<PendingRequests, 'drain'> {
  /** Sends a control and resolves to the reply, at the latest at its deadline (ms UTC). */
  control(request: Omit<BridgeControl, 'ask'>): Promise<BridgeReply>;
  /** Cancels the pending control with this token. The bridge still sends a result. */
  cancel(token: string): void;
  /** Settles a control, or does nothing if it is not pending. `isDropped` is only used for a cancelled control. */
  answer(id: string, reply: BridgeReply, isDropped?: boolean): void;
  /** Returns the trace of the newest pending control that changes a component, or undefined if there is none. */
  traceOf(component: ComponentRef): string | undefined;
  /** Stops accepting controls. It remains unknown whether the pending ones were executed. */
  close(): void;
}

export interface ControlChannelDeps extends Pick<Runtime, 'clock' | 'elapsed'> {
  /** The session that the bridge named in its first snapshot. */
  readonly session: string;
  readonly sendFrame: (frame: CloudFrame) => void;
  /** Number of the bridge's last frame, and when it was received, by `elapsed`. */
  readonly lastFrame: () => { readonly n: number; readonly receivedAt: number };
}

const maxWithin = 3_600_000;

/** Returns the command of a control, which was checked on arrival. */
const toCommand = (command: BridgeControl['command']): AnyCommand => {
  const [[name, body]] = Object.entries(command) as [[string, unknown]];
  return { name, body } as AnyCommand;
};

const tooManyControls = (): BridgeReply => {
  const { refusal } = refuse('too-many-controls', { facts: { most: maxControls } });
  return { answer: 'refused', status: statusOf(refusal), detail: toSentence(refusal), refusal };
};

export function createControlChannel(deps: ControlChannelDeps): ControlChannel {
  const { session, sendFrame, lastFrame, clock, elapsed } = deps;
  const pending = createPendingRequests(clock);
  /** Pending controls that can be cancelled, by their tokens. */
  const cancellable = new Map<string, { readonly id: string; isCancelled: boolean }>();
  /** Resolves to the reply, and keeps the control cancellable until then. */
  const untilAnswered = async (answered: Promise<BridgeReply>, id: string, token: string) => {
    cancellable.set(token, { id, isCancelled: false });
    try {
      return await answered;
    } finally {
      cancellable.delete(token);
    }
  };
  const traced = createTracedCommands();
  let isClosed = false;
  let lastControl = 0;
  return {
    control: async ({ command, deadline, by, trace, token }) => {
      const timeout = deadline - clock.now();
      if (isClosed || pending.isDraining()) return { answer: 'absent' };
      if (timeout <= 0) return { answer: 'silent' };
      if (pending.size() >= maxControls) return tooManyControls();
      lastControl++;
      const id = toControlId({ session, no: lastControl });
      const added = pending.add(id, timeout);
      const answered = token === undefined ? added : untilAnswered(added, id, token);
      const { n, receivedAt } = lastFrame();
      const within = Math.min(maxWithin, Math.floor(elapsed() - receivedAt + timeout));
      const about = { ...(by && { by }), ...(trace !== undefined && { trace }) };
      sendFrame({ type: 'control', id, after: n, within, command, ...about });
      if (trace === undefined) return answered;
      return traced.during({ commands: [toCommand(command)], trace }, () => answered);
    },
    traceOf: traced.traceOf,
    cancel: (token) => {
      const control = cancellable.get(token);
      if (control === undefined || isClosed || control.isCancelled) return;
      control.isCancelled = true;
      sendFrame({ type: 'cancel', id: control.id });
    },
    answer: (id, reply, isDropped = false) => {
      const isCancelled = cancellable.values().some((control) => control.id === id && control.isCancelled);
      pending.answer(id, isDropped && isCancelled ? { answer: 'dropped' } : reply);
    },
    drain: pending.drain,
    close: () => {
      isClosed = true;
      pending.answerAll({ answer: 'silent' });
    },
  };
}
