import { readRefusal } from '@plenum/protocol/refusal';
import type { BridgeFrameOf } from '@plenum/protocol/uplink';
import type { BridgeReply } from '../../controls/bridge-reply.ts';

/** Converts the result of a control, as a bridge sends it, to a reply. */
export function toControlReply({ refusal: refused }: BridgeFrameOf<'result'>): BridgeReply {
  if (refused === undefined) return { answer: 'done' };
  const { status, detail, data } = refused;
  const refusal = readRefusal(data);
  return { answer: 'refused', status, detail, ...(refusal !== undefined && { refusal }) };
}

/** Converts the response to a read or a write, as a bridge sends it, to a reply. */
export function toReadReply({
  status,
  body,
  data,
}: Pick<BridgeFrameOf<'answer'>, 'status' | 'body' | 'data'>): BridgeReply {
  const refusal = status === 200 ? undefined : readRefusal(data);
  if (refusal?.code === 'unknown-path') return { answer: 'cannot' };
  return { answer: 'read', status, body, ...(refusal !== undefined && { refusal }) };
}
