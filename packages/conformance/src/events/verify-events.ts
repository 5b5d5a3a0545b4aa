import { randomBytes, randomUUID } from 'node:crypto';
import { type Clock, steadyClock } from '@plenum/platform/clock';
import { fetchWithoutBrotli } from '@plenum/platform/fetch';
import { cloudMessages } from '@plenum/protocol/cloud';
import { kinds } from '@plenum/protocol/component';
import { toExample } from '@plenum/protocol/derive';
import {
  type Check,
  type Finding,
  isOfSection,
  keptUnless,
  type Level,
  type RowResult,
  runChecks,
  untested,
} from '../row.ts';
import { type Signing, toSignedHeaders } from './sign.ts';

/** Options for checking an event endpoint; times in milliseconds. */
interface VerifyEventsOptions {
  readonly url: string;
  /** The secret of the endpoint, `whsec_...`. */
  readonly secret: string;
  /** Components of the test events; default: the example of a zone. */
  readonly devices?: readonly { readonly componentId: string; readonly datagram: object }[];
  /** The user of a Sync; default: the user of the example. */
  readonly userId?: string;
  /** Timeout of one message; default 15000, in which a cloud expects a response. */
  readonly timeout?: number;
  readonly only?: string;
  readonly clock?: Clock;
}

/** The response from an endpoint; without a status there was none. */
interface Answered {
  readonly status: number | undefined;
  readonly why: string;
}

/** One message to send. */
interface Sent {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly method?: string;
}

interface Context {
  readonly options: VerifyEventsOptions;
  /** Seconds since 1970 UTC. */
  readonly now: () => number;
  readonly send: (message: Sent) => Promise<Answered>;
}

/** Milliseconds in which an endpoint has to respond (interface 6). */
const answerTime = 15_000;
/** Seconds after which a timestamp is too old or too new; Standard Webhooks tolerates five minutes. */
const stale = 900;
/** Maximum number of components in one message. */
const manyDevices = 100;

const createSend =
  ({ url, timeout = answerTime }: VerifyEventsOptions): Context['send'] =>
  async ({ body, headers, method = 'POST' }) => {
    try {
      const answer = await fetchWithoutBrotli(url, {
        method,
        headers,
        ...(method === 'POST' && { body }),
        redirect: 'manual',
        signal: AbortSignal.timeout(timeout),
      });
      await answer.arrayBuffer();
      return { status: answer.status, why: `The message is answered with ${answer.status}.` };
    } catch (error) {
      const { name, message, cause } = error as Error & { cause?: Error };
      const why =
        name === 'TimeoutError'
          ? `There was no answer within ${timeout / 1_000} s`
          : (cause?.message ?? message);
      return { status: undefined, why: `${why}.` };
    }
  };

const toEvent = (devices: readonly object[]) => ({
  requestId: randomUUID(),
  requestType: 'Event',
  requestBody: { devices },
});

const zone = () => ({
  componentId: '000000001_hvac_zone_3',
  datagram: toExample(kinds.zone.fields) as object,
});

const devicesOf = ({
  options,
}: Context): readonly { readonly componentId: string; readonly datagram: object }[] =>
  options.devices ?? [zone()];

interface Change {
  readonly message?: object | string;
  readonly signing?: Partial<Signing>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent instead of the signed body. */
  readonly altered?: string;
}

/** Returns a message of interface 6, signed as a cloud signs it, with the given alterations. */
const toMessage = (context: Context, { message, signing, headers, altered }: Change = {}): Sent => {
  const content = message ?? toEvent(devicesOf(context));
  const body = typeof content === 'string' ? content : JSON.stringify(content);
  const signed = toSignedHeaders(body, {
    id: `msg_${randomUUID()}`,
    timestamp: context.now(),
    secrets: [context.options.secret],
    ...signing,
  });
  return { body: altered ?? body, headers: { ...signed, ...headers } };
};

const isAccepted = ({ status }: Answered) => status !== undefined && status >= 200 && status < 300;
const isRefused = ({ status }: Answered) => status !== undefined && status >= 400 && status < 500;

const accepted = (answer: Answered): Finding => keptUnless(isAccepted(answer) ? [] : [answer.why]);
const refused = (answer: Answered): Finding => keptUnless(isRefused(answer) ? [] : [answer.why]);
/**
 * Any response other than an acceptance is correct, so that a forger does not learn the reason. A missing response is
 * inconclusive.
 */
const notAccepted = (answer: Answered): Finding =>
  answer.status === undefined ? untested(answer.why) : keptUnless(isAccepted(answer) ? [answer.why] : []);

const check = (id: string, level: Level, statement: string, run: Check<Context>['run']): Check<Context> => ({
  id: `events.${id}`,
  section: '6',
  statement,
  level,
  run,
});

const one =
  (change: (context: Context) => Change, judge: (answer: Answered) => Finding): Check<Context>['run'] =>
  async (context) =>
    judge(await context.send(toMessage(context, change(context))));

const withMore = (context: Context) => {
  const [first, ...others] = devicesOf(context);
  return toEvent([{ ...first, datagram: { ...first!.datagram, NewerField: 7, SysMode: 99 } }, ...others]);
};

const otherSecret = () => `whsec_${randomBytes(24).toString('base64')}`;

/** Checks of an event endpoint, for each sort of message (interface 6). */
export const eventChecks: readonly Check<Context>[] = [
  check(
    'good',
    'must',
    'A signed Event is accepted with 2xx within 15 s.',
    one(() => ({}), accepted),
  ),
  check(
    'sync',
    'must',
    'A signed Sync is accepted.',
    one(
      ({ options: { userId } }) => ({
        message: {
          ...(toExample(cloudMessages.Sync) as object),
          requestId: randomUUID(),
          ...(userId !== undefined && { userId }),
        },
      }),
      accepted,
    ),
  ),
  check(
    'repeated',
    'must',
    'A message that arrives again with the same webhook-id is accepted again.',
    async (context) => {
      const message = toMessage(context);
      await context.send(message);
      return accepted(await context.send(message));
    },
  ),
  check('reordered', 'must', 'A message older than the previous one is accepted.', async (context) => {
    const older = toMessage(context, { signing: { timestamp: context.now() - 60 } });
    await context.send(toMessage(context));
    return accepted(await context.send(older));
  }),
  check(
    'two-signatures',
    'must',
    'One valid signature among several is enough: after a change of the secret, messages are also signed with the old one.',
    one(({ options: { secret } }) => ({ signing: { secrets: [otherSecret(), secret] } }), accepted),
  ),
  check(
    'unknown-fields',
    'must',
    'Unknown fields and values in a datagram are accepted.',
    one((context) => ({ message: withMore(context) }), accepted),
  ),
  check(
    'many',
    'should',
    `A message with ${manyDevices} components is accepted.`,
    one(
      (context) => ({
        message: toEvent(
          Array.from({ length: manyDevices }, (_, at) => ({
            ...devicesOf(context)[0]!,
            componentId: `000000001_hvac_zone_${at}`,
          })),
        ),
      }),
      accepted,
    ),
  ),
  check(
    'forged',
    'must',
    'A message signed with another secret is not accepted.',
    one(() => ({ signing: { secrets: [otherSecret()] } }), notAccepted),
  ),
  check(
    'altered',
    'must',
    'A body altered after signing is not accepted.',
    one((context) => ({ altered: JSON.stringify(withMore(context)) }), notAccepted),
  ),
  check('unsigned', 'must', 'A message without a signature is not accepted.', async (context) => {
    const { body } = toMessage(context);
    return notAccepted(await context.send({ body, headers: { 'Content-Type': 'application/json' } }));
  }),
  check(
    'empty-signature',
    'must',
    'A message with an empty signature is not accepted.',
    one(() => ({ headers: { 'webhook-signature': 'v1,' } }), notAccepted),
  ),
  check(
    'other-id',
    'must',
    'A signature is valid for one webhook-id: with another id it is not accepted.',
    one(() => ({ headers: { 'webhook-id': `msg_${randomUUID()}` } }), notAccepted),
  ),
  check(
    'late',
    'should',
    'A message signed a quarter of an hour ago is not accepted, since it may be a recording.',
    one(({ now }) => ({ signing: { timestamp: now() - stale } }), notAccepted),
  ),
  check(
    'ahead',
    'should',
    'A message signed a quarter of an hour in the future is not accepted.',
    one(({ now }) => ({ signing: { timestamp: now() + stale } }), notAccepted),
  ),
  check(
    'says-no',
    'should',
    'Forged messages are refused with 4xx: any other failure is retried for days.',
    one(() => ({ signing: { secrets: [otherSecret()] } }), refused),
  ),
  check(
    'malformed',
    'should',
    'A signed body that is not JSON is refused with 4xx, and breaks nothing.',
    one(() => ({ message: '{' }), refused),
  ),
  check(
    'unknown-message',
    'note',
    'A signed message of an unknown kind is answered, and breaks nothing.',
    one(
      () => ({ message: { requestId: randomUUID(), requestType: 'Newer' } }),
      (answer) => keptUnless(isAccepted(answer) || isRefused(answer) ? [] : [answer.why]),
    ),
  ),
  check('get', 'note', 'A GET request is not mistaken for a message.', async ({ send }) =>
    notAccepted(await send({ body: '', headers: {}, method: 'GET' })),
  ),
  check(
    'afterwards',
    'must',
    'After all these messages, a signed Event is accepted.',
    one(() => ({}), accepted),
  ),
];

/** Checks an event endpoint with valid, repeated, late, reordered and forged messages. */
export function verifyEvents(options: VerifyEventsOptions): Promise<readonly RowResult[]> {
  const { clock = steadyClock, only } = options;
  const now = () => Math.floor(clock.now() / 1_000);
  const checks =
    only === undefined ? eventChecks : eventChecks.filter(({ section }) => isOfSection(section, only));
  return runChecks(checks, { options, now, send: createSend(options) });
}
