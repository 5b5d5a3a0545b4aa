import type { ListenResult } from '@plenum/protocol/cloud';

/** Maximum number of characters of a detail, and of the beginning of a response. */
const maxText = 4_000;

const isWhole = (value: unknown, most: number): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most;

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= maxText;

/** Reads the result of a message from a client. Returns undefined if it is malformed. */
export function readListenResult(text: string): ListenResult | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { number, latency, status, answer, problem, detail } = value as Record<string, unknown>;
  if (!isWhole(number, Number.MAX_SAFE_INTEGER) || !isWhole(latency, 60_000)) return undefined;
  if (problem === undefined)
    return isWhole(status, 999) && status >= 100 && isText(answer)
      ? { number, latency, status, answer }
      : undefined;
  const isKnown = problem === 'unreachable' || problem === 'too-slow';
  return isKnown && isText(detail) ? { number, latency, problem, detail } : undefined;
}
