import { type ComponentKind, componentKinds, kinds } from '../component/kinds.ts';
import { bool, list, number, object, record, text, word } from '../field/make.ts';
import { maxAnswerBytes, maxComponents } from './connection.ts';

type CloudKind = {
  [Kind in ComponentKind]: (typeof kinds)[Kind]['token'] extends undefined ? never : Kind;
}[ComponentKind];

/** The kinds of component on a cloud: kinds with a token in component ids. */
export const cloudKinds = componentKinds.filter((kind): kind is CloudKind => kinds[kind].token !== undefined);

export const frameNumber = number('number of the frame on this connection, from 1', {
  min: 1,
  max: Number.MAX_SAFE_INTEGER,
});

export const sessionNonce = text('128 random bits that the bridge chose for this connection', {
  pattern: '^[A-Za-z0-9_-]{22}$',
  expected: '22 characters of base64url',
});

export const controlId = text('`<session>.<no>`, the controls of a connection counted from 1', {
  pattern: '^[A-Za-z0-9_-]{22}\\.[1-9][0-9]{0,14}$',
  expected: 'a session and a number',
});

export const sentence = text('one sentence', { pattern: '^.{1,1000}$', expected: 'one sentence' });

export const instant = number('instant of the house, ms since 1970-01-01 UTC', {
  min: 0,
  max: 8_640_000_000_000_000,
});

export const systemId = text('the 9-digit id of discovery', {
  pattern: '^[0-9]{9}$',
  expected: '9 digits',
});

export const readNumber = number('number of the read or write on this connection, from 1', {
  min: 1,
  max: Number.MAX_SAFE_INTEGER,
});

/** Not a closed list, because a bridge responds with 404 to an unknown path. */
export const readPath = text('the path on the local network', {
  pattern: '^(/[a-z][a-z-]{0,30}){1,4}$',
  expected: 'a path such as /history',
});

export const readQuery = text('its query, without the question mark', {
  pattern: '^[ -~]{0,4000}$',
  expected: 'at most 4,000 characters of a query',
});

export const answerBody = text('JSON; for a refusal, one sentence', {
  pattern: `^[\\s\\S]{0,${maxAnswerBytes}}$`,
  expected: 'the text of an answer',
});

const shortText = (description: string) =>
  text(description, { pattern: '^.{0,500}$', expected: 'at most 500 characters of text' });

export const identity = record('how the bridge identifies itself in every answer', {
  uid: systemId,
  deviceType: shortText('`ASH` in all real devices'),
  firmware: shortText('name and version of every module'),
});

export const controlOrigin = record(
  'the origin of the command, for the history of the bridge',
  {
    app: shortText('the name of the app'),
    account: shortText('the account'),
    garage: bool('whether it may move a garage door: the owner gave it, or allowed an app to'),
  },
  { optional: ['app', 'account', 'garage'] },
);

export const traceparent = text('the trace of the request that caused it (W3C Trace Context), version 00', {
  pattern: '^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$',
  expected: 'a traceparent',
});

const where = {
  kind: word('kind of component', cloudKinds),
  index: number('its index among its kind', { min: 0, max: 127 }),
};

const component = { ...where, datagram: object('its datagram') };

export const components = list('components as they are now', record('one component', component), {
  min: 0,
  max: maxComponents,
});

export const changedComponents = list(
  'components that changed, as they are now',
  record('one component', { ...component, trace: traceparent }, { optional: ['trace'] }),
  { min: 0, max: maxComponents },
);

export const removed = list('components that are gone', record('one component', where), {
  min: 0,
  max: maxComponents,
});
