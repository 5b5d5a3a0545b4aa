import { maxBytes, maxLevels } from '@plenum/protocol/check';
import { neutral } from '@plenum/protocol/dialect';
import { type Finding, kept, keptUnless, type Row, untested } from '../../row.ts';
import { answeredOf, type BridgeEvidence } from '../evidence.ts';
import type { ProbeName } from '../read/probes.ts';
import type { Exchange } from '../wire/exchange.ts';
import { type Judge, rowOfLevel } from './judge.ts';

const row = rowOfLevel('should');

/** Checks the head and body of every response. */
const ofAnswers =
  (problemOf: (exchange: Exchange) => string | undefined): Judge =>
  (evidence) => {
    const answered = answeredOf(evidence);
    if (answered.length === 0) return untested('No request was answered.');
    return keptUnless(
      answered.flatMap((exchange) => {
        const problem = problemOf(exchange);
        return problem === undefined ? [] : [`${exchange.request.path}: ${problem}.`];
      }),
    );
  };

const headerOf = ({ response }: Exchange, name: string) => response?.headers.get(name);

const lengthProblem = (exchange: Exchange): string | undefined => {
  const stated = headerOf(exchange, 'content-length');
  if (stated === undefined) return 'no Content-Length';
  const { length } = exchange.response!.body;
  return Number(stated) === length
    ? undefined
    : `Content-Length is ${stated}, but the body has ${length} bytes`;
};

const reasonProblem = ({ head }: Exchange): string | undefined => {
  const [line = ''] = head.split(/\r?\n/, 1);
  return /^HTTP\/1\.[01] \d{3} \S/.test(line) ? undefined : `the status line is ${JSON.stringify(line)}`;
};

const isJson = (exchange: Exchange | undefined) => exchange?.answer?.kind === 'json';

const ofProbe =
  (name: ProbeName, judge: (probe: Exchange, evidence: BridgeEvidence) => Finding): Judge =>
  (evidence) => {
    const probe = evidence.probes[name];
    if (probe === undefined) return untested('This request was not sent.');
    return probe.answer?.kind === 'busy' ? untested('The bridge was busy.') : judge(probe, evidence);
  };

const isRead = (name: ProbeName, why: string): Judge =>
  ofProbe(name, (probe) =>
    probe.end === 'answered'
      ? keptUnless(isJson(probe) ? [] : [why])
      : untested('The request was not answered.'),
  );

const closes = ofProbe('closing', ({ closed, end }) =>
  end === 'answered'
    ? keptUnless(
        closed ? [] : ['The connection stays open, so a client that reads until it closes waits forever.'],
      )
    : untested('The request was not answered.'),
);

const staysOpen = ofProbe('keepAlive', ({ closed, end }) =>
  end === 'answered'
    ? keptUnless(
        closed === false ? [] : ['The connection is closed although the request has Connection: keep-alive.'],
      )
    : untested('The request was not answered.'),
);

/** Returns the sentence of a refusal; `undefined` if the response is not a refusal. */
const refusalOf = ({ answer }: Exchange) => (answer?.kind === 'error' ? answer.sentence : undefined);

const isRefused = (name: ProbeName): Judge =>
  ofProbe(name, (probe) => {
    if (probe.end !== 'answered') return kept('The request got no answer.');
    const isDone = probe.answer?.kind === 'json' || probe.answer?.kind === 'ok';
    return keptUnless(isDone ? [`The request was answered ${JSON.stringify(probe.raw.slice(0, 60))}.`] : []);
  });

const sentence = (name: ProbeName): Judge =>
  ofProbe(name, (probe) => {
    if (probe.end !== 'answered') return untested('The request got no answer.');
    const isForm = /^\{ERROR: .+\.\}$/s.test(probe.raw);
    return isForm
      ? kept(refusalOf(probe) ?? '')
      : keptUnless([`The answer is ${JSON.stringify(probe.raw.slice(0, 80))}.`]);
  });

/** Checks the status of a refusal, which is 200 in a manufacturer's dialect (interface 7). */
const status = (name: ProbeName, expected: number): Judge =>
  ofProbe(name, (probe, { dialect }) => {
    if (probe.response === undefined) return untested('The request got no answer.');
    const right = dialect !== undefined && dialect.name !== neutral.name ? 200 : expected;
    const given = probe.response.status;
    const isRight = given === right || (expected === 200 && given === 200);
    return keptUnless(isRight ? [] : [`The status is ${given}, not ${right}.`]);
  });

/**
 * Checks the status of a refusal that is sent before the interface is reached. Such a status does not depend on the
 * dialect.
 */
const plainStatus = (name: ProbeName, expected: number): Judge =>
  ofProbe(name, ({ response }) =>
    response === undefined
      ? untested('The request got no answer.')
      : keptUnless(
          response.status === expected ? [] : [`The status is ${response.status}, not ${expected}.`],
        ),
  );

const stream: Judge = ({ stream: seen }) => {
  if (seen === undefined) return untested('This request was not sent.');
  const { status: given, type, event, data } = seen;
  if (given !== 200) return keptUnless([`GET /events is answered with ${given}.`]);
  return keptUnless([
    ...(/^text\/event-stream\b/.test(type) ? [] : [`Its type is ${JSON.stringify(type)}.`]),
    ...(event === 'snapshot' && typeof data === 'object' ? [] : [`It begins with ${JSON.stringify(event)}.`]),
  ]);
};

const age: Judge = (evidence) => {
  const ages = answeredOf(evidence).flatMap((exchange) => headerOf(exchange, 'age') ?? []);
  if (ages.length === 0)
    return untested('No answer has the header Age: the bridge is not in front of another.');
  return keptUnless(
    ages.filter((each) => !/^\d+$/.test(each)).map((each) => `Age is ${JSON.stringify(each)}.`),
  );
};

const isGuarded = (evidence: BridgeEvidence) => evidence.probes.withoutKey !== undefined;

/** The use of HTTP by a bridge (wire facts 7), and its refusals (interface 5, 7, 8). */
export const httpRows: readonly Row<BridgeEvidence>[] = [
  row('http.reason', 'wire facts 7', 'The status line has a reason phrase.', ofAnswers(reasonProblem)),
  row(
    'http.length',
    'wire facts 7',
    'A response has a Content-Length, which is the length of its body.',
    ofAnswers(lengthProblem),
  ),
  row(
    'http.not-chunked',
    'wire facts 7',
    'A response is never chunked.',
    ofAnswers((exchange) =>
      headerOf(exchange, 'transfer-encoding') === undefined ? undefined : 'it is chunked',
    ),
  ),
  row(
    'http.closes',
    'wire facts 7',
    'The bridge closes the connection after the response if the request has no Connection header.',
    closes,
  ),
  row(
    'http.keeps-open',
    'wire facts 7',
    'The bridge keeps the connection open if the request has Connection: keep-alive.',
    staysOpen,
    'note',
  ),
  row(
    'http.any-type',
    '4',
    'A request whose type is that of a form is read like any other (◇).',
    isRead('form', 'A request whose type is that of a form is not read.'),
    'note',
  ),
  row('refusal.unknown-type', '4.2', 'A query with an unknown Type is refused.', isRefused('unknownType')),
  row('refusal.form', '7', 'A refusal is {ERROR: <sentence>} (◇).', sentence('unknownType'), 'note'),
  row('refusal.not-json', '7', 'A body that is not JSON is refused.', isRefused('notJson')),
  row(
    'refusal.not-json-status',
    '7',
    "A malformed request is refused with 400, or with 200 in a vendor's dialect (◇).",
    status('notJson', 400),
    'note',
  ),
  row(
    'refusal.unknown-path',
    '7',
    'An unknown path is answered with 404 (◇).',
    plainStatus('unknownPath', 404),
    'note',
  ),
  row(
    'refusal.wrong-method',
    '7',
    'A wrong method is answered with 405 (◇).',
    plainStatus('wrongMethod', 405),
    'note',
  ),
  row(
    'refusal.too-large',
    '8',
    `A body of more than ${maxBytes} bytes is refused with 413, or with 200 in a vendor's dialect (◇).`,
    status('tooLarge', 413),
    'note',
  ),
  row(
    'refusal.too-deep',
    '8',
    `A body with more than ${maxLevels} levels of nesting is refused (◇).`,
    isRefused('tooDeep'),
    'note',
  ),
  row(
    'refusal.foreign-host',
    '5',
    'A request whose Host is a name that the operator did not allow is refused with 403 (◇).',
    plainStatus('foreignHost', 403),
    'note',
  ),
  row(
    'refusal.foreign-origin',
    '5',
    'A request from a page of another site is refused with 403 (◇).',
    plainStatus('foreignOrigin', 403),
    'note',
  ),
  row(
    'refusal.without-key',
    '5',
    'A bridge with an access key refuses requests without it with 401 (◇).',
    (evidence) =>
      isGuarded(evidence)
        ? plainStatus('withoutKey', 401)(evidence)
        : untested('The bridge was used without an access key.'),
    'note',
  ),
  row(
    'events.stream',
    '6',
    'GET /events is a stream that begins with a snapshot of every component (◇).',
    stream,
    'note',
  ),
  row(
    'http.age',
    '7',
    'A bridge in front of another states in Age how many seconds ago an answer was read (◇).',
    age,
    'note',
  ),
];
