import type { Clock } from '@plenum/machine';
import type { ComponentRef } from '@plenum/protocol/component';
import { refuse, statusOf, toSentence } from '@plenum/protocol/refusal';
import { type CloudFrame, maxControls, toControlId } from '@plenum/protocol/uplink';
import type { BridgeReply, ControlOrigin } from '../controls/control-sender.ts';
import { createPendingControls, type PendingControls } from './pending-controls.ts';
import { createTracedControls } from './traced-controls.ts';

/** The controls of one connection: numbered, and never more under way than a bridge accepts. */
export interface ControlChannel extends Pick<PendingControls, 'answer' | 'drain'> {
  /** Accepts commands from now on: the bridge named its session in its snapshot. */
  open(session: string): void;
  /** Sends a command; resolves to the answer, at the latest at an instant (ms UTC). */
  control(
    command: Readonly<Record<string, unknown>>,
    deadline: number,
    by?: ControlOrigin,
    trace?: string,
  ): Promise<BridgeReply>;
  /** The trace of the control that is under way and changes a component, the newest of them; undefined without one. */
  traceOf(component: ComponentRef): string | undefined;
  /** Accepts no more commands; for those under way it is unknown whether they were executed. */
  close(): void;
}

export interface ControlChannelDeps {
  readonly sendFrame: (frame: CloudFrame) => void;
  /** Whether the bridge records who gave a control: another takes a frame that says so for malformed. */
  readonly recordsOrigin: boolean;
  /** Whether the bridge knows of garage doors, which another takes for malformed too. */
  readonly knowsGarage: boolean;
  /** Whether the bridge knows of traces. */
  readonly knowsTraces: boolean;
  /** The number of the last frame of the bridge, and when it was received, by `elapsed`. */
  readonly lastFrame: () => { readonly n: number; readonly receivedAt: number };
  readonly clock: Clock;
  readonly elapsed: () => number;
}

const maxWithin = 3_600_000;

const tooManyControls = (): BridgeReply => {
  const { refusal } = refuse('too-many-controls', { facts: { most: maxControls } });
  return { answer: 'refused', status: statusOf(refusal), detail: toSentence(refusal), refusal };
};

export const createControlChannel = (deps: ControlChannelDeps): ControlChannel => {
  const { sendFrame, recordsOrigin, knowsGarage, knowsTraces, lastFrame, clock, elapsed } = deps;
  const pending = createPendingControls(clock);
  const traced = createTracedControls();
  let session: string | undefined;
  let isClosed = false;
  let lastControl = 0;
  return {
    open: (named) => {
      session = named;
    },
    control: async (command, deadline, by, trace) => {
      const timeout = deadline - clock.now();
      if (isClosed || pending.isDraining() || session === undefined) return { answer: 'absent' };
      if (timeout <= 0) return { answer: 'silent' };
      if (pending.size() >= maxControls) return tooManyControls();
      lastControl++;
      const id = toControlId({ session, no: lastControl });
      const answered = pending.add(id, timeout);
      const { n, receivedAt } = lastFrame();
      const within = Math.min(maxWithin, Math.floor(elapsed() - receivedAt + timeout));
      const { garage, ...names } = by ?? {};
      const origin =
        by !== undefined && recordsOrigin ? { by: garage && knowsGarage ? { ...names, garage } : names } : {};
      const traceMember = trace !== undefined && knowsTraces ? { trace } : {};
      sendFrame({ type: 'control', id, after: n, within, command, ...origin, ...traceMember });
      return trace === undefined ? answered : traced.during(answered, { command, trace });
    },
    traceOf: traced.traceOf,
    answer: pending.answer,
    drain: pending.drain,
    close: () => {
      isClosed = true;
      pending.answerAll({ answer: 'silent' });
    },
  };
};
