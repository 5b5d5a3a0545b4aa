/** The maximum length of the header, in characters. No readable version is longer (Trace Context, 3.2.2). */
const maxLength = 200;

/** A trace of version 00: its id, the id of the caller's span, and flags (Trace Context, 3.2.2). */
const form = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** The beginning of a newer version: two digits other than `ff`, the members of version 00, and then nothing or `-`. */
const newer = /^(?!ff|00)[0-9a-f]{2}(-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2})(?:-.*)?$/;

const isZero = (text: string): boolean => /^0+$/.test(text);

/**
 * Returns a `traceparent` header in the form in which it is passed on (W3C Trace Context,
 * https://www.w3.org/TR/trace-context/): 55 characters of version 00. Returns undefined for a malformed header, which
 * is ignored.
 */
export function readTraceparent(header: unknown): string | undefined {
  if (typeof header !== 'string' || header.length > maxLength) return undefined;
  const typed = header.trim();
  const text = typed.replace(newer, '00$1');
  const [, traceId = '0', spanId = '0'] = form.exec(text) ?? [];
  return isZero(traceId) || isZero(spanId) ? undefined : text;
}

/** Returns the id of the trace of a valid `traceparent`. */
export const traceIdOf = (traceparent: string): string => traceparent.slice(3, 35);

/**
 * True if the caller records its part of the trace, so the receiver should record its part too (Trace Context,
 * 3.2.2.5).
 */
export const isSampled = (traceparent: string): boolean =>
  (Number.parseInt(traceparent.slice(53), 16) & 1) === 1;
