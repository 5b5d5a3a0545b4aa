import { readRefusal } from '@plenum/protocol/refusal';
import {
  type BridgeFrame,
  type BridgeFrameOf,
  type CloseReason,
  maxBridgeLength,
  maxComponents,
} from '@plenum/protocol/uplink';
import type { AdmittedBridge } from '../../bridge/connection-record.ts';
import type { ComponentUpdate, IngestResult } from '../../component/ingest.ts';
import type { BridgeReply } from '../../controls/bridge-reply.ts';
import type { ControlChannel } from './control-channel.ts';
import type { ReadChannel } from './read-channel.ts';

const overfull = `A cloud stores at most ${maxComponents} components of a bridge, with at most ${maxBridgeLength} characters in all.`;

const toReply = ({ refusal: refused }: BridgeFrameOf<'result'>): BridgeReply => {
  if (refused === undefined) return { answer: 'done' };
  const { status, detail, data } = refused;
  const refusal = readRefusal(data);
  return { answer: 'refused', status, detail, ...(refusal !== undefined && { refusal }) };
};

/** Converts the answer of a bridge to a read or a write. */
export function toAnswer({
  status,
  body,
  data,
}: Pick<BridgeFrameOf<'answer'>, 'status' | 'body' | 'data'>): BridgeReply {
  const refusal = status === 200 ? undefined : readRefusal(data);
  if (refusal?.code === 'unknown-path') return { answer: 'cannot' };
  return { answer: 'read', status, body, ...(refusal !== undefined && { refusal }) };
}

/** The connection that received a frame. */
export interface FrameTarget extends Pick<AdmittedBridge, 'systemId' | 'epoch'> {
  /** The session that the bridge named in its first snapshot. */
  session: string | undefined;
  /** Undefined if nothing was sent that the bridge could answer. */
  readonly controls: ControlChannel | undefined;
  readonly reads: ReadChannel | undefined;
  ingest(update: ComponentUpdate): Promise<IngestResult>;
  /** Called when the first snapshot is stored, after which the bridge accepts commands. */
  onReady(): Promise<void>;
  /** Sends the reason to the bridge, with the sentence `detail` if given, and then closes the connection. */
  close(reason: CloseReason, detail?: string): void;
}

const store = async (target: FrameTarget, frame: BridgeFrameOf<'snapshot' | 'change'>): Promise<boolean> => {
  const { systemId, epoch } = target;
  const { at, components } = frame;
  const removed = frame.type === 'change' ? frame.removed : undefined;
  const { is } = await target.ingest({
    ...{ systemId, epoch, at, components, removed },
    traceOf: (component) => target.controls?.traceOf(component),
  });
  if (is === 'fenced') target.close('replaced');
  if (is === 'overfull') target.close('malformed', overfull);
  return is === 'stored';
};

const storeSnapshot = async (target: FrameTarget, frame: BridgeFrameOf<'snapshot'>): Promise<boolean> => {
  const { systemId, session } = target;
  if (frame.identity.uid !== systemId || frame.session !== (session ?? frame.session)) {
    target.close('malformed');
    return false;
  }
  if (!(await store(target, frame))) return false;
  if (session !== undefined) return true;
  target.session = frame.session;
  await target.onReady();
  return true;
};

/** Handles one frame. Resolves to true if the frame must be acknowledged. */
export async function handleFrame(target: FrameTarget, frame: BridgeFrame): Promise<boolean> {
  switch (frame.type) {
    case 'snapshot':
      return storeSnapshot(target, frame);
    case 'change':
      return store(target, frame);
    case 'result':
      target.controls?.answer(frame.id, toReply(frame), frame.dropped);
      return true;
    case 'answer':
      target.reads?.answer(frame.id, toAnswer(frame));
      return true;
    case 'ping':
      return true;
  }
}
