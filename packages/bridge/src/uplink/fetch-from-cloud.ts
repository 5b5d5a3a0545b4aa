import type { Clock } from '@plenum/platform';
import { fetchWithoutBrotli } from '@plenum/platform/fetch';

/**
 * A response from a cloud: its status, the members of its JSON object, and the lead of its clock over the local one, in
 * ms.
 */
interface CloudResponse {
  readonly status: number;
  readonly members: Readonly<Record<string, unknown>>;
  readonly clockOffset: number;
}

/** A request to a cloud: GET, or POST with a JSON body; with or without a bearer token. */
export interface CloudRequest {
  readonly url: string;
  readonly json?: unknown;
  readonly bearer?: string;
}

const timeout = 15_000;
const maxCharacters = 65_536;

/** Returns the lead of the clock in a `Date` header over the local clock, in ms; 0 without a header. */
export function clockOffset(date: string | null | undefined, now: number): number {
  const theirs = Date.parse(date ?? '');
  return Number.isNaN(theirs) ? 0 : theirs - now;
}

/** Returns the text of a body, read only up to its limit: a cloud could send endlessly. */
const readBody = async ({ body }: Response): Promise<string> => {
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of body ?? []) {
    text += decoder.decode(piece, { stream: true });
    if (text.length > maxCharacters) throw new Error('the answer is too long');
  }
  return text + decoder.decode();
};

/** Returns the reason for a missing response: `fetch` reports only that it failed, and has the reason as the cause. */
const toReason = (error: Error & { readonly cause?: Error }): Error =>
  error.cause?.message ? new Error(error.cause.message, { cause: error }) : error;

/**
 * Fetches a complete response, within limits of time and length. Rejects with the reason if there is none; follows no
 * redirects.
 */
export async function fetchBounded(url: string, init: RequestInit): Promise<Response> {
  const signals = [AbortSignal.timeout(timeout), ...(init.signal ? [init.signal] : [])];
  const request: RequestInit = { ...init, redirect: 'error', signal: AbortSignal.any(signals) };
  const response = await fetchWithoutBrotli(url, request).catch((error) => {
    throw toReason(error);
  });
  const { status, statusText, headers } = response;
  const text = await readBody(response);
  return new Response(text === '' ? null : text, { status, statusText, headers });
}

const toMembers = (text: string): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
};

/** Sends a request to a cloud over HTTP. Rejects if there is no response within the limits of `fetchBounded`. */
export async function requestCloud(
  { url, json, bearer }: CloudRequest,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): Promise<CloudResponse> {
  const response = await fetchBounded(url, {
    method: json === undefined ? 'GET' : 'POST',
    signal,
    headers: {
      Accept: 'application/json',
      ...(json !== undefined && { 'Content-Type': 'application/json' }),
      ...(bearer !== undefined && { Authorization: `Bearer ${bearer}` }),
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  });
  return {
    status: response.status,
    members: toMembers(await response.text()),
    clockOffset: clockOffset(response.headers.get('date'), clock.now()),
  };
}
