import { randomUUID } from 'node:crypto';
import type { CloudResult } from '@plenum/protocol/cloud';
import type { Json } from '../bridge/read/readings.ts';
import { broken, type Finding, kept, keptUnless, type Level, untested } from '../row.ts';
import type { CloudContext } from './context.ts';
import {
  call,
  causesMessage,
  idsOf,
  isServed,
  numberOf,
  ok,
  problemsOf,
  request,
  unimplemented,
  watchAll,
  whereServed,
} from './grpc-calls.ts';
import {
  cloudCheck,
  otherSetpoint,
  type RunCheck,
  readDatagram,
  signedIn,
  toSetpoint,
  written,
} from './judge.ts';

const check = (id: string, statement: string, run: RunCheck, level: Level = 'must') =>
  cloudCheck(id, '5.3', level, statement, run);

/** Creates a check of a cloud that has the service, with an access token. */
const served = (run: (context: CloudContext, token: string) => Promise<Finding>): RunCheck =>
  whereServed(signedIn(async (context) => run(context, context.accessToken!)));

const endsWith = async (
  context: CloudContext,
  result: CloudResult,
  [method, message]: readonly [string, Json],
): Promise<Finding> => {
  const { status, sentence } = await call(context, method, message);
  const expected = numberOf(result);
  return keptUnless(status === expected ? [] : [`The status is ${status} (${sentence}), not ${expected}.`]);
};

const isSameList = (one: readonly string[], other: readonly string[]) =>
  JSON.stringify(one) === JSON.stringify(other);

const isJson = (text: unknown): boolean => {
  try {
    return typeof JSON.parse(String(text)) === 'object';
  } catch {
    return false;
  }
};

const sameComponents = (context: CloudContext, components: unknown): readonly string[] => [
  ...(isSameList(idsOf(components), idsOf(context.devices))
    ? []
    : [`${idsOf(components).length} components, but ${context.devices.length} over HTTPS.`]),
  ...(components as readonly Json[])
    .filter(({ datagram }) => !isJson(datagram))
    .map(({ componentId }) => `The datagram of ${componentId} is not JSON.`),
];

/** The service over gRPC: the operations of interface 4.3, and Watch. */
export const grpcChecks = [
  check(
    'grpc.answers',
    'The service plenum.cloud.v1.ClimateCloud answers over gRPC on the HTTP port (◇).',
    async (context) => {
      const { status, sentence } = await call(context, 'Discover', {});
      return status !== undefined && status !== unimplemented
        ? kept()
        : broken(status === undefined ? sentence : `The status is ${status}: ${sentence}`);
    },
    'note',
  ),
  check(
    'grpc.no-token',
    'A call over gRPC without an access token ends with the status of InvalidUser.',
    whereServed((context) => endsWith(context, 'InvalidUser', ['Discover', { requestId: randomUUID() }])),
  ),
  check(
    'grpc.bad-token',
    'A call over gRPC with an invalid token ends with the status of InvalidUser.',
    whereServed((context) => endsWith(context, 'InvalidUser', ['Discover', request('not-a-token')])),
  ),
  check(
    'grpc.discover',
    'Discover over gRPC answers with the same components as over HTTPS, each datagram as JSON text.',
    served(async (context, token) => {
      const message = request(token);
      const found = await call(context, 'Discover', message);
      return keptUnless([
        ...problemsOf(found, message),
        ...(found.answer === undefined ? [] : sameComponents(context, found.answer.devices)),
      ]);
    }),
  ),
  check(
    'grpc.query',
    'Query over gRPC answers with the component that was requested.',
    served(async (context, token) => {
      const [device] = context.devices;
      if (device === undefined) return untested('The user has no components.');
      const message = request(token, { componentId: device.componentId });
      const found = await call(context, 'Query', message);
      const component = found.answer?.component as Json | undefined;
      return keptUnless([
        ...problemsOf(found, message),
        ...(found.status !== ok || component?.componentId === device.componentId
          ? []
          : [`It is ${component?.componentId}, not ${device.componentId}.`]),
      ]);
    }),
  ),
  check(
    'grpc.no-request-id',
    'A call over gRPC without a requestId ends with the status of InvalidRequest.',
    served((context, accessToken) =>
      endsWith(context, 'InvalidRequest', ['Discover', { accessToken, requestId: '' }]),
    ),
  ),
  check(
    'grpc.isolation',
    'A call over gRPC for a component of another user ends with the status of UserNotAllowed.',
    served((context, token) =>
      endsWith(context, 'UserNotAllowed', [
        'Query',
        request(token, { componentId: '000000000_hvac_zone_0' }),
      ]),
    ),
  ),
  check(
    'grpc.control',
    'Control over gRPC sets a value, and Query over HTTPS shows it.',
    written(async (context, zone) => {
      if (!(await isServed(context))) return untested('The cloud does not have the service.');
      const { componentId } = zone;
      const datagram = await readDatagram(context, componentId);
      const target = otherSetpoint(datagram);
      const requestBody = JSON.stringify(toSetpoint(datagram, target));
      const message = request(context.accessToken!, { componentId, requestBody });
      const problems = problemsOf(await call(context, 'Control', message), message);
      const { Setpoint } = await readDatagram(context, componentId);
      return keptUnless([
        ...problems,
        ...(Setpoint === target ? [] : [`The setpoint is ${Setpoint}, not ${target}.`]),
      ]);
    }),
  ),
  check(
    'watch.bad-token',
    'A Watch stream with an invalid token ends with the status of InvalidUser.',
    whereServed((context) => endsWith(context, 'InvalidUser', ['Watch', request('not-a-token')])),
  ),
  check(
    'watch.whole',
    'A Watch stream begins with all components, one message with a cursor for each complete bridge.',
    served(async (context, token) => {
      const { messages, seen } = await watchAll(context, request(token));
      const missing = idsOf(context.devices).filter((id) => !seen.includes(id));
      const bridges = new Set(idsOf(context.devices).map((id) => id.slice(0, 9)));
      return keptUnless([
        ...missing.map((id) => `${id} is not sent.`),
        ...[...bridges]
          .filter((id) => !messages.some(({ systemId, snapshot }) => systemId === id && snapshot === true))
          .map((id) => `Bridge ${id} is not sent completely.`),
        ...messages
          .filter(({ snapshot, cursor }) => snapshot === true && cursor === '')
          .map(({ systemId }) => `Bridge ${systemId} is sent without a cursor.`),
      ]);
    }),
  ),
  check(
    'watch.change',
    'A stream that resumes from its cursors sends only changes, and no complete bridge again.',
    written(async (context, zone) =>
      (await isServed(context))
        ? causesMessage(context, context.accessToken!, zone)
        : untested('The cloud does not have the service.'),
    ),
  ),
];
