import { check } from '../check/check.ts';
import { nearest } from '../command/nearest.ts';
import { type Refused, refuseRequest } from '../console/refusals.ts';
import type { ConsoleRoute } from '../console/route.ts';
import { type Field, factsOf, type RecordField } from '../field/field.ts';
import { isRecord } from '../json/is-record.ts';
import { ok, type Refusal, type Result, refuse, toSentence } from '../refusal/refusal.ts';
import { toShort } from '../refusal/units.ts';
import { describe } from './describe.ts';

/**
 * Checks the body of a request against the definition of its route: unknown, missing and wrong members are refused with
 * their name and the values that are allowed. A missing body is an empty one.
 */
export function checkBody(
  { body }: Pick<ConsoleRoute, 'body'>,
  input: unknown,
): Extract<Result<unknown>, { ok: true }> | Refused {
  if (body === undefined) return ok(undefined);
  const checked: Result<unknown> = checkMembers(body as Field, input) ?? check(body as Field, input ?? {});
  return checked.ok ? checked : refuseBody(checked.refusal, body as Field);
}

/** Refuses an unknown member before one that is missing, because it is probably that one, misspelt. */
function checkMembers(body: Field, input: unknown): Refusing | undefined {
  if (factsOf(body).kind !== 'record' || !isRecord(input)) return undefined;
  const keys = Object.keys((body as RecordField).properties);
  const unknown = Object.keys(input).find((key) => !keys.includes(key));
  return unknown === undefined ? undefined : refuse('unknown-key', { input: unknown, facts: { keys } });
}

/** Refuses a body, or a value in it, that does not fit its definition. */
function refuseBody(refusal: Refusal, body: Field): Refused {
  const { code, path, facts } = refusal;
  const key = code === 'unknown-key' ? refusal.input : code === 'missing-key' ? facts.key : undefined;
  const member = [...path, ...(key === undefined ? [] : [String(key)])];
  const field = code === 'unknown-key' ? undefined : fieldAt(body, member);
  const allowed = field && ` Allowed is ${describe(field)}: ${field.description}.`;
  const near = nearestOf(refusal);
  return refuseRequest('body-malformed', {
    path: member,
    facts: {
      ...(member.length > 0 && { member: member.join('.').slice(0, 60) }),
      ...(near !== undefined && { nearest: near }),
      why: `${toNearSentence(refusal)}${allowed ?? ''}`,
    },
  });
}

/** Returns the sentence of a refusal, with the word that was probably meant if it is one of those allowed. */
export function toNearSentence(refusal: Refusal): string {
  const { code, path, input, facts } = refusal;
  const near = nearestOf(refusal);
  const place = path.length === 0 ? '' : `${path.join('.')}: `;
  if (code === 'unknown-key' && near !== undefined)
    return `${place}There is no member ${toShort(input)}. Did you mean ${near}?`;
  if (code === 'unknown-key' && listOf(facts.keys).length === 0)
    return `${place}There is no member ${toShort(input)}; the body must be empty.`;
  return near === undefined ? toSentence(refusal) : `${toSentence(refusal)} Did you mean ${near}?`;
}

type Refusing = Extract<Result<unknown>, { ok: false }>;

const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value : []);

const nearestOf = ({ code, input, facts }: Refusal): string | undefined => {
  if (typeof input !== 'string') return undefined;
  if (code === 'unknown-key') return nearest(input, listOf(facts.keys));
  return code === 'not-a-choice' ? nearest(input, listOf(facts.choices)) : undefined;
};

/** Returns the field of a value in a body, or undefined if the body is any object there. */
const fieldAt = (field: Field, path: readonly string[]): Field | undefined => {
  const [key, ...rest] = path;
  if (key === undefined) return field;
  const { kind } = factsOf(field);
  const { properties, items, additionalProperties } = field as {
    readonly properties?: Readonly<Record<string, Field>>;
    readonly items?: Field;
    readonly additionalProperties?: Field;
  };
  const inner = { record: properties?.[key], list: items, map: additionalProperties }[kind as 'record'];
  return inner && fieldAt(inner, rest);
};
