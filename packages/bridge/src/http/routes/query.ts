import { parseBody } from '@plenum/protocol/check';
import type { Subsystem } from '@plenum/protocol/command';
import type { Datagrams } from '@plenum/protocol/component';
import { type Dialect, fromWire } from '@plenum/protocol/dialect';
import { type AskedQuery, answerQuery, checkQuery, subsystemNames, subsystems } from '@plenum/protocol/query';
import type { Result } from '@plenum/protocol/refusal';
import type { Device } from '../../device/device.ts';
import { type Answer, toAnswer, toJsonAnswer, toRefusalAnswer } from '../answer.ts';
import { type Body, bodyOf } from '../body.ts';
import { pathsOf } from '../paths.ts';
import type { Route } from '../route.ts';

/** A body that was asked before: what it asks, and what it was answered while these datagrams stood. */
interface Known {
  readonly asked: AskedQuery;
  readonly datagrams: Datagrams;
  readonly answer: Answer;
}

/** Clients ask the same few things again and again; this many bodies of at most so many characters are remembered. */
const maxKnown = 128;
const longestKnown = 256;

/** Answers the bodies of one subsystem's queries; the same body is parsed once, and answered from memory while nothing changed. */
const createAsk = (device: Device, subsystem: Subsystem, dialect: Dialect): ((body: Body) => Answer) => {
  const known = new Map<string, Known>();
  const check = (text: string): Result<AskedQuery> => {
    const parsed = parseBody(text);
    return parsed.ok ? checkQuery(subsystem, fromWire(dialect, parsed.value)) : parsed;
  };
  return (body) => {
    if (!body.ok) return toRefusalAnswer(body.refusal);
    const text = body.value;
    const datagrams = device.datagrams();
    const before = known.get(text);
    if (before?.datagrams === datagrams) return before.answer;
    const asked: Result<AskedQuery> = before === undefined ? check(text) : { ok: true, value: before.asked };
    if (!asked.ok) return toRefusalAnswer(asked.refusal);
    const answer = toAnswer(answerQuery(asked.value, datagrams, device.identity, dialect), toJsonAnswer);
    if (before !== undefined || (known.size < maxKnown && text.length <= longestKnown))
      known.set(text, { asked: asked.value, datagrams, answer });
    return answer;
  };
};

/** The query paths of interface 4.2, in neutral words and in those of the dialect. */
export const createQueryRoutes = (device: Device, dialect: Dialect): Route[] =>
  subsystemNames.flatMap((subsystem) => {
    const ask = createAsk(device, subsystem, dialect);
    return pathsOf(subsystems[subsystem].query, dialect).map(
      (path): Route => ({ method: 'POST', path, door: 'query', handle: (request) => ask(bodyOf(request)) }),
    );
  });
