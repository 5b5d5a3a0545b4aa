import { requestErrors } from './request-errors.ts';

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** True if a text in a parsed body, at any depth, contains a NUL. Binary bodies are not searched. */
const holdsNul = (body: unknown): boolean => {
  const waiting: unknown[] = [body];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === 'string' && value.includes('\0')) return true;
    if (value instanceof URLSearchParams) for (const pair of value) waiting.push(...pair);
    else if (isNested(value) && !ArrayBuffer.isView(value))
      for (const pair of Object.entries(value)) waiting.push(...pair);
  }
  return false;
};

/**
 * Refuses a request if a text in its address or body contains a NUL, once for all routes and both databases. PostgreSQL
 * cannot store it (https://www.postgresql.org/docs/15/datatype-character.html), and no keyboard types it.
 */
export const refuseNul = async ({ url, body }: { readonly url: string; readonly body?: unknown }) => {
  if (url.includes('%00') || holdsNul(body)) throw requestErrors.error('nul');
};
