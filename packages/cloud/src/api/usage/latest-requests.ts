import { createLatest, createRedaction, type Latest, toCurl } from '@plenum/insight/request';
import { type CloudRequest, type CloudResult, limits, requestIdOf } from '@plenum/protocol/cloud';
import { fromComponentId } from '@plenum/protocol/component';
import type { RecordOf } from '@plenum/protocol/console';
import { neutral } from '@plenum/protocol/dialect';
import type { UsageOperation } from './store.ts';

export type LatestRequest = RecordOf<'AppUsage'>['latest'][number];

/** A request of an app that was answered. */
export interface AnsweredRequest extends Pick<LatestRequest, 'over' | 'status' | 'ms'> {
  readonly operation: UsageOperation;
  readonly result: CloudResult;
  /** Undefined if its body was refused, or is not listed. */
  readonly request: CloudRequest | undefined;
}

/** Returns a request over HTTP of which neither the operation nor the body is listed. */
export const toOtherRequest = (
  { elapsedTime }: { readonly elapsedTime: number },
  { status, result }: Pick<AnsweredRequest, 'status' | 'result'>,
): AnsweredRequest => ({
  over: 'http',
  operation: 'Unknown',
  status,
  result,
  ms: elapsedTime,
  request: undefined,
});

/** The latest requests of each app that this node answered, in memory. */
export interface LatestRequests {
  add(clientId: string, request: AnsweredRequest): void;
  /** Returns those of one app, newest first, with command lines for the cloud at `publicUrl`. */
  of(clientId: string, publicUrl: string): LatestRequest[];
}

interface Kept extends Omit<AnsweredRequest, 'request'> {
  readonly at: number;
  /** A request that has only ids, or the JSON text of another one without names and secrets. */
  readonly asked: CloudRequest | string | undefined;
  readonly isRedacted: boolean;
}

/** Bytes of memory of a stored request, in addition to its body. */
const bytesOfOne = 200;

const bytesOf = ({ asked }: Kept): number => bytesOfOne + (typeof asked === 'string' ? 2 * asked.length : 0);

/** True for a request that cannot contain names or secrets. */
const hasOnlyIds = (request: CloudRequest): boolean =>
  request.requestType === 'Discover' ||
  (request.requestType === 'Query' && fromComponentId(request.componentId) !== undefined);

const isId = (text: string): boolean =>
  fromComponentId(text) !== undefined || requestIdOf({ requestId: text }) !== undefined;

const toLatestRequest = ({ asked, ...kept }: Kept, publicUrl: string): LatestRequest => {
  const rounded = { ...kept, ms: Math.round(kept.ms * 100) / 100 };
  if (asked === undefined) return rounded;
  const body = typeof asked === 'string' ? asked : JSON.stringify(asked);
  const headers = ['Authorization: Bearer $TOKEN'];
  return {
    ...rounded,
    asked: JSON.parse(body) as Record<string, unknown>,
    curl: toCurl({ method: 'POST', origin: publicUrl, path: '/dev', body, headers }),
  };
};

/** Keeps the latest requests of apps, without names and secrets, within limits for each app and for the node. */
export function createLatestRequests(now: () => number): LatestRequests {
  const redaction = createRedaction({
    dialect: neutral,
    maxBody: limits.latestRequestBody.most,
    isPlain: isId,
  });
  /** The app that sent none for the longest time first. */
  const apps = new Map<string, Latest<Kept>>();
  const create = () =>
    createLatest<Kept>({
      most: limits.latestRequests.most,
      mostBytes: limits.latestRequestsBytes.most,
      bytesOf,
    });
  return {
    add: (clientId, { request, ...answered }) => {
      const latest = apps.get(clientId) ?? create();
      const at = now();
      if (request !== undefined && hasOnlyIds(request))
        latest.add({ ...answered, at, asked: request, isRedacted: false });
      else {
        const body = request && redaction.body(JSON.stringify(request));
        latest.add({ ...answered, at, asked: body?.text, isRedacted: body?.isRedacted ?? true });
      }
      apps.delete(clientId);
      apps.set(clientId, latest);
      if (apps.size > limits.appsWithRequests.most) apps.delete(apps.keys().next().value!);
    },
    of: (clientId, publicUrl) =>
      (apps.get(clientId)?.list() ?? []).map((one) => toLatestRequest(one, publicUrl)),
  };
}
