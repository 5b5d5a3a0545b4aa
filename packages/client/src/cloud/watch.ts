import { randomUUID } from 'node:crypto';
import { equalJitter } from '@plenum/machine/backoff';
import { type CloudComponent, climateCloud } from '@plenum/protocol/cloud';
import { type Clock, pause, type Random } from '../clock/clock.ts';
import { CloudError, type CloudErrorCode } from './cloud-error.ts';
import { readConnectFrames, toConnectFrame } from './connect-frames.ts';
import { type Fetch, post, toNetworkError } from './post.ts';
import { reconnectBackoff } from './retry.ts';
import type { TokenSource } from './tokens.ts';

/** What changed of one bridge. */
export interface CloudUpdate {
  readonly systemId: string;
  /** Whether `components` are all of that bridge: what is not among them is gone. */
  readonly snapshot: boolean;
  readonly components: readonly CloudComponent[];
  /** Ids of components that are gone. */
  readonly removed: readonly string[];
  /** Where to go on from with this bridge after this; empty where the bridge is gone. */
  readonly cursor: string;
}

/** Where to go on from: the last cursor of each bridge by system id, to be stored as JSON. */
export type CloudCursors = Readonly<Record<string, string>>;

export interface CloudWatchOptions {
  /** Where to go on from, as an earlier watch said; a bridge without a cursor is told whole. */
  readonly cursors?: CloudCursors;
  readonly signal?: AbortSignal;
  /** Told why the stream broke, each time before it is opened again. */
  readonly onBreak?: (error: CloudError) => void;
}

/** What changes, to be iterated once. */
export interface CloudWatch extends AsyncIterable<CloudUpdate> {
  /** Where to go on from after all that was told so far, the last news too: store it once those are dealt with. */
  cursors(): CloudCursors;
}

interface WatchDeps {
  readonly url: string;
  readonly fetch: Fetch;
  readonly tokenSource: TokenSource;
  readonly clock: Clock;
  readonly random: Random;
}

/** Codes of Connect after which the stream is opened again; the others are the end. */
const codes: Readonly<Record<string, CloudErrorCode>> = {
  unauthenticated: 'signed-out',
  permission_denied: 'not-allowed',
  invalid_argument: 'invalid',
  resource_exhausted: 'too-many',
  unavailable: 'unreachable',
};
const passing: readonly CloudErrorCode[] = ['unreachable', 'unavailable', 'timeout', 'failed'];

/** A message as JSON has it: members that are empty are left out (ProtoJSON). */
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

/** The messages of one stream; throws what it ended with, also when it simply broke off. */
async function* readStream(
  parts: WatchDeps,
  cursors: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<CloudUpdate> {
  const { url, fetch, tokenSource } = parts;
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

/** Follows the components of a user, and keeps in `cursors` how far that came with each bridge. */
async function* follow(
  parts: WatchDeps,
  options: CloudWatchOptions,
  cursors: Map<string, string>,
): AsyncGenerator<CloudUpdate> {
  const { clock, random, tokenSource } = parts;
  const { onBreak = () => {} } = options;
  const ended = new AbortController();
  using stack = new DisposableStack();
  stack.defer(() => ended.abort());
  const signal =
    options.signal === undefined ? ended.signal : AbortSignal.any([ended.signal, options.signal]);
  let breaks = 0;
  /** The token to be replaced before the next try, and whether one was and then neither anything came nor the stream broke. */
  let stale: string | undefined;
  let isRenewed = false;
  while (!signal.aborted) {
    try {
      if (stale !== undefined) {
        await tokenSource.renew(stale);
        stale = undefined;
        isRenewed = true;
      }
      for await (const news of readStream(parts, [...cursors.values()], signal)) {
        breaks = 0;
        isRenewed = false;
        // A sign of life says nothing else.
        if (news.systemId === '') continue;
        if (news.cursor === '') cursors.delete(news.systemId);
        else cursors.set(news.systemId, news.cursor);
        yield news;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof CloudError)) throw error;
      if (error.code === 'signed-out' && stale === undefined && !isRenewed) {
        stale = tokenSource.accessToken();
        continue;
      }
      if (!passing.includes(error.code)) throw error;
      // It may have expired before the cloud was back.
      isRenewed = false;
      onBreak(error);
      await pause(clock, equalJitter(reconnectBackoff, breaks++, random), signal);
    }
  }
}

/**
 * Follows the components of a user. A stream that breaks is opened again where it was, after a wait that grows while it
 * keeps breaking; a token that expired is renewed.
 * @throws CloudError what is not worth another try: `signed-out`, `not-allowed`, `invalid`, `too-many`
 */
export const watchCloud = (parts: WatchDeps, options: CloudWatchOptions): CloudWatch => {
  const cursors = new Map(Object.entries(options.cursors ?? {}));
  const news = follow(parts, options, cursors);
  return { cursors: () => Object.fromEntries(cursors), [Symbol.asyncIterator]: () => news };
};
