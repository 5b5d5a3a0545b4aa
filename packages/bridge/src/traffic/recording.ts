import {
  createRedactors,
  keptPlaceholders,
  type Redactor,
  type Redactors,
  respell,
  toRecordedRead,
} from '@plenum/insight/request';
import { parseBody } from '@plenum/protocol/check';
import { subsystems } from '@plenum/protocol/definition';
import { izone, toWord } from '@plenum/protocol/dialect';
import { isRecord, parseJson } from '@plenum/protocol/json';
import { bridgeLimits as limits } from '@plenum/protocol/limit';
import { ok, type Result, refuse } from '@plenum/protocol/refusal';
import { v1Commands, v1Reads } from '@plenum/protocol/v1';
import about from '../../package.json' with { type: 'json' };
import { isLineOfJson, isShort, toRecordedText } from './recorded-text.ts';
import { toRecordedDiscovery } from './traffic-discovery.ts';

/** Maximum size of a recording in bytes. */
export const maxRecordingBytes = limits.recordingBytes.most;

/** Version of the format. No other is accepted. */
const recordingFormat = 1;

/** A request of the interface without private values. Equal requests have equal texts. */
export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  /** JSON with sorted keys; empty if the request has no body. */
  readonly body: string;
}

/** Types of recorded responses; others are recorded as plain text. */
const types = ['application/json', 'text/plain', 'text/html'] as const;

/** A response without private values. */
export interface RecordedAnswer {
  readonly status: number;
  readonly type: (typeof types)[number];
  readonly text: string;
  /** True if the `Server` header contains `Plenum`, which clients treat differently. */
  readonly isPlenum: boolean;
}

export interface RecordedExchange {
  /** Time since the start of the recording, in ms. */
  readonly at: number;
  readonly request: RecordedRequest;
  /** Unanswered if the bridge closed the connection, or did not respond before the client gave up. */
  readonly answer: RecordedAnswer | 'unanswered';
}

export interface Recording {
  /** The version of Plenum that made it. */
  readonly plenum: string;
  readonly exchanges: readonly RecordedExchange[];
  /** The bridge's response to discovery; undefined if it was not recorded. */
  readonly discovery: string | undefined;
  /** True if the last line is incomplete, because the recording was cut short. */
  readonly isTorn: boolean;
}

const pathsOf = (path: string) => [path, toWord(izone, 'paths', path)];

/** The methods and paths of the interface, V2 and the original one, in the words of both dialects. */
const targets: ReadonlySet<string> = new Set([
  ...Object.values(subsystems)
    .flatMap(({ query, control }) => [...pathsOf(query), ...pathsOf(control)])
    .map((path) => `POST ${path}`),
  ...v1Reads.map(({ path }) => `GET ${path}`),
  ...[...v1Commands.keys()].map((name) => `POST /${name}`),
]);

/** Returns the redactor of the responses to a recorded request. */
export const redactorOf = ({ method, path }: RecordedRequest, redactors: Redactors): Redactor =>
  targets.has(`${method} ${path}`) ? redactors.ofInterface : redactors.ofReads;

/** Returns a type of response that may be recorded. */
export const toRecordedType = (header: unknown): RecordedAnswer['type'] =>
  types.find((type) => String(header).toLowerCase().startsWith(type)) ?? 'text/plain';

const sorted = (_: string, value: unknown) =>
  isRecord(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;

/**
 * Returns a request of the interface without private values; undefined if the interface does not define its path or
 * its body.
 */
export function toRecordedRequest(
  { method, path, body }: RecordedRequest,
  { ofInterface: redactor }: Redactors,
): RecordedRequest | undefined {
  const read = body === '' ? toRecordedRead(method, path) : undefined;
  if (read !== undefined) return { method, path: read, body };
  if (!targets.has(`${method} ${path}`)) return undefined;
  if (body === '') return { method, path, body };
  const parsed = parseBody(body);
  if (!parsed.ok) return undefined;
  const { value, left } = redactor.json(parsed.value);
  return left > 0 ? undefined : { method, path, body: JSON.stringify(value, sorted) };
}

export const toHeaderLine = (): string =>
  `${JSON.stringify({ format: 'plenum-traffic', formatVersion: recordingFormat, plenum: about.version })}\n`;

/** Returns one exchange as a line of a recording. JSON is written as JSON, so that people can read and search it. */
export function toLine({ at, request: { method, path, body }, answer }: RecordedExchange): string {
  const asked = { at, method, path, ...(body !== '' && { body: JSON.parse(body) as unknown }) };
  if (answer === 'unanswered') return `${JSON.stringify({ ...asked, unanswered: true })}\n`;
  const { status, type, text, isPlenum } = answer;
  const answered = JSON.stringify({ ...asked, status, type, ...(isPlenum && { plenum: true }) });
  const written = isLineOfJson(text) ? `"answer":${text}` : `"text":${JSON.stringify(text)}`;
  return `${answered.slice(0, -1)},${written}}\n`;
}

/** Returns a member of a line as it is spelled. */
const spelledMember = (line: string, key: string, value: unknown): string =>
  respell(line, { [key]: value })
    .trim()
    .replace(/^\{\s*"(?:[^"\\]|\\.)*"\s*:\s*|\s*\}$/g, '');

/** Returns a discovery response as a line of a recording. */
export const toDiscoveryLine = (discovery: string): string => `${JSON.stringify({ discovery })}\n`;

const readAnswer = (
  line: string,
  { status, type, plenum, answer, text, unanswered }: Readonly<Record<string, unknown>>,
  redactor: Redactor,
): RecordedExchange['answer'] | undefined => {
  if (unanswered === true) return 'unanswered';
  if (!Number.isInteger(status) || (status as number) < 200 || (status as number) > 599) return undefined;
  const read = { status: status as number, type: toRecordedType(type), isPlenum: plenum === true };
  if (isRecord(answer) || Array.isArray(answer))
    return { ...read, text: spelledMember(line, 'answer', redactor.json(answer).value) };
  return typeof text === 'string' && isShort(text)
    ? { ...read, text: toRecordedText(text, redactor) }
    : undefined;
};

const isJson = (text: string): boolean => parseJson(text) !== undefined;

const readLine = (line: string, redactors: Redactors): RecordedExchange | undefined => {
  const read = parseJson(line);
  if (!isRecord(read)) return undefined;
  const { at, method, path, body } = read;
  if (!Number.isSafeInteger(at) || typeof method !== 'string' || typeof path !== 'string') return undefined;
  const text = body === undefined ? '' : JSON.stringify(body);
  const request = toRecordedRequest({ method, path, body: text }, redactors);
  const answer = request && readAnswer(line, read, redactorOf(request, redactors));
  return request && answer && { at: at as number, request, answer };
};

/**
 * Reads a recording from an untrusted source and drops everything that Plenum would not record. Refuses a text that is
 * too large, is not a recording, has another format, or contains a line that is not an exchange. The last line may be
 * incomplete.
 */
export function readRecording(text: string): Result<Recording> {
  if (text.length > maxRecordingBytes) return refuse('too-large', { facts: { most: maxRecordingBytes } });
  const [first = '', ...lines] = text.split('\n');
  const header = parseJson(first);
  if (!isRecord(header) || header.format !== 'plenum-traffic')
    return refuse('not-an-object', { facts: { expected: 'a recording made with "plenum record"' } });
  if (header.formatVersion !== recordingFormat)
    return refuse('not-a-choice', {
      path: ['formatVersion'],
      input: header.formatVersion,
      facts: { choices: [String(recordingFormat)] },
    });
  const redactors = createRedactors(keptPlaceholders);
  const exchanges: RecordedExchange[] = [];
  const [firstLine] = lines;
  const found = parseJson(firstLine ?? '');
  const answer = isRecord(found) && typeof found.discovery === 'string' ? found.discovery : undefined;
  const discovery = answer === undefined ? undefined : toRecordedDiscovery(answer, redactors.ofInterface);
  // The text after the last line break is not empty only if writing was cut short; an editor may have added a line break.
  const torn = [lines.pop() ?? '', ...(isJson(lines.at(-1) ?? '{}') ? [] : [lines.pop()!])].join('');
  for (const [index, line] of lines.entries()) {
    if (index === 0 && discovery !== undefined) continue;
    const exchange = readLine(line, redactors);
    if (exchange === undefined)
      return refuse('wrong-type', {
        path: [`line ${index + 2}`],
        facts: { expected: 'a request of the interface and its answer' },
      });
    exchanges.push(exchange);
  }
  const { plenum } = header;
  return ok({
    plenum: typeof plenum === 'string' && /^[0-9A-Za-z.+-]{1,40}$/.test(plenum) ? plenum : 'unknown',
    exchanges,
    discovery,
    isTorn: torn !== '',
  });
}
