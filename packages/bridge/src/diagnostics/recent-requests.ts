import type { IncomingHttpHeaders } from 'node:http';
import { createLatest, createRedaction, type Redaction, toCurl } from '@plenum/insight/request';
import type { Clock } from '@plenum/platform';
import { type Dialect, toWireText } from '@plenum/protocol/dialect';
import type { QueryTexts } from '@plenum/protocol/endpoint';
import { type RefusalCode, type Result, refusalType } from '@plenum/protocol/refusal';
import type { RequestsAnswer } from '@plenum/protocol/simulation';

/** An HTTP request, as far as it is listed. */
interface SentRequest {
  readonly method: string;
  /** Target of the request, with the query. */
  readonly url: string;
  readonly query: QueryTexts;
  readonly headers: IncomingHttpHeaders;
  readonly ip: string;
  readonly body?: Result<string>;
  /** Time by `RecentRequests.elapsed` at which it arrived. */
  readonly startedAt: number;
}

/** The response to it. */
interface SentResponse {
  /** Undefined if the connection was closed without a response. */
  readonly status: number | undefined;
  /** The code of the refusal, if it was refused. */
  readonly code: RefusalCode | undefined;
}

/** A request that came through a cloud: a command, or a read or write of a path. */
interface CloudRequest {
  /** `GET` or `POST`; undefined for a command. */
  readonly method?: string;
  /** The path of a route, or `unknownPath`. */
  readonly path?: string;
  readonly query?: QueryTexts;
  /** The command, or the written value. */
  readonly body?: unknown;
}

interface RecentRequestsDeps {
  readonly dialect: Dialect;
  /** Headers that contain secrets, and the values that they have in command lines. */
  readonly secretHeaders: Readonly<Record<string, string>>;
  readonly limits: {
    readonly requests: number;
    readonly requestsBytes: number;
    readonly requestBody: number;
  };
  /** Replaces texts that people chose; several bridges of a process can share it. */
  readonly redaction?: Redaction;
  readonly clock: Clock;
  /** Returns the time of the house, ms UTC. */
  readonly houseAt?: (() => number) | undefined;
  /** Returns ms by a monotonic clock. */
  readonly elapsed?: () => number;
}

/** The latest requests to a bridge, in memory, without names and secrets. */
export interface RecentRequests {
  /** Returns ms by a monotonic clock, for the start of a request. */
  readonly elapsed: () => number;
  /** Adds an HTTP request to the path of a route, or to `unknownPath`. */
  addHttp(path: string, request: SentRequest, response: SentResponse): void;
  /** Adds a discovery request that was answered. */
  addDiscovery(from: string, startedAt: number): void;
  addFromCloud(request: CloudRequest, result: Result<unknown>, startedAt: number): void;
  /** Returns the requests, newest first, with command lines for an origin. */
  read(origin: string): RequestsAnswer;
}

/** The path of requests without a route, which could contain anything. */
export const unknownPath = '/<path>';

type Entry = RequestsAnswer['requests'][number];

/** A request as it is stored; everything that can be derived from it is derived when it is read. */
interface Kept {
  readonly at: number;
  readonly houseAt: number | undefined;
  readonly over: Entry['over'];
  readonly from: string | undefined;
  readonly client: string | undefined;
  readonly method: string | undefined;
  readonly path: string;
  readonly body: string | undefined;
  readonly isRedacted: boolean;
  readonly headers: readonly string[];
  readonly status: number | undefined;
  readonly code: RefusalCode | undefined;
  readonly ms: number;
}

/** Bytes of memory of a stored request, in addition to its path and body. */
const bytesOfOne = 256;

const bytesOf = ({ path, body = '' }: Kept): number => bytesOfOne + 2 * (path.length + body.length);

const noHeaders: readonly string[] = [];

const preferences = /\brun-time=once\b|\bwait=\d{1,3}\b/;

/** Returns the headers that change the response, without secrets. */
const headersOf = (
  headers: IncomingHttpHeaders,
  secretHeaders: RecentRequestsDeps['secretHeaders'],
): readonly string[] => {
  const kept: string[] = [];
  for (const name in secretHeaders)
    if (headers[name] !== undefined) kept.push(`${name}: ${secretHeaders[name]}`);
  const preference = headers.prefer && preferences.exec(String(headers.prefer))?.[0];
  if (preference) kept.push(`Prefer: ${preference}`);
  if (headers.accept?.includes(refusalType)) kept.push(`Accept: ${refusalType}`);
  return kept.length === 0 ? noHeaders : kept;
};

/** Keeps the latest requests within two limits: their number and their size. Nothing is formatted before it is read. */
export function createRecentRequests({
  dialect,
  secretHeaders,
  limits,
  redaction = createRedaction({ dialect, maxBody: limits.requestBody }),
  clock,
  houseAt,
  elapsed = () => performance.now(),
}: RecentRequestsDeps): RecentRequests {
  const { add, list } = createLatest<Kept>({
    most: limits.requests,
    mostBytes: limits.requestsBytes,
    bytesOf,
  });

  const toEntry = (one: Kept, origin: string): Entry => {
    const {
      at,
      houseAt: atHouse,
      over,
      from,
      client,
      method,
      path,
      body,
      isRedacted,
      headers,
      status,
      code,
      ms,
    } = one;
    const asked = body === undefined ? undefined : (JSON.parse(body) as unknown);
    const wire = asked === undefined ? undefined : toWireText(dialect, asked);
    return {
      at,
      ...(atHouse !== undefined && { houseAt: atHouse }),
      over,
      ...(from !== undefined && { from }),
      ...(client !== undefined && { client }),
      ...(method !== undefined && { method, path }),
      ...(asked !== undefined && { asked }),
      ...(status !== undefined && { status }),
      result: code ?? 'OK',
      ms: Math.round(ms * 100) / 100,
      ...(isRedacted && { isRedacted }),
      // A client of the bridge cannot repeat what came through a cloud.
      ...(method !== undefined &&
        over === 'http' && { curl: toCurl({ method, origin, path, body: wire, headers }) }),
    };
  };

  const addOther = (over: Entry['over'], startedAt: number, more: Partial<Kept>) =>
    add({
      at: clock.now(),
      houseAt: houseAt?.(),
      over,
      from: undefined,
      client: undefined,
      method: undefined,
      path: '',
      body: undefined,
      isRedacted: false,
      headers: noHeaders,
      status: undefined,
      code: undefined,
      ms: elapsed() - startedAt,
      ...more,
    });

  return {
    elapsed,
    addHttp: (path, request, { status, code }) => {
      const { method, url, headers, body: sent, startedAt } = request;
      const hasBody = sent !== undefined && !(sent.ok && sent.value === '');
      const body = sent?.ok && hasBody ? redaction.body(sent.value) : undefined;
      const query = url.includes('?') ? redaction.query(request.query) : undefined;
      const isLost = hasBody && (body === undefined || body.isRedacted);
      add({
        at: clock.now(),
        houseAt: houseAt?.(),
        over: 'http',
        from: request.ip,
        client: redaction.client(headers['user-agent']),
        method,
        path: query === undefined ? path : `${path}${query.text}`,
        body: body?.text,
        isRedacted: isLost || path === unknownPath || query?.isRedacted === true,
        headers: headersOf(headers, secretHeaders),
        status,
        code,
        ms: elapsed() - startedAt,
      });
    },
    addDiscovery: (from, startedAt) => addOther('udp', startedAt, { from }),
    addFromCloud: ({ method, path = '', query, body: sent }, result, startedAt) => {
      const body = sent === undefined ? undefined : redaction.body(JSON.stringify(sent));
      const asked = redaction.query(query ?? {});
      const isLost = sent !== undefined && (body === undefined || body.isRedacted);
      addOther('cloud', startedAt, {
        method,
        path: `${path}${asked.text}`,
        body: body?.text,
        isRedacted: isLost || asked.isRedacted || path === unknownPath,
        code: result.ok ? undefined : result.refusal.code,
      });
    },
    read: (origin) => ({ requests: list().map((one) => toEntry(one, origin)) }),
  };
}
