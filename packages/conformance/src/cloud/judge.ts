import { check as checkField } from '@plenum/protocol/check';
import { type CloudResult, cloudResponses, cloudResults } from '@plenum/protocol/cloud';
import { fromComponentId } from '@plenum/protocol/component';
import type { Field } from '@plenum/protocol/field';
import { toSentence } from '@plenum/protocol/refusal';
import type { Json } from '../bridge/read/readings.ts';
import { broken, type Check, type Finding, keptUnless, type Level, untested } from '../row.ts';
import { type CloudAnswer, type CloudContext, describeStatus, isAnswered, query } from './context.ts';

export type RunCheck = Check<CloudContext>['run'];

/** Creates a check of a cloud. */
export const cloudCheck = (
  id: string,
  section: string,
  level: Level,
  statement: string,
  run: RunCheck,
): Check<CloudContext> => ({
  id,
  section,
  statement,
  level,
  run,
});

const noToken = untested('No access token was given.');

/** Creates a check that needs an access token. */
export const signedIn =
  (run: RunCheck): RunCheck =>
  async (context) =>
    context.accessToken === undefined ? noToken : run(context);

export const resultIn = ({ json }: CloudAnswer): unknown => (json?.response as Json | undefined)?.result;

/**
 * Checks that a response is the result message of interface 4.3, with this result and the status that belongs to it.
 */
export function isResult(
  answer: CloudAnswer,
  result: CloudResult,
  request?: { readonly requestId?: unknown },
): Finding {
  if (!isAnswered(answer)) return broken(describeStatus(answer));
  const { status } = cloudResults[result];
  const shape = checkField(cloudResponses.Result as Field, answer.json);
  return keptUnless([
    ...(answer.status === status ? [] : [`The status is ${answer.status}, not ${status}.`]),
    ...(resultIn(answer) === result
      ? []
      : [`The result is ${JSON.stringify(resultIn(answer))}, not ${result}.`]),
    ...(shape.ok || request === undefined ? [] : [toSentence(shape.refusal)]),
    ...(request?.requestId === undefined || answer.json?.requestId === request.requestId
      ? []
      : ['The requestId is not that of the request.']),
  ]);
}

export function devicesIn({ json }: CloudAnswer): readonly Json[] {
  const { devices } = (json?.response ?? {}) as { devices?: unknown };
  return Array.isArray(devices) ? devices : [];
}

export const kindOf = ({ componentId }: Json) =>
  typeof componentId === 'string' ? fromComponentId(componentId) : undefined;

export const zoneOf = ({ devices }: CloudContext) =>
  devices.find((device) => kindOf(device)?.kind === 'zone');

/** Returns a setpoint that differs from the zone's current one. */
export const otherSetpoint = (datagram: Json) => (datagram.Setpoint === 2150 ? 2200 : 2150);
export const toSetpoint = (datagram: Json, Setpoint: unknown) => ({
  ZoneSetpoint: { Index: datagram.Index, Setpoint },
});

export const written = (run: (context: CloudContext, zone: Json) => Promise<Finding>): RunCheck =>
  signedIn(async (context) => {
    const zone = zoneOf(context);
    if (!context.options.write) return untested('Nothing is changed without --write.');
    return zone === undefined ? untested('The user has no zone.') : run(context, zone);
  });

export async function readDatagram(context: CloudContext, componentId: unknown): Promise<Json> {
  const { json } = await context.dev(query(componentId));
  return ((json?.response as { component?: { datagram?: Json } })?.component?.datagram ?? {}) as Json;
}
