import { parseBody } from '@plenum/protocol/check';
import type { Subsystem } from '@plenum/protocol/command';
import type { Datagrams } from '@plenum/protocol/component';
import { type Dialect, fromWire } from '@plenum/protocol/dialect';
import {
  answerQuery,
  checkQuery,
  type ParsedQuery,
  subsystemNames,
  subsystems,
} from '@plenum/protocol/query';
import type { Result } from '@plenum/protocol/refusal';
import type { Device } from '../../device/device.ts';
import { refuseStale, withAge } from '../age.ts';
import { type Answer, refuserOf, toAnswer, toJsonAnswer } from '../answer.ts';
import { type Body, bodyOf } from '../body.ts';
import { pathsOf, type Route } from '../route.ts';

/** A body that was received before: its query, and the answer for these datagrams. */
interface CachedQuery {
  readonly query: ParsedQuery;
  readonly datagrams: Datagrams;
  readonly answer: Answer;
}

/** Clients send the same few queries again and again; this many bodies, of at most so many characters, are cached. */
const maxCached = 128;
const maxCachedLength = 256;

/** Answers the query bodies of one subsystem. The same body is parsed once, and answered from the cache while nothing changes. */
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

/** The query paths of interface 4.2, in neutral words and in those of the dialect. */
export const createQueryRoutes = (device: Device, dialect: Dialect): Route[] =>
  subsystemNames.flatMap((subsystem) => {
    const respond = createResponder(device, subsystem, dialect);
    return pathsOf(subsystems[subsystem].query, dialect).map(
      (path): Route => ({
        method: 'POST',
        path,
        endpoint: 'query',
        handle: (request) => respond(bodyOf(request)),
      }),
    );
  });
