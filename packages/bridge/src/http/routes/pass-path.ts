import { parseBody } from '@plenum/protocol/check';
import { type Dialect, fromWire, toWireText } from '@plenum/protocol/dialect';
import { type Result, refuse } from '@plenum/protocol/refusal';
import { v1Ok } from '@plenum/protocol/v1';
import type { Device, PassUnknown, UnknownRequest } from '../../device/device.ts';
import { type Answer, toAnswer, toJsonAnswer, toTextAnswer, v1RefuserOf } from '../answer.ts';
import { bodyOf } from '../body.ts';
import { callerOf } from '../caller.ts';
import type { HttpRequest } from '../request.ts';

/**
 * Responds to a request of the original interface at a path without a route; returns undefined if the request is not
 * passed on.
 */
export type PassPath = (request: HttpRequest) => Promise<Answer | undefined> | undefined;

/** Form of the original interface's paths: one name that starts with a capital letter (wire facts 8). */
const originalPath = /^\/[A-Z][A-Za-z0-9_]{0,39}$/;

const readRequest = (request: HttpRequest, dialect: Dialect): Result<UnknownRequest> => {
  const { method, url: path } = request;
  if (method === 'GET') return { ok: true, value: { kind: 'v1-read', path, body: {} } };
  const body = bodyOf(request);
  const parsed = body.ok ? parseBody(body.value) : body;
  if (!parsed.ok) return parsed;
  const given = fromWire(dialect, parsed.value) as object;
  return { ok: true, value: { kind: 'v1-command', path, body: given } };
};

const pass = async (
  passUnknown: PassUnknown,
  request: HttpRequest,
  { dialect, readOnly }: { readonly dialect: Dialect; readonly readOnly: boolean },
): Promise<Answer | undefined> => {
  const toRefused = v1RefuserOf(dialect);
  if (request.method === 'POST' && readOnly) return toRefused(refuse('read-only').refusal);
  const read = readRequest(request, dialect);
  if (!read.ok) return toRefused(read.refusal);
  const passed = await passUnknown(read.value, callerOf(request));
  // The path is unknown to the real bridge too.
  if (!passed.ok && passed.refusal.code === 'not-available') return undefined;
  const toDone = (json: unknown) =>
    json === undefined ? toTextAnswer(v1Ok) : toJsonAnswer(toWireText(dialect, json));
  return toAnswer(passed, toDone, toRefused);
};

/** Creates the handler that passes on unknown readings and commands of the original interface, if the option is on. */
export const createPassPath =
  (device: Device, dialect: Dialect, readOnly: boolean): PassPath =>
  (request) => {
    const isOriginal = /^(GET|POST)$/.test(request.method) && originalPath.test(request.url);
    if (device.passUnknown === undefined || !isOriginal) return undefined;
    return pass(device.passUnknown, request, { dialect, readOnly });
  };
