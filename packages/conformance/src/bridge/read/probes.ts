import { readResponse } from '@plenum/client/response';
import { openSocket, type SocketAddress, toAddress } from '@plenum/client/socket';
import type { Clock } from '@plenum/platform/clock';
import { maxBytes, maxLevels } from '@plenum/protocol/check';
import { subsystems } from '@plenum/protocol/definition';
import { type Dialect, toWireText, toWord } from '@plenum/protocol/dialect';
import { queriesOf } from '@plenum/protocol/query';
import { v1Reads } from '@plenum/protocol/v1';
import type { Exchange, WireRequest } from '../wire/exchange.ts';
import type { Recorder } from '../wire/recorder.ts';
import { toQueryRequest } from './readings.ts';

/** Requests that show how a bridge behaves, without changing anything. */
export type ProbeName =
  | 'json'
  | 'form'
  | 'untyped'
  | 'keepAlive'
  | 'closing'
  | 'unknownType'
  | 'unknownPath'
  | 'notJson'
  | 'tooLarge'
  | 'tooDeep'
  | 'wrongMethod'
  | 'foreignHost'
  | 'foreignOrigin'
  | 'withoutKey'
  | 'lowerCasePath';

/** The exchange of each probe. */
export type Probes = Readonly<Partial<Record<ProbeName, Exchange>>>;

/** The beginning of the live stream. */
export interface StreamEvidence {
  readonly status: number;
  readonly type: string;
  readonly event: string;
  readonly data: unknown;
}

/** The read that each probe repeats: the settings of the unit, or those of the original interface. */
const usualReading = (dialect: Dialect | undefined): WireRequest =>
  dialect === undefined
    ? { method: 'GET', path: v1Reads[0]!.path }
    : toQueryRequest(queriesOf('ac')[0]!, 0, dialect);

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

/**
 * Returns requests that a bridge has to accept like any other read, and requests that it has to refuse; none of them
 * changes anything.
 */
const probesOf = (
  recorder: Recorder,
  dialect: Dialect | undefined,
): Partial<Record<ProbeName, WireRequest>> => {
  const usual = usualReading(dialect);
  const typed = (headers: Readonly<Record<string, string>>): WireRequest => ({
    ...usual,
    headers: { ...recorder.typeHeaders(), ...headers },
  });
  const shared: Partial<Record<ProbeName, WireRequest>> = {
    closing: { ...typed({}), awaitClose: true },
    keepAlive: { ...typed({ Connection: 'keep-alive' }), awaitClose: true },
    unknownPath: { method: 'GET', path: '/NoSuchPath' },
    foreignHost: typed({ Host: 'rebound.example' }),
    foreignOrigin: typed({ Origin: 'https://elsewhere.example' }),
    lowerCasePath: { method: 'GET', path: v1Reads[0]!.path.toLowerCase() },
  };
  if (dialect === undefined) return shared;
  const { query, root } = subsystems.ac;
  const path = toWord(dialect, 'paths', query);
  const post = (body: string): WireRequest => ({
    method: 'POST',
    path,
    body,
    headers: recorder.typeHeaders(),
  });
  const { body = '' } = usual;
  return {
    ...shared,
    json: { ...usual, headers: { 'Content-Type': 'application/json' } },
    untyped: { ...usual, headers: {} },
    form: { ...usual, headers: { 'Content-Type': 'application/x-www-form-urlencoded' } },
    unknownType: post(toWireText(dialect, { [root]: { Type: 99, No: 0, No1: 0 } })),
    notJson: post(body.slice(0, -1)),
    tooDeep: post(nested(maxLevels + 1)),
    tooLarge: post(body.padEnd(maxBytes + 1)),
    wrongMethod: { method: 'PUT', path, body, headers: recorder.typeHeaders() },
  };
};

/**
 * Maximum number of attempts for a request whose response must not be a coincidence. The request is repeated if the
 * response is lost or `{BUSY}`.
 */
const attempts = 4;

export async function probeBridge(
  recorder: Recorder,
  dialect: Dialect | undefined,
  accessKey: string | undefined,
): Promise<Probes> {
  const probes: Partial<Record<ProbeName, WireRequest>> = {
    ...probesOf(recorder, dialect),
    ...(accessKey !== undefined && {
      withoutKey: { ...usualReading(dialect), headers: { Authorization: '' } },
    }),
  };
  const found: (Exchange | undefined)[] = [];
  const entries = Object.entries(probes);
  for (const [, request] of entries) {
    let exchange = await recorder.once(request);
    for (
      let count = 1;
      count < attempts && (exchange.end === 'hung-up' || exchange.answer?.kind === 'busy');
      count++
    )
      exchange = await recorder.once(request);
    found.push(exchange);
  }
  return Object.fromEntries(entries.map(([name], at) => [name, found[at]]));
}

/** Number of parallel requests. */
const together = 4;

/** Sends the same read several times in parallel. */
export function requestAtOnce(recorder: Recorder, dialect: Dialect | undefined) {
  const usual = usualReading(dialect);
  const request = { ...usual, headers: usual.method === 'GET' ? {} : recorder.typeHeaders() };
  return Promise.all(Array.from({ length: together }, () => recorder.once(request)));
}

interface StreamDeps {
  readonly accessKey: string | undefined;
  readonly timeout: number;
  readonly clock: Clock;
}

const parse = (data: string): unknown => {
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
};

const toStreamEvidence = (bytes: Buffer): StreamEvidence | undefined => {
  const progress = readResponse(bytes);
  if (typeof progress !== 'object') return undefined;
  const { status, headers, body } = progress.answer;
  const [first = ''] = body.toString('utf8').split('\n\n', 1);
  const [, event = ''] = /^event: ?(.*)$/m.exec(first) ?? [];
  const data = Array.from(first.matchAll(/^data: ?(.*)$/gm), ([, line]) => line).join('\n');
  return { status, type: headers.get('content-type') ?? '', event, data: parse(data) };
};

const isWholeEvent = (bytes: Buffer): boolean => {
  const progress = readResponse(bytes);
  if (typeof progress !== 'object') return progress === 'malformed';
  const { status, body } = progress.answer;
  return status !== 200 || body.includes('\n\n');
};

/** Opens the live stream (interface 6) and reads its first event; `undefined` if there is no response. */
export const probeStream = (
  address: SocketAddress,
  { accessKey, timeout, clock }: StreamDeps,
): Promise<StreamEvidence | undefined> =>
  new Promise((resolve) => {
    let bytes = Buffer.alloc(0);
    const key = accessKey === undefined ? '' : `Authorization: Bearer ${accessKey}\r\n`;
    const host = toAddress(address.host, address.port);
    const socket = openSocket(address, () =>
      socket.write(`GET /events HTTP/1.1\r\nHost: ${host}\r\nAccept: text/event-stream\r\n${key}\r\n`),
    );
    const finish = () => {
      cancel();
      socket.removeAllListeners().on('error', () => {});
      socket.destroy();
      resolve(bytes.length === 0 ? undefined : toStreamEvidence(bytes));
    };
    const cancel = clock.after(timeout, finish);
    socket.on('data', (part: Buffer) => {
      bytes = Buffer.concat([bytes, part]);
      if (isWholeEvent(bytes)) finish();
    });
    socket.on('error', finish);
    socket.on('close', finish);
  });
