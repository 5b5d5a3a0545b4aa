import type { Runtime } from '@plenum/platform';
import { type Refusal, statusOf, toSentence } from '@plenum/protocol/refusal';
import { isSampled, type TracedCommands, type Tracer, traceIdOf } from '@plenum/protocol/trace';
import {
  type CloudFrameOf,
  isTakenByCloud,
  maxControls,
  maxReads,
  readCloudFrame,
  type UnnumberedFrame,
} from '@plenum/protocol/uplink';
import type { Device } from '../device/device.ts';
import type { RecentRequests } from '../diagnostics/recent-requests.ts';
import { createCloudCommands, type EndedCommand } from './cloud-commands.ts';
import { type ServeRead, toRefusalData } from './reads.ts';
import { createUnsentChanges, type IsTaken, uplinkComponentsOf } from './unsent-changes.ts';

interface SessionDeps extends Pick<Runtime, 'log' | 'elapsed'> {
  readonly device: Device;
  /** 128 random bits as base64url, different for every connection: the `session` of its frames and control ids. */
  readonly nonce: string;
  readonly reads: ServeRead;
  readonly readOnly: boolean;
  /** Lists the commands of the cloud among the latest requests, if the bridge lists them. */
  readonly recent?: RecentRequests | undefined;
  readonly pace: { readonly pingInterval: number; readonly idleTimeout: number };
  readonly send: (text: string) => void;
  /** Called after a command that is part of a recorded trace. */
  readonly onTraced?: (command: TracedCommand) => void;
  /** The trace of the local request that changes a component. */
  readonly traceOf?: TracedCommands['traceOf'] | undefined;
  /** Records the commands that are part of a trace. */
  readonly tracer?: Tracer | undefined;
  /** Ends the connection; `why` is a sentence. */
  readonly end: (why: string) => void;
}

/** A command from the cloud with a `traceparent`. */
interface TracedCommand {
  readonly trace: string;
  readonly command: string;
  readonly outcome: string;
}

/** The frames of one connection to a cloud, from the snapshot on. */
export interface UplinkSession extends Disposable {
  receive(text: string): void;
  /**
   * Call regularly: pings if no frame was sent for long, ends the connection if no frame was acknowledged for long.
   */
  tick(): void;
  /** Sends all components again. */
  resend(): void;
  /** True if the cloud has the snapshot. */
  isAcknowledged(): boolean;
}

/** Maximum number of unacknowledged frames: a change, the results of all commands in progress, some pings. */
const maxUnacknowledged = 2 * maxControls + maxReads + 16;

/** Returns the sentence of a refusal as a frame carries it: one line of limited length. */
const toDetail = (refusal: Refusal) => toSentence(refusal).replace(/\s+/g, ' ').slice(0, 1000);

const toResultFrame = (id: string, { result, isDropped }: EndedCommand): UnnumberedFrame => {
  if (result.ok) return { type: 'result', id };
  const { refusal } = result;
  return {
    type: 'result',
    id,
    refusal: { status: statusOf(refusal), detail: toDetail(refusal), ...toRefusalData(refusal) },
    ...(isDropped && { dropped: true }),
  };
};

/** Numbers the frames sent on a connection, and stores the time of each, from the last acknowledged one on. */
const createSentFrames = (elapsed: () => number, send: (text: string) => void) => {
  const sentAt = new Map<number, number>();
  let last = 0;
  let acknowledged = 0;
  let lastSentAt = elapsed();
  return {
    /** Sends a frame, and returns its number. */
    send: ({ type, ...members }: UnnumberedFrame): number => {
      last++;
      lastSentAt = elapsed();
      sentAt.set(last, lastSentAt);
      send(JSON.stringify({ type, n: last, ...members }));
      return last;
    },
    acknowledge: (n: number) => {
      for (let frame = acknowledged; frame < n; frame++) sentAt.delete(frame);
      acknowledged = Math.max(acknowledged, n);
    },
    last: () => last,
    acknowledged: () => acknowledged,
    lastSentAt: () => lastSentAt,
    sentAt: (n: number) => sentAt.get(n),
    /** Returns the time at which the first unacknowledged frame was sent; undefined if all are acknowledged. */
    waitingSince: () => (last > acknowledged ? sentAt.get(acknowledged + 1) : undefined),
  };
};

type ReadFrame = CloudFrameOf<'read' | 'write'>;

interface AnswersDeps {
  readonly answer: (frame: ReadFrame) => UnnumberedFrame | Promise<UnnumberedFrame>;
  /** Sends a frame, and returns its number. */
  readonly post: (frame: UnnumberedFrame) => number;
  /** The number of the last acknowledged frame. */
  readonly acknowledged: () => number;
  readonly isOver: () => boolean;
}

/**
 * Serves reads and writes from the cloud. The responses are large, so each waits until the previous one is
 * acknowledged.
 */
const createAnswers = ({ answer, post, acknowledged, isOver }: AnswersDeps) => {
  const waiting: ReadFrame[] = [];
  /** The number of the last response. */
  let answered = 0;
  let isWriting = false;
  /** Call when a frame was acknowledged. */
  const next = () => {
    if (isOver() || isWriting || answered > acknowledged()) return;
    const frame = waiting.shift();
    if (frame === undefined) return;
    const made = answer(frame);
    if (!(made instanceof Promise)) {
      answered = post(made);
      return;
    }
    isWriting = true;
    void made.then((written) => {
      isWriting = false;
      answered = post(written);
    });
  };
  return {
    /** Returns false if too many requests are already waiting. */
    add: (frame: ReadFrame): boolean => {
      if (waiting.push(frame) > maxReads) return false;
      next();
      return true;
    },
    next,
  };
};

/** Starts a session by sending a snapshot of a device in its last advanced state. */
export function startSession(deps: SessionDeps): UplinkSession {
  const { device, nonce, elapsed, pace } = deps;
  const frames = createSentFrames(elapsed, deps.send);
  const results: UnnumberedFrame[] = [];
  let isOver = false;
  const end = (why: string) => {
    if (isOver) return;
    isOver = true;
    deps.end(why);
  };
  const post = (frame: UnnumberedFrame): number => {
    if (isOver) return 0;
    const n = frames.send(frame);
    if (n - frames.acknowledged() > maxUnacknowledged) end('the cloud does not acknowledge messages');
    return n;
  };

  const leftOut = new Set<string>();
  const isTaken: IsTaken = (component) => {
    if (isTakenByCloud(component)) return true;
    const { kind, index } = component;
    const name = `${kind} ${index}`;
    if (!leftOut.has(name))
      deps.log.warn(
        { kind, index },
        'a component is not sent to the cloud, because it is too long or malformed',
      );
    leftOut.add(name);
    return false;
  };
  let unsent = createUnsentChanges([], isTaken);
  /** Sends all components, which include the changes that wait, and returns the number of the frame. */
  const postSnapshot = (): number => {
    const components = uplinkComponentsOf(device.datagrams(), isTaken);
    unsent = createUnsentChanges(components, isTaken);
    const { identity } = device;
    return post({ type: 'snapshot', session: nonce, at: device.at(), identity, components });
  };
  /** The number of the unacknowledged snapshot or change; 0 if there is none. */
  let underWay = postSnapshot();
  let isSnapshotDue = false;

  /** A result is sent after the change that its command caused, so it waits as long as a change waits. */
  const flush = () => {
    if (isSnapshotDue || !unsent.isEmpty()) {
      if (underWay !== 0) return;
      underWay = isSnapshotDue ? postSnapshot() : post({ type: 'change', ...unsent.drain() });
      isSnapshotDue = false;
    }
    for (const result of results.splice(0)) post(result);
  };
  const unsubscribe = device.subscribe((changes) => {
    unsent.add(changes, deps.traceOf);
    flush();
  });
  const commands = createCloudCommands({ ...deps, sentAt: frames.sentAt });
  const answer = (id: string, ended: EndedCommand) => {
    results.push(toResultFrame(id, ended));
    // Refusals are quick, so a cloud that sends commands and acknowledges nothing would fill the memory with results.
    if (results.length > maxUnacknowledged) return end('the cloud does not acknowledge messages');
    flush();
  };

  const receiveControl = (frame: CloudFrameOf<'control'>) => {
    const executing = commands.execute(frame);
    if (executing === undefined) return;
    const { trace } = frame;
    const command = Object.keys(frame.command)[0] ?? '';
    const span = trace && deps.tracer?.start({ name: `control ${command}`, kind: 'server', parent: trace });
    void executing.then((ended) => {
      const { result } = ended;
      const code = result.ok ? 'done' : result.refusal.code;
      if (span) span.end({ outcome: code }, result.ok ? undefined : code);
      if (trace !== undefined && isSampled(trace))
        deps.onTraced?.({ trace: traceIdOf(trace), command, outcome: code });
      answer(frame.id, ended);
    });
  };

  const answers = createAnswers({
    answer: deps.reads,
    post,
    acknowledged: frames.acknowledged,
    isOver: () => isOver,
  });
  const receiveRead = (frame: ReadFrame) => {
    if (!answers.add(frame)) end('the cloud has too many unanswered requests');
  };

  const receiveAck = ({ n }: CloudFrameOf<'ack'>) => {
    if (n > frames.last()) return end('the cloud acknowledged a message that was never sent');
    if (n <= frames.acknowledged()) return;
    frames.acknowledge(n);
    if (underWay <= n) underWay = 0;
    flush();
    answers.next();
  };

  const resend = () => {
    isSnapshotDue = true;
    flush();
  };

  return {
    receive: (text) => {
      if (isOver) return;
      const frame = readCloudFrame(text);
      if (!frame.ok) return end(`the cloud sent an invalid frame: ${toSentence(frame.refusal)}`);
      switch (frame.value.type) {
        case 'ack':
          return receiveAck(frame.value);
        case 'control':
          return receiveControl(frame.value);
        case 'cancel':
          return commands.cancel(frame.value.id);
        case 'read':
        case 'write':
          return receiveRead(frame.value);
        case 'resend':
          return resend();
        case 'close':
          return end(`the cloud closed the connection: ${frame.value.detail}`);
      }
    },
    tick: () => {
      const since = frames.waitingSince();
      if (since !== undefined && elapsed() - since > pace.idleTimeout) end('the cloud does not answer');
      else if (elapsed() - frames.lastSentAt() >= pace.pingInterval) post({ type: 'ping' });
    },
    resend,
    isAcknowledged: () => frames.acknowledged() > 0,
    [Symbol.dispose]: () => {
      isOver = true;
      unsubscribe();
    },
  };
}
