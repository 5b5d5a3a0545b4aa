import { type Refusal, type Result, statusOf, toSentence } from '@plenum/protocol/refusal';
import {
  type CloudFrameOf,
  maxControls,
  readCloudFrame,
  type UnnumberedFrame,
} from '@plenum/protocol/uplink';
import type { Device } from '../device/device.ts';
import { createControls } from './control.ts';
import { createPending, uplinkComponentsOf } from './pending.ts';

export interface SessionDeps {
  readonly device: Device;
  /** 128 random bits as base64url; every connection has its own. */
  readonly session: string;
  readonly readOnly: boolean;
  readonly elapsed: () => number;
  readonly times: { readonly ping: number; readonly silence: number };
  readonly send: (text: string) => void;
  /** Ends the connection, with the reason in words. */
  readonly end: (why: string) => void;
}

/** What a bridge says and hears on one connection, from the snapshot on. */
export interface Session extends Disposable {
  hear(text: string): void;
  /** To be called again and again: pings where nothing was sent for long, ends where nothing was acknowledged for long. */
  tick(): void;
  /** Whether the cloud has the snapshot. */
  isUp(): boolean;
}

/** A sentence as a frame takes it: one line, not endless. */
const toDetail = (refusal: Refusal) => toSentence(refusal).replace(/\s+/g, ' ').slice(0, 1000);

/** Frames that may wait for their acknowledgement: a change, the results of all controls under way, some pings. */
const maxUnacknowledged = 2 * maxControls + 16;

export const startSession = (parts: SessionDeps): Session => {
  const { device, session, elapsed, times, send } = parts;
  /** When frames were sent, from the last acknowledged one on. */
  const sent = new Map<number, number>();
  const results: UnnumberedFrame[] = [];
  let n = 0;
  let acked = 0;
  let lastSent = elapsed();
  /** The snapshot or change that is not acknowledged yet. */
  let out = 0;
  let over = false;

  /** Once: what a cloud sent with the frame that ended it is neither read nor complained of. */
  const end = (why: string) => {
    if (over) return;
    over = true;
    parts.end(why);
  };
  const post = (frame: UnnumberedFrame) => {
    if (over) return;
    n++;
    lastSent = elapsed();
    sent.set(n, lastSent);
    const { type, ...members } = frame;
    send(JSON.stringify({ type, n, ...members }));
    if (n - acked > maxUnacknowledged) end('the cloud acknowledges nothing');
  };

  const { identity } = device;
  const components = uplinkComponentsOf(device.datagrams());
  const pending = createPending(components);
  post({ type: 'snapshot', session, at: device.at(), identity, components });
  out = n;

  const flush = () => {
    if (!pending.isEmpty()) {
      if (out !== 0) return;
      post({ type: 'change', ...pending.take() });
      out = n;
    }
    for (const result of results.splice(0)) post(result);
  };
  const unsubscribe = device.subscribe((changes) => {
    pending.add(changes);
    flush();
  });

  const controls = createControls({ ...parts, sentAt: (frame) => sent.get(frame) });
  const answer = (id: string, result: Result<undefined>) => {
    const refusal = result.ok
      ? {}
      : { refusal: { status: statusOf(result.refusal), detail: toDetail(result.refusal) } };
    results.push({ type: 'result', id, ...refusal });
    // Refusals are quick: a cloud that asks on and on and acknowledges nothing would have them kept without end.
    if (results.length > maxUnacknowledged) return end('the cloud acknowledges nothing');
    flush();
  };

  const hearAck = ({ n: upTo }: CloudFrameOf<'ack'>) => {
    if (upTo > n) return end('the cloud acknowledged what was not sent');
    if (upTo <= acked) return;
    for (let frame = acked; frame < upTo; frame++) sent.delete(frame);
    acked = upTo;
    if (out !== 0 && out <= acked) out = 0;
    flush();
  };

  return {
    hear: (text) => {
      if (over) return;
      const frame = readCloudFrame(text);
      if (!frame.ok) return end(`the cloud sent a frame that is none: ${toSentence(frame.refusal)}`);
      switch (frame.value.type) {
        case 'ack':
          return hearAck(frame.value);
        case 'control': {
          const { id } = frame.value;
          void controls.take(frame.value)?.then((result) => answer(id, result));
          return;
        }
        case 'close':
          return end(`the cloud closed it: ${frame.value.detail}`);
      }
    },
    tick: () => {
      const oldest = n > acked ? sent.get(acked + 1) : undefined;
      if (oldest !== undefined && elapsed() - oldest > times.silence) end('the cloud does not answer');
      else if (elapsed() - lastSent >= times.ping) post({ type: 'ping' });
    },
    isUp: () => acked > 0,
    [Symbol.dispose]: () => {
      over = true;
      unsubscribe();
    },
  };
};
