import { parseBody } from '@plenum/protocol/check';
import type { Datagrams } from '@plenum/protocol/component';
import type { Subsystem } from '@plenum/protocol/definition';
import { subsystemsByPath } from '@plenum/protocol/definition';
import { type Dialect, fromWire, toWireText } from '@plenum/protocol/dialect';
import { isRecord } from '@plenum/protocol/json';
import { answerQuery, checkQuery, type ParsedQuery } from '@plenum/protocol/query';
import type { Result } from '@plenum/protocol/refusal';
import type { Device } from '../../device/device.ts';
import { refuseStale } from '../../device/refuse-stale.ts';
import { withAge } from '../age.ts';
import { type Answer, refuserOf, toAnswer, toJsonAnswer } from '../answer.ts';
import { type Body, bodyOf } from '../body.ts';
import { callerOf } from '../caller.ts';
import type { HttpRequest } from '../request.ts';
import { pathsOf, type Route } from '../route.ts';

/** A body received earlier: its query, and the response that was created from `datagrams`. */
interface CachedQuery {
  readonly query: ParsedQuery;
  readonly datagrams: Datagrams;
  readonly answer: Answer;
}

/** Limits of the cache, in bodies and characters per body. Clients send the same few queries again and again. */
const maxCached = 128;
const maxCachedLength = 256;

/**
 * Creates a function that responds to query bodies for the path of a subsystem. A body is parsed once, and served from
 * the cache as long as the datagrams do not change.
 */
const createResponder = (
  device: Device,
  subsystem: Subsystem,
  dialect: Dialect,
): ((body: Body) => Answer) => {
  const toRefused = refuserOf(dialect);
  const cache = new Map<string, CachedQuery>();
  const check = (text: string): Result<ParsedQuery> => {
    const parsed = parseBody(text);
    return parsed.ok ? checkQuery(subsystem, fromWire(dialect, parsed.value)) : parsed;
  };
  return (body) => {
    if (!body.ok) return toRefused(body.refusal);
    const old = refuseStale(device);
    if (old !== undefined) return toRefused(old);
    const text = body.value;
    const datagrams = device.datagrams();
    const before = cache.get(text);
    if (before?.datagrams === datagrams) return withAge(before.answer, device, before.query);
    const query: Result<ParsedQuery> = before === undefined ? check(text) : { ok: true, value: before.query };
    if (!query.ok) return toRefused(query.refusal);
    const answer = toAnswer(
      answerQuery(query.value, datagrams, device.identity, dialect),
      toJsonAnswer,
      toRefused,
    );
    if (before !== undefined || (cache.size < maxCached && text.length <= maxCachedLength))
      cache.set(text, { query: query.value, datagrams, answer });
    return withAge(answer, device, query.value);
  };
};

/**
 * Returns a refused query in neutral words if the protocol does not define it (another Type or root key); otherwise
 * undefined.
 */
const unknownQueryOf = (refused: Answer, body: Body, dialect: Dialect): object | undefined => {
  const code = refused.refusal?.code;
  if (!body.ok || (code !== 'unknown-query' && code !== 'not-an-object')) return undefined;
  const parsed = parseBody(body.value);
  return parsed.ok && isRecord(parsed.value) ? (fromWire(dialect, parsed.value) as object) : undefined;
};

/** Creates routes for the query paths of interface 4.2, in neutral words and in those of the dialect. */
export const createQueryRoutes = (device: Device, dialect: Dialect): Route[] =>
  [...subsystemsByPath.query].flatMap(([neutralPath, subsystems]) => {
    const subsystem = subsystems[0]!;
    const respond = createResponder(device, subsystem, dialect);
    const toRefused = refuserOf(dialect);
    const toDone = (json: unknown) => toJsonAnswer(json === undefined ? '{}' : toWireText(dialect, json));
    const respondOrPass = (request: HttpRequest): Answer | Promise<Answer> => {
      const answer = respond(bodyOf(request));
      const { passUnknown } = device;
      const body = passUnknown && unknownQueryOf(answer, bodyOf(request), dialect);
      if (passUnknown === undefined || body === undefined) return answer;
      const passed = passUnknown({ subsystem, kind: 'query', body }, callerOf(request));
      return passed.then((result) => toAnswer(result, toDone, toRefused));
    };
    return pathsOf(neutralPath, dialect).map(
      (path): Route => ({
        method: 'POST',
        path,
        endpoint: 'query',
        handle: respondOrPass,
      }),
    );
  });
