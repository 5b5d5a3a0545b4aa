import { ok, type Result, refuse, statusOf, toSentence } from '@plenum/protocol/refusal';
import { type CloudFrameOf, maxAnswerBytes, type UnnumberedFrame } from '@plenum/protocol/uplink';
import type { Read } from '../device/read.ts';
import type { Log } from '../log/log.ts';

/** Answers what a cloud reads, as the local network would be answered. */
export type Reads = (frame: CloudFrameOf<'read'>) => UnnumberedFrame;

/** A query as the local network would have it: of a key that is there twice a list, which is refused. */
const toQuery = (text: string): Record<string, unknown> => {
  const query: Record<string, unknown> = Object.create(null);
  const pairs = new URLSearchParams(text);
  for (const key of pairs.keys()) {
    const values = pairs.getAll(key);
    query[key] = values.length === 1 ? values[0] : values;
  }
  return query;
};

const toText = (value: unknown): Result<string> => {
  const text = JSON.stringify(value);
  // As a string in a frame, its quotation marks have a backslash each.
  if (Buffer.byteLength(JSON.stringify(text)) <= maxAnswerBytes) return ok(text);
  return refuse('answer-too-large', { facts: { most: maxAnswerBytes } });
};

interface ReadsDeps {
  /** Brings the house to the present. */
  readonly advance: () => void;
  readonly log: Log;
}

export const createReads = (reads: readonly Read[], { advance, log }: ReadsDeps): Reads => {
  const byPath = new Map(reads.map((one) => [one.path, one]));
  const answer = ({ path, query }: CloudFrameOf<'read'>): Result<string> => {
    const found = byPath.get(path);
    if (found === undefined) return refuse('unknown-path', { input: path });
    try {
      advance();
      const value = found.read(toQuery(query));
      return value.ok ? toText(value.value) : value;
    } catch (error) {
      log.error({ err: error, path }, 'what the cloud read failed');
      return refuse('internal');
    }
  };
  return (frame) => {
    const result = answer(frame);
    const { id } = frame;
    if (result.ok) return { type: 'answer', id, status: 200, body: result.value };
    const { refusal } = result;
    return { type: 'answer', id, status: statusOf(refusal), body: toSentence(refusal).slice(0, 1_000) };
  };
};
