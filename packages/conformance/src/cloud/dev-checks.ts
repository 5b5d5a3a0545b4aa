import { randomUUID } from 'node:crypto';
import { check as checkField, maxBytes, maxLevels } from '@plenum/protocol/check';
import { cloudResponses } from '@plenum/protocol/cloud';
import { catalogue } from '@plenum/protocol/command';
import { kinds } from '@plenum/protocol/component';
import { toCommandExample, toSides } from '@plenum/protocol/derive';
import type { Field } from '@plenum/protocol/field';
import { toSentence } from '@plenum/protocol/refusal';
import { inspect, type ProblemKind } from '../bridge/read/inspect.ts';
import type { Json } from '../bridge/read/readings.ts';
import { broken, type Check, type Finding, kept, keptUnless, type Level, untested } from '../row.ts';
import { type CloudAnswer, type CloudContext, control, describeStatus, discover, query } from './context.ts';
import {
  cloudCheck,
  devicesIn,
  isResult,
  kindOf,
  otherSetpoint,
  type RunCheck,
  readDatagram,
  resultIn,
  signedIn,
  toSetpoint,
  written,
  zoneOf,
} from './judge.ts';

const check = (id: string, section: string, level: Level, statement: string, run: RunCheck) =>
  cloudCheck(`cloud.${id}`, section, level, statement, run);

/** Checks that the response to a request has the shape that the interface defines. */
const hasShape = (
  answer: CloudAnswer,
  type: keyof typeof cloudResponses,
  { requestId }: { readonly requestId: string },
): Finding => {
  if (answer.status !== 200)
    return keptUnless([`The status is ${answer.status}: ${answer.text.slice(0, 120)}`]);
  const shape = checkField(cloudResponses[type] as Field, answer.json);
  return keptUnless([
    ...(shape.ok ? [] : [toSentence(shape.refusal)]),
    ...(answer.json?.requestId === requestId ? [] : ['The requestId is not that of the request.']),
  ]);
};

/** Checks the datagrams of all components against the definitions of their fields. */
const datagrams = (...problems: readonly ProblemKind[]): RunCheck =>
  signedIn(async ({ devices }) => {
    if (devices.length === 0) return untested('The user has no components.');
    return keptUnless(
      devices.flatMap((device) => {
        const found = kindOf(device);
        if (found === undefined) return [];
        return inspect(kinds[found.kind].fields, device.datagram)
          .filter(({ kind }) => problems.includes(kind))
          .map(({ path, says }) => `${device.componentId}: ${path} ${says}.`);
      }),
    );
  });

const refusedBody = (
  id: string,
  statement: string,
  toBody: (context: CloudContext) => unknown,
): Check<CloudContext> =>
  check(
    id,
    '7',
    'must',
    statement,
    signedIn(async (context) => {
      const body = toBody(context);
      const answer = await context.dev(body);
      return isResult(
        answer,
        'InvalidRequest',
        (typeof body === 'object' && body !== null ? body : {}) as object,
      );
    }),
  );

/** The setpoints just outside the limits. */
const beyond = toSides(catalogue.get('ZoneSetpoint')!.body).outside;

const idOfAnother = (id: unknown) =>
  String(id).replace(/^\d{9}/, (uid) => String((Number(uid) + 1) % 1_000_000_000).padStart(9, '0'));

const localOnly = [...catalogue.values()].find(({ over }) => !over.includes('cloud'))!;

/** Returns a command that is allowed only locally, for a component of its kind if the user has one. */
export function localOnlyControl({ devices }: CloudContext) {
  const target = devices.find((device) => kindOf(device)?.kind === localOnly.component) ?? devices[0];
  const componentId = target?.componentId ?? '000000000_irrigation_systemsettings_0';
  return control(componentId, toCommandExample(localOnly));
}

/** Number of requests that exceeds the allowed burst of one token (interface 8). */
const flood = 220;

/** The endpoint for apps (interface 2.10, 4.3, 7, 8). */
export const devChecks: readonly Check<CloudContext>[] = [
  check(
    'no-token',
    '5.3',
    'must',
    'A request without an access token is refused with InvalidUser.',
    async ({ dev }) => isResult(await dev(discover(), null), 'InvalidUser'),
  ),
  check(
    'bad-token',
    '5.3',
    'must',
    'A request with an invalid token is refused with InvalidUser.',
    async ({ dev }) => isResult(await dev(discover(), 'not-a-token'), 'InvalidUser'),
  ),
  check(
    'discover',
    '4.3',
    'must',
    'Discover answers with the user and all components, and the requestId of the request.',
    signedIn(async (context) => {
      const request = discover();
      const answer = await context.dev(request);
      context.devices = devicesIn(answer);
      return hasShape(answer, 'Discover', request);
    }),
  ),
  check(
    'ids',
    '2.10',
    'must',
    'A component id is the 9-digit id of the bridge, a kind and an index.',
    signedIn(async ({ devices }) =>
      devices.length === 0
        ? untested('The user has no components.')
        : keptUnless(
            devices
              .filter((each) => kindOf(each) === undefined)
              .map(({ componentId }) => `${componentId} is not a component id.`),
          ),
    ),
  ),
  check(
    'ids-once',
    '2.10',
    'must',
    'No component appears twice.',
    signedIn(async ({ devices }) => {
      const ids = devices.map(({ componentId }) => componentId);
      return keptUnless(ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `${id} appears twice.`));
    }),
  ),
  check('fields', '2', 'must', 'A datagram has every field of its component.', datagrams('missing')),
  check('types', '2', 'must', 'Each field of a datagram has its JSON type.', datagrams('type')),
  check('ranges', '2', 'must', 'Each measurement in a datagram is within its limits.', datagrams('range')),
  check(
    'values',
    '2.1',
    'should',
    'Each enumeration value in a datagram is one that the interface defines.',
    datagrams('value', 'name'),
  ),
  check(
    'query',
    '4.3',
    'must',
    'Query answers with one component.',
    signedIn(async (context) => {
      const [device] = context.devices;
      if (device === undefined) return untested('The user has no components.');
      const request = query(device.componentId);
      return hasShape(await context.dev(request), 'Query', request);
    }),
  ),
  check(
    'query-same',
    '4.3',
    'must',
    'Query answers with the component that was requested.',
    signedIn(async (context) => {
      const zone = zoneOf(context);
      if (zone === undefined) return untested('The user has no zone.');
      const { Index, Name } = await readDatagram(context, zone.componentId);
      const { Index: index, Name: name } = zone.datagram as Json;
      return keptUnless(
        Index === index && Name === name
          ? []
          : [`The component has Index ${Index} and Name ${Name}, not ${index} and ${name}.`],
      );
    }),
  ),
  check(
    'unknown-component',
    '4.3',
    'must',
    'A component that does not exist is refused with UserNotAllowed.',
    signedIn(async ({ dev }) => {
      const request = query('000000000_hvac_zone_0');
      return isResult(await dev(request), 'UserNotAllowed', request);
    }),
  ),
  check(
    'isolation',
    '4.3',
    'must',
    'A component of another user is refused like one that does not exist.',
    signedIn(async (context) => {
      const { otherAccessToken: other } = context.options.credentials ?? {};
      if (other === undefined) return untested('No access token of another user was given.');
      const own = new Set(context.devices.map(({ componentId }) => componentId));
      const theirs = devicesIn(await context.dev(discover(), other)).filter(
        ({ componentId }) => !own.has(componentId),
      );
      const [first] = theirs;
      const target = first?.componentId ?? idOfAnother(context.devices[0]?.componentId);
      const [asked, missing] = [
        await context.dev(query(target)),
        await context.dev(query(idOfAnother(target))),
      ];
      const ofOther = await context.dev(query(context.devices[0]?.componentId), other);
      return keptUnless([
        ...(asked.status === missing.status &&
        resultIn(asked) === resultIn(missing) &&
        JSON.stringify(asked.json?.response) === JSON.stringify(missing.json?.response)
          ? []
          : [
              `A component of another user is answered ${asked.text.slice(0, 100)}, one that does not exist ${missing.text.slice(0, 100)}.`,
            ]),
        ...(resultIn(ofOther) === 'UserNotAllowed'
          ? []
          : [`The other user is answered ${ofOther.text.slice(0, 100)}.`]),
      ]);
    }),
  ),
  check(
    'control-isolation',
    '4.3',
    'must',
    'A control of a component of another user is refused with UserNotAllowed.',
    signedIn(async (context) => {
      const request = control(idOfAnother(context.devices[0]?.componentId ?? '000000000_hvac_zone_0'), {
        SysOn: 0,
      });
      return isResult(await context.dev(request), 'UserNotAllowed', request);
    }),
  ),
  refusedBody('no-request-id', 'A request without a requestId is refused with InvalidRequest.', () => ({
    requestType: 'Discover',
  })),
  check(
    'no-uuid',
    '7',
    'must',
    'A requestId that is not a UUID is refused with InvalidRequest.',
    signedIn(async ({ dev }) => isResult(await dev({ ...discover(), requestId: '1' }), 'InvalidRequest')),
  ),
  refusedBody('unknown-type', 'An unknown requestType is refused with InvalidRequest.', () => ({
    requestId: randomUUID(),
    requestType: 'Nothing',
  })),
  refusedBody('no-component', 'A Query without a componentId is refused with InvalidRequest.', () => ({
    requestId: randomUUID(),
    requestType: 'Query',
  })),
  refusedBody('unknown-key', 'A request with an unknown key is refused with InvalidRequest.', () => ({
    ...discover(),
    other: 1,
  })),
  refusedBody('not-json', 'A body that is not JSON is refused with InvalidRequest.', () => '{"requestId":'),
  refusedBody('unknown-command', 'An unknown command is refused with InvalidRequest.', ({ devices }) =>
    control(devices[0]?.componentId ?? 'x', { NoSuchCommand: 1 }),
  ),
  check(
    'beyond-limits',
    '8',
    'must',
    'A command beyond its limits is refused with InvalidRequest, and changes nothing.',
    signedIn(async (context) => {
      const zone = zoneOf(context);
      if (zone === undefined) return untested('The user has no zone.');
      const problems: string[] = [];
      for (const body of beyond) {
        const answer = await context.dev(control(zone.componentId, { ZoneSetpoint: body }));
        if (resultIn(answer) !== 'InvalidRequest')
          problems.push(`${JSON.stringify(body)} is answered ${resultIn(answer)}.`);
      }
      const { Setpoint } = await readDatagram(context, zone.componentId);
      return keptUnless([
        ...problems,
        ...(Setpoint === (zone.datagram as Json).Setpoint ? [] : ['The setpoint changed.']),
      ]);
    }),
  ),
  check(
    'local-only',
    '7',
    'must',
    'A local-only command is refused with UserNotAllowed.',
    signedIn(async (context) => {
      const request = localOnlyControl(context);
      return isResult(await context.dev(request), 'UserNotAllowed', request);
    }),
  ),
  check(
    'too-large',
    '8',
    'note',
    `A body of more than ${maxBytes} bytes is refused with 413 (◇).`,
    signedIn(async ({ dev }) => {
      const { status } = await dev(JSON.stringify(discover()).padEnd(maxBytes + 1));
      return keptUnless(status === 413 ? [] : [`The status is ${status}.`]);
    }),
  ),
  check(
    'too-deep',
    '8',
    'note',
    `A body with more than ${maxLevels} levels of nesting is refused (◇).`,
    signedIn(async ({ dev }) =>
      isResult(await dev(`${'['.repeat(maxLevels + 1)}${']'.repeat(maxLevels + 1)}`), 'InvalidRequest'),
    ),
  ),
  check(
    'wrong-method',
    '7',
    'note',
    'A wrong method is answered with 405 and InvalidRequest (◇).',
    signedIn(async ({ send, accessToken }) => {
      const answer = await send('/dev', { headers: { Authorization: `Bearer ${accessToken}` } });
      return keptUnless(
        answer.status === 405 && resultIn(answer) === 'InvalidRequest'
          ? []
          : [`The request is answered ${answer.status} ${answer.text.slice(0, 80)}.`],
      );
    }),
  ),
  check(
    'version',
    '9',
    'note',
    'GET /version answers with the version of the cloud (◇).',
    async ({ send }) => {
      const answer = await send('/version');
      return answer.status === 200 ? kept(answer.text.slice(0, 80)) : broken(describeStatus(answer));
    },
  ),
  check(
    'control',
    '4.3',
    'must',
    'Control sets a value, and Query shows it.',
    written(async (context, zone) => {
      const datagram = await readDatagram(context, zone.componentId);
      const target = otherSetpoint(datagram);
      const request = control(zone.componentId, toSetpoint(datagram, target));
      const answer = await context.dev(request);
      const shape = hasShape(answer, 'Control', request);
      if (shape.found !== 'kept') return shape;
      const { Setpoint } = await readDatagram(context, zone.componentId);
      return keptUnless(Setpoint === target ? [] : [`The setpoint is ${Setpoint}, not ${target}.`]);
    }),
  ),
  check(
    'control-repeated',
    '4.3',
    'must',
    'A repeated Control with the same requestId gets the first answer and is not executed again; a different Control with it is refused.',
    written(async (context, zone) => {
      const datagram = await readDatagram(context, zone.componentId);
      const [first, other] = [otherSetpoint(datagram), datagram.Setpoint];
      const request = control(zone.componentId, toSetpoint(datagram, first));
      const [done, again] = [await context.dev(request), await context.dev(request)];
      const another = await context.dev({ ...request, requestBody: toSetpoint(datagram, other) });
      const { Setpoint } = await readDatagram(context, zone.componentId);
      return keptUnless([
        ...(done.text === again.text && done.status === again.status
          ? []
          : [`The repetition is answered ${again.text.slice(0, 100)}.`]),
        ...(another.status === 400
          ? []
          : [`Another Control with that requestId is answered ${another.text.slice(0, 100)}.`]),
        ...(Setpoint === first ? [] : [`The setpoint is ${Setpoint}, not ${first}.`]),
      ]);
    }),
  ),
  check(
    'rate',
    '8',
    'note',
    'Requests beyond the limit of a token are answered 429 with Retry-After (◇).',
    signedIn(async (context) => {
      const [device] = context.devices;
      if (device === undefined) return untested('The user has no components.');
      const answers = await Promise.all(
        Array.from({ length: flood }, () => context.dev(query(device.componentId))),
      );
      const limited = answers.filter(({ status }) => status === 429);
      if (limited.length === 0) return keptUnless([`All of ${flood} requests in parallel were served.`]);
      const without = limited.some(({ headers }) => !/^\d+$/.test(headers.get('retry-after') ?? ''));
      const others = answers.filter(({ status }) => status !== 429 && status !== 200);
      return keptUnless([
        ...(without ? ['429 without Retry-After.'] : []),
        ...others.map(({ status }) => `The status of one is ${status}.`),
      ]);
    }),
  ),
];
