import { createRedactors, keptPlaceholders } from '@plenum/insight/request';
import { refuse } from '@plenum/protocol/refusal';
import { type Answer, toRefusalAnswer, toTextAnswer } from '../http/answer.ts';
import { bodyOf } from '../http/body.ts';
import { securityHeaders } from '../http/send.ts';
import {
  type RecordedExchange,
  type RecordedRequest,
  type Recording,
  toRecordedRequest,
} from './recording.ts';
import { startTrafficServer, type TrafficServer, type TrafficServerDeps } from './start-traffic-server.ts';
import { startTrafficDiscovery } from './traffic-discovery.ts';

export interface ReplayDeps extends TrafficServerDeps {
  readonly recording: Recording;
  /** True to answer discovery, if the recording contains the bridge's response. */
  readonly discovery?: boolean | undefined;
  readonly udpPort?: number | undefined;
}

/** The recorded responses to equal requests, in order. */
interface Recorded {
  readonly request: RecordedRequest;
  readonly answers: RecordedExchange['answer'][];
  /** The number of responses that were sent. */
  sent: number;
}

const targetOf = ({ method, path }: RecordedRequest): string => `${method} ${path.replace(/\?.*/s, '')}`;
const keyOf = ({ method, path, body }: RecordedRequest): string => `${method} ${path} ${body}`.trimEnd();

/** Returns the key of a request without the names in it and the times in its query. */
const keyWithoutNames = (request: RecordedRequest): string =>
  keyOf(request)
    .replaceAll(/"Name \d{1,6}"/g, '"Name"')
    .replaceAll(/=\d{12,}\b/g, '=');

const toWritten = (answer: RecordedExchange['answer']): Answer => ({
  ...toTextAnswer(''),
  write: (response, close) => {
    if (answer === 'unanswered') return void response.destroy();
    const { status, type, text, isPlenum } = answer;
    const headers = { 'Content-Type': `${type}; charset=utf-8`, 'Content-Length': Buffer.byteLength(text) };
    response.writeHead(status, {
      ...headers,
      ...(isPlenum && { Server: 'Plenum' }),
      ...securityHeaders,
      ...close,
    });
    response.end(text);
  },
});

const lengthOfCommonStart = (one: string, other: string): number => {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
};

/** Maximum number of characters of a recorded request, and of recorded paths, in a refusal. */
const maxShown = 300;
const maxPaths = 20;

/** Creates a function that returns the next recorded response to a request. */
const createFinder = ({ exchanges }: Recording) => {
  const byKey = new Map<string, Recorded>();
  const withoutNames = new Map<string, Recorded>();
  const byTarget = new Map<string, Recorded[]>();
  for (const { request, answer } of exchanges) {
    const known = byKey.get(keyOf(request));
    if (known !== undefined) {
      known.answers.push(answer);
      continue;
    }
    const recorded: Recorded = { request, answers: [answer], sent: 0 };
    byKey.set(keyOf(request), recorded);
    const key = keyWithoutNames(request);
    if (!withoutNames.has(key)) withoutNames.set(key, recorded);
    byTarget.set(targetOf(request), [...(byTarget.get(targetOf(request)) ?? []), recorded]);
  }
  const isPlenum = exchanges.some(({ answer }) => answer !== 'unanswered' && answer.isPlenum);

  /** Refuses a request, and names the most similar recorded one. */
  const refuseUnrecorded = (request: RecordedRequest): Answer => {
    const near = byTarget.get(targetOf(request));
    const nearest = near?.reduce((best, each) =>
      lengthOfCommonStart(keyOf(each.request), keyOf(request)) >
      lengthOfCommonStart(keyOf(best.request), keyOf(request))
        ? each
        : best,
    );
    const recorded =
      nearest === undefined
        ? [...byTarget.keys()].slice(0, maxPaths).join(', ') || 'nothing'
        : keyOf(nearest.request).slice(0, maxShown);
    const { refusal } = refuse('not-available', {
      facts: {
        what: 'recorded-answer',
        reason: 'not-recorded',
        recorded,
      },
    });
    const { status, type, text } = toRefusalAnswer(refusal);
    return {
      ...toWritten({ status: nearest === undefined ? 404 : status, type: 'text/plain', text, isPlenum }),
      type,
      refusal,
    };
  };

  return (request: RecordedRequest, isDefined: boolean): Answer => {
    const found = isDefined
      ? (byKey.get(keyOf(request)) ?? withoutNames.get(keyWithoutNames(request)))
      : undefined;
    if (found === undefined) return refuseUnrecorded(request);
    return toWritten(found.answers[Math.min(found.sent++, found.answers.length - 1)]!);
  };
};

/**
 * Starts a server that answers from a recording: a request equal to recorded ones gets their responses in order, and
 * then the last one again. Other requests are refused.
 */
export async function startReplay(
  deps: ReplayDeps,
): Promise<TrafficServer & { readonly udpPort: number | undefined }> {
  const find = createFinder(deps.recording);
  const redactors = createRedactors(keptPlaceholders);
  await using stack = new AsyncDisposableStack();
  const server = await startTrafficServer(deps, async (request) => {
    const body = bodyOf(request);
    if (!body.ok) return toRefusalAnswer(body.refusal);
    const given = { method: request.method, path: request.url, body: body.value };
    const recorded = toRecordedRequest(given, redactors);
    return find(recorded ?? given, recorded !== undefined);
  });
  stack.use(server);
  const { discovery: answer } = deps.recording;
  const isAnswering = deps.discovery === true && answer !== undefined;
  const { host, udpPort, clock, log } = deps;
  const answering = isAnswering
    ? stack.use(
        await startTrafficDiscovery({ answer, httpHost: host, httpPort: server.port, udpPort, clock, log }),
      )
    : undefined;
  const running = stack.move();
  return {
    port: server.port,
    udpPort: answering?.port,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
