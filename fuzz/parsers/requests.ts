import assert from 'node:assert/strict';
import { maxBytes, parseBody } from '@plenum/protocol/check';
import { checkAddress, checkCloudRequest, requestIdOf } from '@plenum/protocol/cloud';
import { checkCommand, targetOf } from '@plenum/protocol/command';
import { fromComponentId } from '@plenum/protocol/component';
import { subsystemNames, subsystems } from '@plenum/protocol/definition';
import { fromWire, izone, toWireText } from '@plenum/protocol/dialect';
import { checkQuery } from '@plenum/protocol/query';
import { checkException, checkExceptionRef } from '@plenum/protocol/schedule';
import { readTraceparent } from '@plenum/protocol/trace';
import { checkV1Command, v1Commands } from '@plenum/protocol/v1';
import fc from '@plenum/testbed/fast-check';
import { bodiesAt, cloudBodies, readOperations } from '../contracts.ts';
import { jsonLike, textsLike } from '../mutate.ts';
import { assertReadOrRefused } from '../refused.ts';
import { parser } from '../target.ts';
import { demoDatagrams } from './houses.ts';

const local = readOperations('local.openapi.json');

/** Generates the name of something and a body for it. */
const eachLike = <Name extends string>(
  bodies: readonly (readonly [name: Name, bodies: readonly unknown[]])[],
): fc.Arbitrary<readonly [Name, string]> =>
  fc.oneof(...bodies.map(([name, some]) => fc.tuple(fc.constant(name), jsonLike(some))));

/** Reads a body as a bridge or a cloud does, which refuse longer ones before they read them. */
const readBody = (text: string) => parseBody(text.slice(0, maxBytes));

export const commands = parser('commands', {
  cases: jsonLike(bodiesAt(local, /Command(V2)?$/)),
  check: (text) => {
    const parsed = readBody(text);
    if (!parsed.ok) return assertReadOrRefused(parsed);
    const checked = checkCommand(fromWire(izone, parsed.value));
    if (checked.ok) assert.equal(typeof targetOf(checked.value).kind, 'string');
    toWireText(izone, parsed.value);
    return assertReadOrRefused(checked);
  },
});

export const queries = parser('queries', {
  weight: 10,
  cases: eachLike(
    subsystemNames.map((id) => [
      id,
      local.filter(({ path }) => path === subsystems[id].query).flatMap(({ bodies }) => bodies),
    ]),
  ),
  check: ([subsystem, text]) => {
    const parsed = readBody(text);
    return parsed.ok && assertReadOrRefused(checkQuery(subsystem, parsed.value));
  },
});

export const originalCommands = parser('commands of the original interface', {
  weight: 10,
  cases: eachLike(Array.from(v1Commands.keys(), (name) => [name, bodiesAt(local, new RegExp(`^/${name}$`))])),
  check: ([name, text]) => {
    const parsed = readBody(text);
    return (
      parsed.ok && assertReadOrRefused(checkV1Command(v1Commands.get(name)!, parsed.value, demoDatagrams))
    );
  },
});

export const cloudRequests = parser('requests to the cloud', {
  cases: jsonLike(cloudBodies('000000001')),
  check: (text) => {
    const parsed = readBody(text);
    if (!parsed.ok) return false;
    requestIdOf(parsed.value);
    const request = checkCloudRequest(parsed.value);
    if (!request.ok) return assertReadOrRefused(request);
    if (request.value.requestType === 'Discover') return true;
    const to = fromComponentId(request.value.componentId);
    if (to === undefined || request.value.requestType !== 'Control') return to !== undefined;
    const command = checkCommand(request.value.requestBody);
    return assertReadOrRefused(command.ok ? checkAddress(command.value, to) : command);
  },
});

export const exceptions = parser('exceptions of favourites', {
  weight: 5,
  cases: jsonLike([
    ...bodiesAt(local, /exceptions/),
    { kind: 'holiday', date: '2099-12-01', until: '2099-12-26' },
  ]),
  check: (text) => {
    const parsed = readBody(text);
    if (!parsed.ok) return false;
    const isRef = assertReadOrRefused(checkExceptionRef(parsed.value));
    return assertReadOrRefused(checkException(parsed.value)) || isRef;
  },
});

export const traceparents = parser('traceparents', {
  weight: 2,
  cases: textsLike([
    '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    'cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-what',
  ]),
  check: (header) => {
    const read = readTraceparent(header);
    if (read !== undefined) assert.match(read, /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/);
    return read !== undefined;
  },
});
