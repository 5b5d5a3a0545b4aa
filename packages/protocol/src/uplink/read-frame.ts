import { check } from '../check/check.ts';
import { parseBody } from '../check/parse.ts';
import { kinds } from '../component/kinds.ts';
import type { RecordField } from '../field/field.ts';
import { ok, type Result, refuse } from '../refusal/refusal.ts';
import { maxDatagramLength, maxFrameBytes } from './connection.ts';
import {
  type BridgeFrame,
  bridgeFrames,
  type CloudFrame,
  cloudFrames,
  type UplinkComponent,
  type UplinkRef,
} from './frames.ts';

type Bodies = ReadonlyMap<string, RecordField>;

const bodiesOf = (frames: readonly { name: string; body: unknown }[]): Bodies =>
  new Map(frames.map(({ name, body }) => [name, body as RecordField]));

const bodies = { bridge: bodiesOf(bridgeFrames), cloud: bodiesOf(cloudFrames) };

const readFrame = (text: string, side: keyof typeof bodies): Result<unknown> => {
  const most = maxFrameBytes[side];
  // A character of a string has at least one byte of UTF-8. The socket limits the bytes themselves.
  if (text.length > most) return refuse('too-large', { facts: { most } });
  const parsed = parseBody(text);
  if (!parsed.ok) return parsed;
  const frame = parsed.value;
  if (typeof frame !== 'object' || frame === null || Array.isArray(frame))
    return refuse('not-an-object', { facts: { expected: 'a frame' } });
  const type: unknown = Object.hasOwn(frame, 'type') ? (frame as { type: unknown }).type : undefined;
  const body = typeof type === 'string' ? bodies[side].get(type) : undefined;
  if (body === undefined)
    return refuse('not-a-choice', {
      path: ['type'],
      input: type,
      facts: { choices: [...bodies[side].keys()] },
    });
  return check(body, frame) as Result<unknown>;
};

/** Refuses a frame that contains a component twice, or a datagram whose index differs from that of its component. */
const findTangle = (components: readonly UplinkComponent[], removed: readonly UplinkRef[]) => {
  const seen = new Set<string>();
  for (const { kind, index } of [...components, ...removed]) {
    const name = `${kind} ${index}`;
    if (seen.has(name)) return refuse('twice-named', { facts: { keys: [name, name] } });
    seen.add(name);
  }
  for (const { kind, index, datagram } of components) {
    const { key } = kinds[kind];
    if (key === undefined ? index === 0 : Object.hasOwn(datagram, key) && datagram[key] === index) continue;
    const given = key === undefined ? 0 : datagram[key];
    const known = typeof given === 'number' ? given : 0;
    return refuse('no-such-index', { input: index, facts: { noun: kind, min: known, max: known } });
  }
  return undefined;
};

/** Refuses a frame with a datagram over the limit. */
const findLarge = (components: readonly UplinkComponent[]) =>
  components.some(({ datagram }) => JSON.stringify(datagram).length > maxDatagramLength)
    ? refuse('too-large', { facts: { most: maxDatagramLength } })
    : undefined;

/** Reads a frame from a bridge. Refuses all frames that a bridge of this protocol version would not send. */
export function readBridgeFrame(text: string): Result<BridgeFrame> {
  const read = readFrame(text, 'bridge') as Result<BridgeFrame>;
  if (!read.ok) return read;
  const frame = read.value;
  if (frame.type !== 'snapshot' && frame.type !== 'change') return read;
  const large = text.length > maxDatagramLength ? findLarge(frame.components) : undefined;
  return large ?? findTangle(frame.components, frame.type === 'change' ? frame.removed : []) ?? ok(frame);
}

/**
 * True if a cloud accepts a frame with the component. A real bridge sends datagrams of any length and form, but a cloud
 * ends the connection if it refuses a frame.
 */
export function isTakenByCloud(component: UplinkComponent): boolean {
  const frame: BridgeFrame = { type: 'change', n: 1, at: 0, components: [component], removed: [] };
  return readBridgeFrame(JSON.stringify(frame)).ok;
}

/** Reads a frame from a cloud. Its command still needs to be checked (`checkCommand`). */
export const readCloudFrame = (text: string): Result<CloudFrame> =>
  readFrame(text, 'cloud') as Result<CloudFrame>;
