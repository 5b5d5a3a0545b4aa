import { parseBody } from '@plenum/protocol/check';
import type { Dialect } from '@plenum/protocol/dialect';
import { type Result, refuse } from '@plenum/protocol/refusal';
import {
  answerV1Read,
  checkV1Command,
  toV1Refusal,
  type V1Command,
  v1Commands,
  v1Ok,
  v1Reads,
} from '@plenum/protocol/v1';
import type { Caller, Device } from '../../device/device.ts';
import { refuseStale } from '../../device/refuse-stale.ts';
import { withAgeOf } from '../age.ts';
import { toAnswer, toJsonAnswer, toTextAnswer, v1RefuserOf } from '../answer.ts';
import { type Body, bodyOf } from '../body.ts';
import { callerOf } from '../caller.ts';
import type { Route } from '../route.ts';

const done = toTextAnswer(v1Ok);

/**
 * Creates the routes of the original interface (wire facts 8): reads by GET, commands by POST, refusals with status
 * 200.
 */
export function createV1Routes(device: Device, dialect: Dialect, readOnly: boolean): Route[] {
  const toRefused = v1RefuserOf(dialect);
  const command = async (definition: V1Command, body: Body, caller: Caller): Promise<Result<undefined>> => {
    if (readOnly) return refuse('read-only');
    if (!body.ok) return body;
    const parsed = parseBody(body.value);
    if (!parsed.ok) return parsed;
    const commands = checkV1Command(definition, parsed.value, device.datagrams());
    if (!commands.ok) return commands;
    const done = await device.commandFor(caller, ...commands.value);
    return done.ok ? done : { ok: false, refusal: toV1Refusal(definition, done.refusal) };
  };
  const reads = v1Reads.map(
    (read): Route => ({
      method: 'GET',
      path: read.path,
      endpoint: 'v1-read',
      handle: () => {
        const old = refuseStale(device);
        if (old !== undefined) return toRefused(old);
        const answer = answerV1Read(read, device.datagrams(), device.identity, dialect);
        return withAgeOf(toAnswer(answer, toJsonAnswer, toRefused), device, [[read.kind, undefined]]);
      },
    }),
  );
  const commands = [...v1Commands.values()].map(
    (definition): Route => ({
      method: 'POST',
      path: `/${definition.name}`,
      endpoint: 'v1-command',
      handle: async (request) =>
        toAnswer(await command(definition, bodyOf(request), callerOf(request)), () => done, toRefused),
    }),
  );
  return [...reads, ...commands];
}
