import { randomUUID } from 'node:crypto';
import { equalJitter } from '@plenum/platform/backoff';
import { delay } from '@plenum/platform/clock';
import { type CloudComponent, climateCloud } from '@plenum/protocol/cloud';
import type { Clock, Random } from '../clock.ts';
import { CloudError, type CloudErrorCode } from './cloud-error.ts';
import { readConnectFrames, toConnectFrame } from './connect-frames.ts';
import { type Fetch, post, toNetworkError } from './post.ts';
import { reconnectBackoff } from './retry.ts';
import type { TokenSource } from './tokens.ts';

/** The changes of one bridge. */
export interface CloudUpdate {
  readonly systemId: string;
  /** True if `components` are all components of that bridge, so any other components no longer exist. */
  readonly snapshot: boolean;
  readonly components: readonly CloudComponent[];
  /** Ids of removed components. */
  readonly removed: readonly string[];
  /** The cursor of this bridge after this update; empty if the bridge was removed. */
  readonly cursor: string;
}

/** The last cursor of each bridge by system id; can be stored as JSON. */
export type CloudCursors = Readonly<Record<string, string>>;

export interface CloudWatchOptions {
  /** The cursors of an earlier watch; a bridge without a cursor starts with all of its components. */
  readonly cursors?: CloudCursors;
  readonly signal?: AbortSignal;
  /** Called with the error each time the stream breaks, before the client reconnects. */
  readonly onBreak?: (error: CloudError) => void;
}

/** The changes of all bridges; can be iterated only once. */
export interface CloudWatch extends AsyncIterable<CloudUpdate> {
  /**
   * Returns the cursors after all updates so far, including the latest one: store them once that update is processed.
   */
  cursors(): CloudCursors;
}

interface WatchDeps {
  readonly url: string;
  readonly fetch: Fetch;
  readonly tokenSource: TokenSource;
  readonly clock: Clock;
  readonly random: Random;
}

/** Our error code for each Connect error code. */
const codes: Readonly<Record<string, CloudErrorCode>> = {
  unauthenticated: 'signed-out',
  permission_denied: 'not-allowed',
  invalid_argument: 'invalid',
  resource_exhausted: 'too-many',
  unavailable: 'unreachable',
};
const transientCodes: readonly CloudErrorCode[] = ['unreachable', 'unavailable', 'timeout', 'failed'];

/** A message of the stream in JSON; empty members are left out (ProtoJSON). */
interface WatchMessage {
  readonly systemId?: string;
  readonly snapshot?: boolean;
  readonly components?: readonly { readonly componentId: string; readonly datagram: string }[];
  readonly removed?: readonly string[];
  readonly cursor?: string;
}

const toUpdate = ({
  systemId = '',
  snapshot = false,
  components = [],
  removed = [],
  cursor = '',
}: WatchMessage): CloudUpdate => ({
  systemId,
  snapshot,
  components: components.map(({ componentId, datagram }) => ({
    componentId,
    datagram: JSON.parse(datagram),
  })),
  removed,
  cursor,
});

const toStreamError = (error: { code?: string; message?: string }): CloudError =>
  new CloudError(codes[error.code ?? ''] ?? 'failed', error.message ?? 'The cloud ended the stream.');

/** Yields the updates of one stream; always throws in the end, also if the stream just breaks off. */
async function* readStream(
  deps: WatchDeps,
  cursors: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<CloudUpdate> {
  const { url, fetch, tokenSource } = deps;
  const path = `${url}/${climateCloud.package}.${climateCloud.service}/Watch`;
  const answer = await post(fetch, {
    url: path,
    headers: { 'Content-Type': 'application/connect+json', 'Connect-Protocol-Version': '1' },
    body: toConnectFrame({ accessToken: tokenSource.accessToken(), requestId: randomUUID(), cursors }),
    signal,
  });
  const { status, body } = answer;
  if (status !== 200 || body === null)
    throw new CloudError('failed', `The cloud answered ${status} instead of a stream.`, { status });
  try {
    for await (const { isLast, text } of readConnectFrames(body)) {
      const message = JSON.parse(text);
      if (!isLast) yield toUpdate(message);
      else if (message.error !== undefined) throw toStreamError(message.error);
    }
  } catch (cause) {
    throw cause instanceof SyntaxError
      ? new CloudError('malformed', 'A message is not JSON.', { cause })
      : toNetworkError(path, cause);
  }
  throw new CloudError('unreachable', `${path} ended the stream.`);
}

/** Follows the components of a user and updates `cursors`. */
async function* follow(
  deps: WatchDeps,
  options: CloudWatchOptions,
  cursors: Map<string, string>,
): AsyncGenerator<CloudUpdate> {
  const { clock, random, tokenSource } = deps;
  const { onBreak = () => {} } = options;
  const ended = new AbortController();
  // Node 22 does not have DisposableStack.
  using _end = { [Symbol.dispose]: () => ended.abort() };
  const signal =
    options.signal === undefined ? ended.signal : AbortSignal.any([ended.signal, options.signal]);
  let breaks = 0;
  /**
   * The token to replace before the next attempt, and whether a token has been replaced since the last message arrived.
   */
  let stale: string | undefined;
  let isRenewed = false;
  while (!signal.aborted) {
    try {
      if (stale !== undefined) {
        await tokenSource.renew(stale);
        stale = undefined;
        isRenewed = true;
      }
      for await (const update of readStream(deps, [...cursors.values()], signal)) {
        breaks = 0;
        isRenewed = false;
        // A heartbeat has no content.
        if (update.systemId === '') continue;
        if (update.cursor === '') cursors.delete(update.systemId);
        else cursors.set(update.systemId, update.cursor);
        yield update;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof CloudError)) throw error;
      if (error.code === 'signed-out' && stale === undefined && !isRenewed) {
        stale = tokenSource.accessToken();
        continue;
      }
      if (!transientCodes.includes(error.code)) throw error;
      // The token may have expired while the cloud was unavailable.
      isRenewed = false;
      onBreak(error);
      await delay(clock, equalJitter(reconnectBackoff, breaks++, random), signal);
    }
  }
}

/**
 * Follows the components of a user. Resumes a broken stream after a delay that grows with each failure, and renews an
 * expired token. @throws CloudError if another attempt is pointless: `signed-out`, `not-allowed`, `invalid`, `too-many`
 */
export function watchCloud(deps: WatchDeps, options: CloudWatchOptions): CloudWatch {
  const cursors = new Map(Object.entries(options.cursors ?? {}));
  const updates = follow(deps, options, cursors);
  return { cursors: () => Object.fromEntries(cursors), [Symbol.asyncIterator]: () => updates };
}
