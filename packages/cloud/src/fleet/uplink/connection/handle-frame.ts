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

const toAnswer = ({ status, body, data }: BridgeFrameOf<'answer'>): BridgeReply => {
  const refusal = status === 200 ? undefined : readRefusal(data);
  if (refusal?.code === 'unknown-path') return { answer: 'cannot' };
  return { answer: 'read', status, body, ...(refusal !== undefined && { refusal }) };
};

export interface FrameHandlerDeps {
  readonly bridge: AdmittedBridge;
  readonly ingest: (update: ComponentUpdate) => Promise<IngestResult>;
  /** Called when the first snapshot is stored, after which the bridge accepts commands. */
  readonly onReady: () => Promise<void>;
  readonly controls: ControlChannel;
  readonly reads: ReadChannel;
  /** Sends the reason to the bridge, with the sentence `detail` if given, and then closes the connection. */
  readonly close: (reason: CloseReason, detail?: string) => void;
}

/** Creates a function that handles one frame. It resolves to true if the frame must be acknowledged. */
export const createFrameHandler = ({ bridge, ingest, onReady, controls, reads, close }: FrameHandlerDeps) => {
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
  let session: string | undefined;
  const storeSnapshot = async (frame: BridgeFrameOf<'snapshot'>): Promise<boolean> => {
    if (frame.identity.uid !== systemId || frame.session !== (session ?? frame.session)) {
      close('malformed');
      return false;
    }
    if (!(await store(frame))) return false;
    if (session !== undefined) return true;
    session = frame.session;
    controls.open(session);
    await onReady();
    return true;
  };
  return async (frame: BridgeFrame): Promise<boolean> => {
    switch (frame.type) {
      case 'snapshot':
        return storeSnapshot(frame);
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
