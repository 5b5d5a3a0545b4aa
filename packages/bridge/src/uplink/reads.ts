import type { Log } from '@plenum/platform/quiet-log';
import {
  ok,
  type Refusal,
  type Result,
  readRefusal,
  refuse,
  statusOf,
  toSentence,
} from '@plenum/protocol/refusal';
import { type CloudFrameOf, maxAnswerBytes, type UnnumberedFrame } from '@plenum/protocol/uplink';
import { type RecentRequests, unknownPath } from '../diagnostics/recent-requests.ts';
import type { OwnEndpoints } from '../endpoint/endpoint.ts';

type Request = CloudFrameOf<'read' | 'write'>;

/**
 * Serves reads and writes from a cloud as on the local network. Refusals are also sent as data, and a write gets its
 * response when it is stored.
 */
export type ServeRead = (frame: Request) => UnnumberedFrame | Promise<UnnumberedFrame>;

/** Returns a refusal as data; an empty object if a cloud would not accept the refusal. */
export function toRefusalData(refusal: Refusal) {
  const data = readRefusal(refusal);
  return data === undefined ? {} : { data: { ...data } };
}

/** Returns a query as the local network would parse it: a key that occurs twice becomes a list, which is refused. */
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
  // In a frame the JSON is a string, in which each quotation mark gets a backslash.
  if (Buffer.byteLength(JSON.stringify(text)) <= maxAnswerBytes) return ok(text);
  return refuse('answer-too-large', { facts: { most: maxAnswerBytes } });
};

interface ReadsDeps {
  /** Advances the house to the current time. */
  readonly advance: () => void;
  /** Lists them among the latest requests. */
  readonly recent?: RecentRequests | undefined;
  readonly log: Log;
}

const toAnswerFrame = ({ id }: Request, result: Result<string>): UnnumberedFrame => {
  if (result.ok) return { type: 'answer', id, status: 200, body: result.value };
  const { refusal } = result;
  return {
    type: 'answer',
    id,
    status: statusOf(refusal),
    body: toSentence(refusal).slice(0, 1_000),
    ...toRefusalData(refusal),
  };
};

const findPath = <One extends { readonly path: string }>(all: readonly One[], path: string): Result<One> => {
  const found = all.find((one) => one.path === path);
  return found === undefined ? refuse('unknown-path', { input: path }) : ok(found);
};

export function createReads(
  { reads, writes, readOnly }: OwnEndpoints,
  { advance, recent, log }: ReadsDeps,
): ServeRead {
  const failed = (error: unknown, path: string) => {
    log.error({ err: error, path }, 'a request of the cloud failed');
    return refuse('internal');
  };
  const read = ({ path, query }: CloudFrameOf<'read'>): Result<string> => {
    const found = findPath(reads, path);
    if (!found.ok) return found;
    try {
      advance();
      const value = found.value.read(toQuery(query));
      return value.ok ? toText(value.value) : value;
    } catch (error) {
      return failed(error, path);
    }
  };
  const write = async ({ path, body, by }: CloudFrameOf<'write'>): Promise<Result<string>> => {
    const { garage: _, ...origin } = by ?? {};
    if (readOnly) return refuse('read-only');
    const found = findPath(writes, path);
    if (!found.ok) return found;
    try {
      advance();
      const kept = await found.value.write(body, { over: 'cloud', ...origin });
      return kept.ok ? ok('{}') : kept;
    } catch (error) {
      return failed(error, path);
    }
  };
  const toListed = (frame: Request) => {
    const isRead = frame.type === 'read';
    const path = findPath<{ readonly path: string }>(isRead ? reads : writes, frame.path).ok
      ? frame.path
      : unknownPath;
    return isRead
      ? { method: 'GET', path, query: toQuery(frame.query) }
      : { method: 'POST', path, body: frame.body };
  };
  return (frame) => {
    const startedAt = recent?.elapsed() ?? 0;
    const answer = (result: Result<string>) => {
      recent?.addFromCloud(toListed(frame), result, startedAt);
      return toAnswerFrame(frame, result);
    };
    return frame.type === 'read' ? answer(read(frame)) : write(frame).then(answer);
  };
}
